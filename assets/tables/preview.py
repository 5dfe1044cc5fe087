"""A table as Markdown, for a person who looks at what was read."""

from __future__ import annotations

from records.table import Table


def markdown(table: Table, rows: int = 8, columns: int = 8) -> str:
    """The first rows and columns of a table; a spanning cell's text stands in its first place.

    >>> from records.table import Cell
    >>> cells = (Cell(0, 0, 0, "a|b", (0, 0, 1, 1), 1.0), Cell(0, 1, 1, "2", (0, 0, 1, 1), 1.0))
    >>> print(markdown(Table(2, 2, cells, (), 1.0, "x")))
    | a\\|b |  |
    |---|---|
    |  | 2 |
    """
    shown, wide = min(rows, table.rows), min(columns, table.columns)
    grid = [[""] * wide for _ in range(shown)]
    for cell in table.cells:
        if cell.row < shown and cell.column < wide:
            grid[cell.row][cell.column] = " ".join(cell.text.split()).replace("|", "\\|")
    lines = ["| " + " | ".join(row) + " |" for row in grid]
    lines.insert(1, "|" + "---|" * wide)
    if table.rows > shown or table.columns > wide:
        lines.append(f"\n… {table.rows} rows, {table.columns} columns")
    return "\n".join(lines)
