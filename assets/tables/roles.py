"""What each cell is for, as far as a simple rule knows."""

from __future__ import annotations

import re

from assets.tables.grid import Grid, Slot
from assets.tables.text import is_number
from records.table import Role

TOTAL = re.compile(r"^\W*(grand |sub)?(total|totals|sum|合计|总计|小计)\b", re.IGNORECASE)


YEAR = re.compile(r"^\W*(19|20)\d\d\W*$")


def header_rows(grid: Grid) -> int:
    """How many rows at the top hold names rather than values.

    Columns most of whose cells are values tell the two apart: the header is what stands above the first row that has
    values in them. Years are names there. A table that begins with values on all of them goes on from elsewhere and
    has no header.
    """
    texts: dict[int, dict[int, str]] = {}
    for slot in grid.slots:
        if slot.words and slot.column_span == 1:
            texts.setdefault(slot.row, {})[slot.column] = " ".join(t.text for t in slot.words)
    telling = [c for c in range(grid.columns) if _mostly_values([row[c] for row in texts.values() if c in row])]
    first = next((r for r in range(grid.rows) if _shares_values(texts.get(r, {}), telling)), None)
    if first is None:
        return 1
    if first == 0:
        row = [texts[0][c] for c in telling if c in texts[0]]
        headless = len(row) > 1 and all(is_value(t) for t in row) and not any(YEAR.match(t) for t in row)
        return 0 if headless else 1
    while first > 1 and set(texts.get(first - 1, {})) == {0}:
        first -= 1  # the name of a group of rows, not of a column
    return first


def is_value(text: str) -> bool:
    """Whether a text is a figure, a date, a code: a third of it digits, or a mark for nothing.

    >>> [is_value(t) for t in ("2016-10-17", "SB-2016-018", "1 May", "数量", "Q1 result", "–")]
    [True, True, False, False, False, True]
    """
    dense = "".join(text.split())
    return is_number(text) or sum(c.isdigit() for c in dense) * 3 > len(dense)


def _mostly_values(texts: list[str]) -> bool:
    return len(texts) > 1 and sum(is_value(t) for t in texts) > 0.5 * len(texts)


def _shares_values(row: dict[int, str], telling: list[int]) -> bool:
    """Whether half of what a row has in the telling columns are values, years aside."""
    found = [row[c] for c in telling if c in row]
    return bool(found) and 2 * sum(is_value(t) and not YEAR.match(t) for t in found) >= len(found)


def role_of(slot: Slot, headers: int) -> Role:
    if slot.row < headers:
        return "column_header"
    text = " ".join(t.text for t in slot.words)
    if slot.column == 0:
        return "total" if TOTAL.match(text) else "row_header"
    return "data"
