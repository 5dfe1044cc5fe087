"""Counts that every cell of a table is in a row or skipped with its table's headers, totals and notes."""

from __future__ import annotations

from collections.abc import Sequence

from records.geometry import Box
from records.page import Page
from records.relation import Candidate, Field
from records.table import Cell, Table

Place = tuple[int, Box]


def misplaced(table: Table, candidate: Candidate, pages: Sequence[Page]) -> list[str]:
    """Texts of cells that are neither in a row nor skipped, or both, and of fields that no cell stands behind."""
    by_index = {page.index: page for page in pages}
    cells = {_cell(cell, by_index[cell.page]): cell.text for cell in table.cells if cell.text.strip()}
    rows = {_field(f): f.text for row in candidate.rows for f in row if f is not None and f.text.strip()}
    skipped = {_field(f): f.text for f in candidate.skipped if f.text.strip()}
    lost = [text for place, text in cells.items() if (place in rows) == (place in skipped)]
    made_up = [text for place, text in (rows | skipped).items() if place not in cells]
    return lost + made_up


def _cell(cell: Cell, page: Page) -> Place:
    return cell.page, page.source_box(cell.box)


def _field(field: Field) -> Place:
    return field.page, field.box
