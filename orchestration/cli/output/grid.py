"""A table's cells laid out row by row, for formats that know no spans and for those that do."""

from __future__ import annotations

from records.table import Cell, Table


def text_rows(table: Table) -> list[list[str]]:
    """One text a place; a cell that spans several has its text in the first of them.

    >>> cells = (Cell(0, 0, 0, "a", (0, 0, 1, 1), 1.0, column_span=2), Cell(0, 1, 1, "b", (0, 0, 1, 1), 1.0))
    >>> text_rows(Table(2, 2, cells, (), 1.0, "x"))
    [['a', ''], ['', 'b']]
    """
    rows = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        rows[cell.row][cell.column] = " ".join(cell.text.split())
    return rows


def cell_rows(table: Table) -> list[list[Cell | None]]:
    """The cells that begin in each row, from the left; None for a place that no cell covers."""
    covered = {
        (r, c): cell
        for cell in table.cells
        for r in range(cell.row, cell.row + cell.row_span)
        for c in range(cell.column, cell.column + cell.column_span)
    }
    rows: list[list[Cell | None]] = []
    for r in range(table.rows):
        row: list[Cell | None] = []
        for c in range(table.columns):
            cell = covered.get((r, c))
            if cell is None or (cell.row, cell.column) == (r, c):
                row.append(cell)
        rows.append(row)
    return rows
