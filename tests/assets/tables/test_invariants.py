"""What holds for whatever stands on a page: no word is lost or told twice, no cell lies over another."""

from __future__ import annotations

from drawn import Sheet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assets.tables.find import find_tables
from records.table import Region, Table, WordRef

WORDS = st.sampled_from(["12", "3.5", "Total", "Coal", "of", "the", "(b)", "–", "1990", "......", "a"])
PLACE = st.tuples(st.integers(20, 800), st.integers(20, 900))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Tables with holes and long entries, words anywhere, rules anywhere."""
    sheet = Sheet()
    columns, rows = draw(st.integers(2, 5)), draw(st.integers(2, 7))
    left, top, pitch = draw(st.integers(40, 120)), draw(st.integers(40, 200)), draw(st.integers(24, 44))
    wide = draw(st.integers(60, 160))
    for r in range(rows):
        for c in range(columns):
            if words := draw(st.lists(WORDS, max_size=3)):
                sheet.text(left + c * wide + 6, top + r * pitch + 4, " ".join(words))
    xs, ys = [left + c * wide for c in range(columns + 1)], [top + r * pitch for r in range(rows + 1)]
    for x in draw(st.lists(st.sampled_from(xs), unique=True)):
        sheet.upright(x, ys[0], ys[-1])
    for y in draw(st.lists(st.sampled_from(ys), unique=True)):
        sheet.level(y, xs[0], xs[-1])
    for x, y in draw(st.lists(PLACE, max_size=6)):
        sheet.text(x, y, draw(WORDS))
    return sheet


def check(table: Table, sheet: Sheet) -> None:
    taken: set[tuple[int, int]] = set()
    for cell in table.cells:
        assert cell.row >= 0 and cell.row + cell.row_span <= table.rows
        assert cell.column >= 0 and cell.column + cell.column_span <= table.columns
        places = {
            (r, c)
            for r in range(cell.row, cell.row + cell.row_span)
            for c in range(cell.column, cell.column + cell.column_span)
        }
        assert not places & taken
        taken |= places
    assert len(taken) == table.rows * table.columns

    told = [ref for cell in table.cells for ref in cell.words] + list(table.leftovers)
    assert len(told) == len(set(told))
    (piece,) = table.pieces
    centres = {
        WordRef(0, i, j): ((w.box[0] + w.box[2]) / 2, (w.box[1] + w.box[3]) / 2)
        for i, line in enumerate(sheet.lines)
        for j, w in enumerate(line.words)
    }
    x0, y0, x1, y1 = piece.box
    assert {ref for ref, (x, y) in centres.items() if x0 <= x <= x1 and y0 <= y <= y1} <= set(told)

    for cell in table.cells:
        for other in table.cells:
            if cell is not other and other.words:
                left, top, right, bottom = other.box
                assert not any(left < centres[ref][0] < right and top < centres[ref][1] < bottom for ref in cell.words)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sheets(), st.booleans())
def test_words_are_conserved_and_cells_apart(sheet: Sheet, told: bool) -> None:
    regions = (Region("table", (10.0, 10.0, 990.0, 1100.0), 0.9),) if told else ()
    found = find_tables(sheet.page(), sheet.image, sheet.read(), regions)
    for table in found:
        check(table, sheet)
    refs = [ref for table in found for cell in table.cells for ref in cell.words]
    assert len(refs) == len(set(refs))
