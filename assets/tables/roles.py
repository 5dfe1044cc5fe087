"""What each cell is for, as far as a simple rule knows."""

from __future__ import annotations

import re

from assets.tables.grid import Grid, Slot
from assets.tables.text import is_number
from records.table import Role

TOTAL = re.compile(r"^\W*(grand |sub)?(total|totals|sum|合计|总计|小计)\b", re.IGNORECASE)


def header_rows(grid: Grid) -> int:
    """How many rows at the top hold names rather than values: those before the first row with a number."""
    rows = len(grid.ys) - 1
    for row in range(rows):
        texts = [" ".join(t.text for t in s.words) for s in grid.slots if s.row == row and s.column > 0 and s.words]
        if texts and sum(is_number(t) for t in texts) >= 0.5 * len(texts) and row:
            return row
    return 1


def role_of(slot: Slot, headers: int) -> Role:
    if slot.row < headers:
        return "column_header"
    text = " ".join(t.text for t in slot.words)
    if slot.column == 0:
        return "total" if TOTAL.match(text) else "row_header"
    return "data"
