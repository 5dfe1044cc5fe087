"""A table's cells by row and column, spans unfolded, and which of its rows are headers, data, totals or notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from records.table import Cell, Table

Row = tuple[Cell | None, ...]


class Grid(Struct, frozen=True):
    """Rows of cells; a spanning cell stands in each place that it covers. ``headers`` rows at the top are names.

    ``beyond`` are cells that begin where another stands already.
    """

    rows: tuple[Row, ...]
    headers: int
    columns: int
    beyond: tuple[Cell, ...] = ()


def unfold(table: Table) -> Grid:
    """The table with each cell in all the places that it covers; where two begin in a place, the first has it."""
    width = max([table.columns, *(c.column + c.column_span for c in table.cells)], default=0)
    height = max([table.rows, *(c.row + c.row_span for c in table.cells)], default=0)
    places: list[list[Cell | None]] = [[None] * width for _ in range(height)]
    beyond = []
    for cell in sorted(table.cells, key=lambda c: (c.row, c.column)):
        if places[cell.row][cell.column] is not None:
            beyond.append(cell)
            continue
        for row in range(cell.row, cell.row + cell.row_span):
            for column in range(cell.column, cell.column + cell.column_span):
                places[row][column] = places[row][column] or cell
    marked = next((i for i, row in enumerate(places) if not _all_headers(row)), height)
    return Grid(tuple(map(tuple, places)), min(table.header_rows or marked, height), width, tuple(beyond))


def _all_headers(row: Sequence[Cell | None]) -> bool:
    cells = [cell for cell in row if cell is not None and cell.text.strip()]
    return bool(cells) and all(cell.role == "column_header" for cell in cells)


def own(row: Row, at: int) -> list[Cell]:
    """The cells with text that begin in this row, each once."""
    found: dict[tuple[int, int], Cell] = {}
    for cell in row:
        if cell is not None and cell.text.strip() and cell.row == at:
            found.setdefault((cell.row, cell.column), cell)
    return list(found.values())


def is_empty(grid: Grid, at: int) -> bool:
    """A row in which nothing of its own is printed."""
    return not own(grid.rows[at], at)


def is_total(grid: Grid, at: int) -> bool:
    """A row that sums others: its first cell says so."""
    cells = own(grid.rows[at], at)
    return bool(cells) and cells[0].role == "total"


def is_note(grid: Grid, at: int) -> bool:
    """A row of one cell that runs over all columns, or of cells that are notes: it says something about the others."""
    cells = own(grid.rows[at], at)
    if not cells:
        return False
    return all(cell.role == "note" for cell in cells) or (
        len(cells) == 1 and grid.columns > 1 and cells[0].column_span >= grid.columns
    )


def is_repeated_header(grid: Grid, at: int) -> bool:
    """A row that says the same as a header row, as on the next page of a long table."""
    texts = [_text(cell) for cell in grid.rows[at]]
    return any(texts == [_text(cell) for cell in grid.rows[header]] for header in range(grid.headers))


NO_DATA: tuple[Callable[[Grid, int], bool], ...] = (is_empty, is_total, is_note, is_repeated_header)
"""What makes a row below the headers none of data."""


def data_rows(grid: Grid) -> tuple[int, ...]:
    """The numbers of the rows that hold data."""
    return tuple(at for at in range(grid.headers, len(grid.rows)) if not any(rule(grid, at) for rule in NO_DATA))


def headers(grid: Grid) -> tuple[str, ...]:
    """What stands above each column, from top to bottom, each cell once. A cell above all columns is a title, and
    belongs to none."""
    return tuple(
        " ".join(
            cell.text.strip()
            for cell in _once(grid.rows[row][column] for row in range(grid.headers))
            if not (grid.columns > 1 and cell.column_span >= grid.columns) and cell.text.strip()
        )
        for column in range(grid.columns)
    )


def spanning_title(grid: Grid) -> str:
    """The text of the header cells that run over all columns."""
    cells = _once(row[0] for row in grid.rows[: grid.headers] if row)
    return " ".join(cell.text.strip() for cell in cells if grid.columns > 1 and cell.column_span >= grid.columns)


def _once(cells: Iterable[Cell | None]) -> list[Cell]:
    found: dict[tuple[int, int], Cell] = {}
    for cell in cells:
        if cell is not None:
            found.setdefault((cell.row, cell.column), cell)
    return list(found.values())


def _text(cell: Cell | None) -> str:
    return "" if cell is None else "".join(cell.text.split()).casefold()
