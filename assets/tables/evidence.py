"""Whether an area is a table, and how sure that is."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from assets.tables.grid import Grid, Slot
from assets.tables.text import is_number, type_height
from records.geometry import Box, area, intersection
from records.table import Region, RegionKind

FIGURE = 0.35
"""Share of a box, times confidence, that a layout engine must give to a figure for the box to be none of ours."""
TABLE = 0.5
"""The same, for it to be a table whatever the words in it are like."""

MARK = re.compile(r"^([•▪■◦●*·–—-]|\(?[a-zA-Z0-9ivx]{1,3}[.)]|[一二三四五六七八九十]+[、.])$")
"""What stands before the items of a list."""


def is_table(grid: Grid, box: Box, regions: Sequence[Region], prose: Collection[int]) -> bool:
    """Two rows and columns at least, and text in enough of the places; then lines that part most of them, or a layout
    engine that says so, or numbers, or short entries in three columns. Figures and running text are none.

    ``prose`` are the lines of the page that are running text.
    """
    filled = [s for s in grid.slots if s.words]
    words = [t for s in filled for t in s.words]
    if grid.rows < 2 or grid.columns < 2 or len(filled) < 4 or len(filled) < 0.35 * len(grid.slots):
        return False
    whole = len(grid.slots) / (grid.rows * grid.columns)
    lattice = grid.ruled > 0.5 and whole > 0.85 and len(filled) >= 0.7 * len(grid.slots)
    table, figure = support(box, regions, "table"), support(box, regions, "figure")
    if figure > max(FIGURE, table) and not (lattice and grid.rows > 3):
        return False
    if lattice and grid.ruled > 0.6:
        return True
    if sum(t.ref.line in prose for t in words) > 0.5 * len(words):
        return False
    if table > TABLE or (grid.ruled > 0.5 and whole > 0.6):
        return True
    if whole < 0.6 or grid.rows < 3 or len(words) > 6 * len(filled):
        return False
    keys = [s for s in filled if not s.column]
    if sum(bool(MARK.match(_text(s))) for s in keys) > 0.7 * len(keys) and grid.columns < 4:
        return False
    values = [s for s in filled if s.column]
    numbers = sum(_valued(s) for s in values)
    entries = grid.columns > 2 and len(words) <= 3 * len(filled) and grid.rows > 3
    return numbers >= 0.4 * max(1, len(values)) or (entries and len(filled) >= 0.6 * len(grid.slots))


def support(box: Box, regions: Sequence[Region], kind: RegionKind) -> float:
    """How much of a box a layout engine takes for a kind of region, times how sure it is."""
    return max((intersection(box, r.box) / area(box) * r.confidence for r in regions if r.kind == kind), default=0.0)


def structure(grid: Grid, box: Box, regions: Sequence[Region]) -> float:
    """How sure the grid is, from 0 to 1: half for what speaks for a table (lines, a layout engine, numbers), half for
    the share of words that keep within their own places."""
    filled = [s for s in grid.slots if s.words]
    values = [s for s in filled if s.column]
    numbers = sum(_valued(s) for s in values) / max(1, len(values))
    slack = 0.3 * type_height(t for s in filled for t in s.words)
    words = [(t, s) for s in filled for t in s.words]
    kept = sum(s.box[0] - slack <= t.box[0] and t.box[2] <= s.box[2] + slack for t, s in words)
    speaks = max(grid.ruled, support(box, regions, "table"), 0.8 * numbers)
    return 0.5 * min(1.0, speaks) + 0.5 * kept / max(1, len(words))


def _valued(slot: Slot) -> bool:
    return is_number(_text(slot))


def _text(slot: Slot) -> str:
    return " ".join(t.text for t in sorted(slot.words, key=lambda t: t.box))
