"""Tables over a page's end: joined where they are one, left alone where they are two, and no word lost."""

from __future__ import annotations

from assets.tables.join import join_tables
from records.page import Line, Page, Word
from records.table import Cell, Piece, Table, WordRef

WIDTH, HEIGHT = 1000, 1400
LEFTS = (100, 400, 700)


def page(index: int) -> Page:
    return Page(index, WIDTH, HEIGHT, WIDTH, HEIGHT, 100.0)


def paper(
    index: int, rows: list[list[str]], top: int, shift: int = 0, headers: int = 1
) -> tuple[Table, tuple[Line, ...]]:
    """A table set from ``top`` with a line a cell, and those lines."""
    lines: list[Line] = []
    cells: list[Cell] = []
    for r, row in enumerate(rows):
        for k, text in enumerate(row):
            left = LEFTS[k] + shift
            box = (left, top + 30 * r, left + 12 * max(1, len(text)), top + 30 * r + 20)
            refs: tuple[WordRef, ...] = ()
            if text:
                refs = (WordRef(index, len(lines), 0),)
                lines.append(Line(text, box, 0.9, "t", (Word(text, box, 0.9),)))
            role = "column_header" if r < headers else "data"
            cells.append(Cell(index, r, k, text, box, 0.9, role=role, words=refs))
    box = (90 + shift, top - 5, 900 + shift, top + 30 * len(rows))
    piece = Piece(index, box, 0, len(rows))
    return Table(len(rows), len(rows[0]), tuple(cells), (piece,), 0.9, "t", headers), tuple(lines)


HEAD = ["Date", "Text", "Amount"]
FIRST = [HEAD, ["1 May", "Rent", "900.00"], ["2 May", "Tea", "3.20"]]


def texts(table: Table) -> list[list[str]]:
    rows = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        rows[cell.row][cell.column] = cell.text
    return rows


def join(
    first: list[list[str]], second: list[list[str]], top: int = 1000, then: int = 60, shift: int = 0, headers: int = 1
):
    a, a_lines = paper(0, first, top)
    b, b_lines = paper(1, second, then, shift, headers)
    return join_tables([page(0), page(1)], [(a,), (b,)], [a_lines, b_lines]), a, b


def test_repeated_header_is_dropped_and_its_words_are_told() -> None:
    (table,), a, b = join(FIRST, [HEAD, ["3 May", "Milk", "1.10"]], shift=7)
    assert texts(table) == [*FIRST, ["3 May", "Milk", "1.10"]]
    assert [(p.page, p.first_row, p.rows) for p in table.pieces] == [(0, 0, 3), (1, 3, 1)]
    assert {c.page for c in table.cells if c.row == 3} == {1}
    words = sorted(w for c in (*a.cells, *b.cells) for w in c.words)
    assert sorted([w for c in table.cells for w in c.words] + list(table.leftovers)) == words


def test_header_read_a_little_differently_is_still_repeated() -> None:
    (table,), _, _ = join(FIRST, [["Date", "Text", "Arnount"], ["3 May", "Milk", "1.10"]])
    assert table.rows == 4


def test_goes_on_without_a_header() -> None:
    (table,), _, _ = join(FIRST, [["3 May", "Milk", "1.10"], ["4 May", "Oil", "7.00"]])
    assert texts(table)[3:] == [["3 May", "Milk", "1.10"], ["4 May", "Oil", "7.00"]]
    assert {c.role for c in table.cells if c.row == 3} == {"data"}


def test_another_header_makes_another_table() -> None:
    tables, _, _ = join(FIRST, [["Name", "Town", "Telephone"], ["Ann", "Bath", "12"]])
    assert len(tables) == 2


def test_text_between_makes_two_tables() -> None:
    assert len(join(FIRST, [HEAD, ["3 May", "Milk", "1.10"]], then=400)[0]) == 1
    a, a_lines = paper(0, FIRST, 600)
    b, b_lines = paper(1, [HEAD, ["3 May", "Milk", "1.10"]], 60)
    box = (100.0, 900.0, 800.0, 920.0)
    prose = Line("The next account:", box, 0.9, "t", (Word("The next account:", box, 0.9),))
    assert len(join_tables([page(0), page(1)], [(a,), (b,)], [(*a_lines, prose), b_lines])) == 2


def test_columns_elsewhere_make_two_tables() -> None:
    a, a_lines = paper(0, FIRST, 1000)
    b, b_lines = paper(1, [["x1", "y2"], ["x3", "y4"]], 60)
    assert len(join_tables([page(0), page(1)], [(a,), (b,)], [a_lines, b_lines])) == 2


def test_over_three_pages() -> None:
    parts = [
        paper(0, FIRST, 1000),
        paper(1, [HEAD, ["3 May", "Milk", "1.10"]], 60),
        paper(2, [HEAD, ["4 May", "Oil", "7.00"]], 60),
    ]
    (table,) = join_tables([page(i) for i in range(3)], [(t,) for t, _ in parts], [lines for _, lines in parts])
    assert [p.first_row for p in table.pieces] == [0, 3, 4]
    assert table.rows == 5
