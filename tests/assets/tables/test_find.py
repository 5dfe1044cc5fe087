"""Tables found on drawn pages: lattices, merged places, half-ruled and borderless ones, and what is no table."""

from __future__ import annotations

import numpy as np
from drawn import Sheet, grid_of

from assets.tables.find import find_tables
from records.table import Region


def tables(sheet: Sheet, regions: tuple[Region, ...] = ()):
    return find_tables(sheet.page(), sheet.image, sheet.read(), regions)


def ruled(grey: int = 0) -> Sheet:
    sheet = Sheet()
    sheet.text(110, 40, "Table 1: Output by year")
    sheet.lattice([100, 300, 450, 600], [80, 120, 160, 200, 240], grey)
    for r, row in enumerate([("Good", "2021", "2022"), ("Coal", "12.5", "11"), ("Tin", "3", ""), ("Zinc", "4", "5")]):
        for k, text in enumerate(row):
            if text:
                sheet.text((110, 310, 460)[k], 90 + 40 * r, text)
    return sheet


def test_lattice_with_an_empty_cell() -> None:
    (table,) = tables(ruled())
    assert (table.rows, table.columns) == (4, 3)
    assert grid_of(table)[2, 1] == "3" and (2, 2) not in grid_of(table)
    assert [c.words for c in table.cells if (c.row, c.column) == (2, 2)] == [()]
    assert table.title == "Table 1: Output by year"
    assert table.confidence > 0.9


def test_thin_grey_broken_and_noisy_lines() -> None:
    sheet = ruled(grey=190)
    sheet.image[:, 200:206] = np.maximum(sheet.image[:, 200:206], 255)
    noise = np.random.default_rng(7).normal(0, 6, sheet.image.shape)
    sheet.image = np.clip(sheet.image * 0.9 + noise, 0, 255).astype(np.uint8)
    (table,) = tables(sheet)
    assert (table.rows, table.columns) == (4, 3)


def test_wrapped_lines_are_one_cell_and_openings_merge() -> None:
    sheet = Sheet()
    sheet.lattice([100, 300, 450, 600], [80, 120, 190, 230])
    sheet.image[84:118, 448:454] = 255  # no line between the second and the third heading
    for x, y, text in [
        (110, 90, "Region"), (400, 90, "Inhabitants"),
        (110, 125, "North and"), (110, 150, "its islands"), (310, 125, "1 200"), (460, 125, "1 300"),
        (110, 200, "South"), (310, 200, "800"), (460, 200, "900"),
    ]:  # fmt: skip
        sheet.text(x, y, text)
    (table,) = tables(sheet)
    assert (table.rows, table.columns) == (3, 3)
    assert grid_of(table)[1, 0] == "North and its islands"
    (head,) = [c for c in table.cells if c.text == "Inhabitants"]
    assert (head.row, head.column, head.column_span) == (0, 1, 2)


def test_two_tables_one_below_the_other_and_two_side_by_side() -> None:
    for dx, dy in ((0, 260), (480, 0)):
        sheet = Sheet()
        for k in range(2):
            x, y = 40 + k * dx, 80 + k * dy
            sheet.lattice([x, x + 150, x + 280, x + 400], [y, y + 40, y + 80, y + 120])
            for r in range(3):
                for c, left in enumerate((10, 160, 290)):
                    sheet.text(x + left, y + 10 + 40 * r, f"{k}{r}{c}")
        found = tables(sheet)
        assert [(t.rows, t.columns) for t in found] == [(3, 3), (3, 3)]


def test_rules_above_and_below_only() -> None:
    sheet = Sheet()
    for y in (80, 118, 260):
        sheet.level(y, 100, 700)
    rows = [("Year", "Births", "Deaths"), ("1990", "812", "790"), ("1991", "803", "795"), ("1992", "799", "801")]
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            sheet.text((110, 350, 560)[c], 90 + 40 * r, text)
    (table,) = tables(sheet)
    assert (table.rows, table.columns, table.header_rows) == (4, 3, 1)
    assert grid_of(table)[3, 2] == "801"


def test_no_rules_at_all_and_a_heading_over_two_columns() -> None:
    sheet = Sheet()
    sheet.text(390, 60, "Persons employed")
    rows = [("Town", "men", "women"), ("Bath", "120", "118"), ("Wells", "44", "52"), ("Frome", "70", "71")]
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            sheet.text((110, 350, 560)[c], 90 + 30 * r, text)
    (table,) = tables(sheet)
    assert table.columns == 3
    assert {"Bath", "118", "women"} <= set(grid_of(table).values())


def test_empty_values_are_no_reason_to_lose_a_column() -> None:
    sheet = ruled()
    (table,) = tables(sheet)
    empty = [c for c in table.cells if not c.words]
    assert [(c.row, c.column) for c in empty] == [(2, 2)]


LOREM = ("lorem", "ipsum", "dolor", "sit", "amet", "elit", "sed", "do")


def prose(sheet: Sheet, x: float, y: float, lines: int, words: int = 7) -> None:
    for i in range(lines):
        sheet.text(x, y + 28 * i, " ".join(LOREM[(i + j) % 8] for j in range(words)))


def test_running_text_lists_and_contents_are_no_tables() -> None:
    sheet = Sheet()
    prose(sheet, 40, 60, 12)
    prose(sheet, 520, 60, 12)
    for i in range(6):
        sheet.text(60, 460 + 28 * i, "*")
        sheet.text(100, 460 + 28 * i, "an item of the list" if i % 2 else "another one")
    assert tables(sheet) == ()


def test_a_figure_is_no_table() -> None:
    sheet = Sheet()
    sheet.lattice([100, 300, 500], [100, 200, 300])
    for x, y, text in [(60, 100, "40"), (60, 200, "20"), (60, 300, "0"), (120, 310, "1990"), (320, 310, "1991")]:
        sheet.text(x, y, text)
    assert tables(sheet, (Region("figure", (50, 90, 510, 340), 0.9),)) == ()


def test_a_blank_page_has_no_table() -> None:
    assert tables(Sheet()) == ()
