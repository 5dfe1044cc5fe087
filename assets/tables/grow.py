"""Rows and labels that belong to a table but stand outside its lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assets.tables.boundaries import index
from assets.tables.grid import Grid
from assets.tables.text import Run, Token, rows_of, runs_of, type_height
from records.geometry import Box, union

NEAR = 1.3
"""Type heights between a table and a row of print that may still belong to it."""
LABELS = 0.6
"""The share of a table's rows that must have something on their left for it to be a column of labels."""


def grow(box: Box, grid: Grid, free: Sequence[Token]) -> Box:
    """The box widened to rows right above and below that fall into the grid's columns, and to labels on its left.

    ``free`` are words that belong to no other table and to no running text. Lines on both sides of all rows close a
    table above and below.
    """
    height = type_height(t for slot in grid.slots for t in slot.words)
    if not grid.shut:
        beside = [t for t in free if box[0] - height <= t.x <= box[2] + height]
        below = [runs_of(row) for row in rows_of(t for t in beside if t.y > box[3])]
        above = [runs_of(row) for row in rows_of(t for t in beside if t.y < box[1])]
        box = _extended(box, grid, below, height)
        box = _extended(box, grid, above[::-1], height)
    return _labelled(box, grid, free, height)


def _extended(box: Box, grid: Grid, rows: Sequence[Sequence[Run]], height: float) -> Box:
    """The box around as many of the rows, taken outwards, as stand near and fall into columns."""
    for runs in rows:
        around = union(r.box for r in runs)
        gap = max(around[1] - box[3], box[1] - around[3])
        columns = [index(grid.xs, (r.box[0] + r.box[2]) / 2) for r in runs]
        apart = len(set(columns)) == len(columns) and all(
            _inside(r.box, grid.xs[c], grid.xs[c + 1], height) for r, c in zip(runs, columns, strict=True)
        )
        if gap > NEAR * height or not apart or len(runs) < max(2, 0.5 * grid.columns):
            break
        box = union([box, around])
    return box


def _inside(box: Box, left: float, right: float, height: float) -> bool:
    return box[0] > left - height and box[2] < right + height


def _labelled(box: Box, grid: Grid, free: Sequence[Token], height: float) -> Box:
    """The box widened to the left, when most of its rows have a label there."""
    labels: list[Box] = []
    for top, bottom in pairwise(grid.ys):
        left = [t for t in free if top <= t.y < bottom and t.x < box[0] and not t.turn % 2]
        runs = [runs_of(row)[-1] for row in rows_of(left)]
        near = [r.box for r in runs if box[0] - r.box[2] < 3 * height]
        if near:
            labels.append(union(near))
    return union([box, *labels]) if len(labels) >= LABELS * grid.rows else box
