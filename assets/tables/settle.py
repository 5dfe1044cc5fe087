"""Cells as records, such that every word in the table is told once and no cell's box holds another's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from assets.tables.grid import Grid, Slot
from assets.tables.text import Token, reading_order
from records.geometry import Box, union
from records.table import Cell, Role, WordRef

Judge = Callable[[Slot], tuple[Role, float]]
"""What a cell is for, and how sure its place is, from 0 to 1."""

LEADERS = re.compile(r"\s*([.·…‥_]\s*){4,}$")


def settle(
    page: int, grid: Grid, inside: Sequence[Token], judge: Judge
) -> tuple[tuple[Cell, ...], tuple[WordRef, ...]]:
    """The cells of a grid, and the leftovers among the words ``inside`` its area.

    A cell's box is that around its words. Where it would hold the centre of another cell's word (a long entry that
    runs out of its column), it is cut at the cell's own place; a word that even then lies in another's box is left
    over, since nobody can tell whose it is.
    """
    boxes = [union(t.box for t in s.words) if s.words else s.box for s in grid.slots]
    for intruded in {b for _, b, _ in _trespasses(grid.slots, boxes)}:
        boxes[intruded] = _cut(boxes[intruded], grid.slots[intruded].box)
    strays = {token.ref for _, _, token in _trespasses(grid.slots, boxes)}
    cells = tuple(
        _cell(page, slot, box, [t for t in slot.words if t.ref not in strays], judge)
        for slot, box in zip(grid.slots, boxes, strict=True)
    )
    told = {ref for cell in cells for ref in cell.words}
    return cells, tuple(sorted(t.ref for t in inside if t.ref not in told))


def _trespasses(slots: Sequence[Slot], boxes: Sequence[Box]) -> list[tuple[int, int, Token]]:
    """(owner, intruded, word) for each word whose centre lies in the box of another slot that has words."""
    owned = [(i, t) for i, s in enumerate(slots) for t in s.words]
    return [
        (i, j, t)
        for j, (x0, y0, x1, y1) in enumerate(boxes)
        if slots[j].words
        for i, t in owned
        if i != j and x0 < t.x < x1 and y0 < t.y < y1
    ]


def _cut(box: Box, place: Box) -> Box:
    """A box cut at a place, where anything is left of it."""
    x0, y0, x1, y1 = max(box[0], place[0]), max(box[1], place[1]), min(box[2], place[2]), min(box[3], place[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else box


def _cell(page: int, slot: Slot, box: Box, own: Sequence[Token], judge: Judge) -> Cell:
    words, (role, sure) = reading_order(own), judge(slot)
    read = sum(t.confidence for t in words) / len(words) if words else 1.0
    return Cell(
        page=page,
        row=slot.row,
        column=slot.column,
        text=LEADERS.sub("", " ".join(t.text for t in words)),
        box=box,
        confidence=min(read, sure),
        row_span=slot.row_span,
        column_span=slot.column_span,
        role=role,
        words=tuple(t.ref for t in words),
    )
