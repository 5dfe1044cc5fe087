"""A table becomes a candidate: headers, spans, rows that are no data, and every cell told of."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from assets.relations.propose import propose
from records.page import Page
from records.relation import Candidate
from records.table import Cell, Piece, Role, Table

SHA = "a" * 64
PAGES = (Page(0, 100.0, 200.0, 100, 200, 72.0), Page(1, 100.0, 200.0, 100, 200, 72.0))


def cell(row: int, column: int, text: str, role: Role = "unknown", page: int = 0, **spans: int) -> Cell:
    box = (10.0 * column, 10.0 * row, 10.0 * column + 8, 10.0 * row + 8)
    return Cell(page, row, column, text, box, 0.9, role=role, **spans)


def table(rows: list[list[str]], header_rows: int = 1, title: str = "", more: tuple[Cell, ...] = ()) -> Table:
    cells = [cell(i, j, text) for i, row in enumerate(rows) for j, text in enumerate(row)]
    width, height = max(map(len, rows)), len(rows)
    piece = Piece(0, (0.0, 0.0, 100.0, 200.0), 0, height)
    return Table(height, width, (*cells, *more), (piece,), 0.9, "test", header_rows, title)


def one(made: Table) -> Candidate:
    (candidate,) = propose(SHA, [made], PAGES)
    return candidate


def texts(candidate: Candidate) -> list[list[str | None]]:
    return [[None if f is None else f.text for f in row] for row in candidate.rows]


def test_types_names_and_rows() -> None:
    found = one(table([["No.", "Date", "Amount"], ["1", "2024-03-05", "1,200.00"], ["2", "2024-03-06", "-"]]))
    assert [(c.name, c.type, c.nullable, c.header) for c in found.columns] == [
        ("no", "bigint", False, "No."),
        ("date", "date", False, "Date"),
        ("amount", "numeric", True, "Amount"),
    ]
    assert texts(found) == [["1", "2024-03-05", "1,200.00"], ["2", "2024-03-06", "-"]]
    assert [f.text for f in found.skipped] == ["No.", "Date", "Amount"]
    assert found.name == "no_date_amount"


def test_headers_of_two_rows() -> None:
    head = (cell(0, 0, "Item", row_span=2), cell(0, 1, "Sales", column_span=2), cell(1, 1, "2023"), cell(1, 2, "2024"))
    data = (cell(2, 0, "bolt"), cell(2, 1, "5"), cell(2, 2, "6"))
    piece = Piece(0, (0.0, 0.0, 100.0, 200.0), 0, 3)
    found = one(Table(3, 3, head + data, (piece,), 0.9, "test", 2))
    assert [c.name for c in found.columns] == ["item", "sales_2023", "sales_2024"]
    assert [c.header for c in found.columns] == ["Item", "Sales 2023", "Sales 2024"]


def test_a_header_over_all_columns_is_the_title() -> None:
    head = (cell(0, 0, "Payments", column_span=2), cell(1, 0, "Date"), cell(1, 1, "Amount"))
    piece = Piece(0, (0.0, 0.0, 100.0, 200.0), 0, 3)
    found = one(Table(3, 2, (*head, cell(2, 0, "2024-03-05"), cell(2, 1, "7")), (piece,), 0.9, "test", 2))
    assert found.name == "payments"
    assert [c.name for c in found.columns] == ["date", "amount"]


def test_rows_that_are_no_data() -> None:
    made = table([["Item", "Price"], ["bolt", "5"], ["Item", "Price"], ["nut", "6"]])
    total = (cell(4, 0, "Total", "total"), cell(4, 1, "11"))
    note = (cell(5, 0, "All prices in euro", column_span=2),)
    found = one(Table(6, 2, (*made.cells, *total, *note), made.pieces, 0.9, "test", 1))
    assert texts(found) == [["bolt", "5"], ["nut", "6"]]
    assert sorted(f.text for f in found.skipped) == sorted(
        ["Item", "Price", "Item", "Price", "Total", "11", "All prices in euro"]
    )


def test_a_cell_over_rows_is_the_value_of_each() -> None:
    made = table([["Kind", "Item"], ["", "bolt"], ["", "nut"]])
    cells = tuple(c for c in made.cells if c.text)
    found = one(Table(3, 2, (*cells, cell(1, 0, "metal", row_span=2)), made.pieces, 0.9, "test", 1))
    assert texts(found) == [["metal", "bolt"], ["metal", "nut"]]


def test_a_row_that_lacks_a_cell() -> None:
    found = one(table([["Kind", "Item"], ["metal", "bolt"], ["metal"]]))
    assert texts(found) == [["metal", "bolt"], ["metal", None]]
    assert [c.nullable for c in found.columns] == [False, True]


def test_a_table_of_headers_alone_has_no_rows() -> None:
    found = one(table([["Kind", "Item"]]))
    assert (found.rows, found.columns) == ((), ())
    assert [f.text for f in found.skipped] == ["Kind", "Item"]


def test_boxes_are_told_in_the_frame_as_handed_in() -> None:
    page = Page(0, 200.0, 100.0, 100, 200, 72.0, to_source=(0.0, 1.0, 0.0, -1.0, 0.0, 100.0))
    (found,) = propose(SHA, [table([["A", "B"], ["1", "2"]])], [page])
    field = found.rows[0][0]
    assert field is not None and field.box == (10.0, 92.0, 18.0, 100.0)


def test_a_character_that_the_database_cannot_hold() -> None:
    found = one(table([["A", "B"], ["x\0y", "\ud800z"]]))
    assert texts(found) == [["xy", "?z"]]


def test_decimal_commas_are_a_matter_of_the_whole_table() -> None:
    found = one(table([["A", "B"], ["1.234", "12,50"], ["5.678", "7,25"]]))
    assert [c.type for c in found.columns] == ["bigint", "numeric"]


def test_codes_stay_text() -> None:
    found = one(table([["A"], *([str(n)] for n in range(1000, 1020)), ["00017"]]))
    assert found.columns[0].type == "text"


def test_a_column_of_placeholders_is_text() -> None:
    found = one(table([["A", "B"], ["1", "—"], ["2", "N/A"]]))
    assert (found.columns[1].type, found.columns[1].nullable) == ("text", True)


@st.composite
def any_table(draw: st.DrawFn) -> Table:
    """Cells anywhere, of any span and role, over one another too."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    cells = []
    for number in range(draw(st.integers(0, 14))):
        row, column = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
        role = draw(st.sampled_from(["column_header", "row_header", "data", "total", "note", "unknown"]))
        text = draw(st.sampled_from(["", f"t{number}", str(number), "-"]))
        spans = {"row_span": draw(st.integers(1, 3)), "column_span": draw(st.integers(1, width))}
        cells.append(cell(row, column, text, role, draw(st.integers(0, 1)), **spans))
    piece = Piece(0, (0.0, 0.0, 100.0, 200.0), 0, height)
    return Table(height, width, tuple(cells), (piece,), 0.9, "test", draw(st.integers(0, height)), "")


@given(any_table())
@settings(max_examples=300, deadline=None)
def test_every_cell_with_text_is_a_field_or_skipped(made: Table) -> None:
    found = one(made)
    assert all(len(row) == len(found.columns) for row in found.rows)
    assert len({c.name for c in found.columns}) == len(found.columns)
    there = Counter((c.page, c.text) for c in made.cells if c.text)
    skipped = Counter((f.page, f.text) for f in found.skipped)
    in_rows = {(f.page, f.text, f.box) for row in found.rows for f in row if f is not None and f.text}
    placed = Counter((page, text) for page, text, _ in in_rows)
    assert all(skipped[key] + placed[key] == count for key, count in there.items() if not _twice(made, key))
    assert set(there) == set(skipped) | set(placed)


def _twice(made: Table, key: tuple[int, str]) -> bool:
    """Cells that say the same in the same place can't be told apart by what they say."""
    boxes = [c.box for c in made.cells if (c.page, c.text) == key]
    return len(set(boxes)) < len(boxes)
