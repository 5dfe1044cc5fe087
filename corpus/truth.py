"""What a reader should find in a document, as JSON beside it."""

from __future__ import annotations

import json
from typing import Any

from corpus.blocks import Document, Grid, grids
from corpus.typeset import Piece, Typeset


def truth(document: Document, made: Typeset) -> str:
    """Tables as rows of texts; a text that spans places stands in the first of them. ``pieces`` say which rows stand
    on which page; a header that is repeated there is no row of the table."""
    tables = [_table(grid, pieces) for grid, pieces in zip(grids(document), made.pieces, strict=True)]
    value = {"name": document.name, "language": document.language, "pages": made.pages, "tables": tables}
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _table(grid: Grid, pieces: tuple[Piece, ...]) -> dict[str, Any]:
    return {
        "title": grid.title,
        "ruling": grid.ruling,
        "header_rows": grid.header_rows,
        "totals": grid.totals,
        "rows": [list(row) for row in grid.rows],
        "spans": [{"row": s.row, "column": s.column, "row_span": s.rows, "column_span": s.columns} for s in grid.spans],
        "pieces": [{"page": p.page, "first_row": p.first_row, "rows": p.rows} for p in pieces],
    }
