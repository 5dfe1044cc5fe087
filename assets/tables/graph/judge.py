"""What the graph says of each cell of a grid, whoever made the grid: its role, and how sure its place is."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from assets.tables.grid import Grid
from gpu_ops.graph.scores import ROLE_NAMES, Scores
from records.table import Role, WordRef

Place = tuple[int, int]


def roles_of(grid: Grid, number: Mapping[WordRef, int], scores: Scores) -> dict[Place, Role]:
    """The role of each slot by its place: what its words say together; an empty one follows its row and column.

    ``number`` tells which word of the scores a word of the grid is.
    """
    told: dict[Place, Role] = {}
    for slot in grid.slots:
        own = [number[t.ref] for t in slot.words if t.ref in number]
        if own:
            told[slot.row, slot.column] = ROLE_NAMES[int(np.log(scores.roles[own] + 1e-6).mean(0).argmax())]
    headers = header_rows(grid, told)
    for slot in grid.slots:
        if (slot.row, slot.column) not in told:
            told[slot.row, slot.column] = "column_header" if slot.row < headers else "data"
    return told


def header_rows(grid: Grid, roles: Mapping[Place, Role]) -> int:
    """How many rows at the top are names of columns: those most of whose cells are."""
    filled = {(s.row, s.column) for s in grid.slots if s.words}
    for r in range(grid.rows):
        row = [roles[p] for p in filled if p[0] == r and p in roles]
        if row and 2 * sum(role == "column_header" for role in row) < len(row):
            return r
    return 0


def raw_confidence(grid: Grid, number: Mapping[WordRef, int], scores: Scores) -> dict[Place, float]:
    """For each slot with words: the mean probability that the graph gives to what the grid says of its words and those
    that they are linked with (of one cell or not, of one row, of one column), times the mean probability that they
    are in a table at all."""
    n = len(scores.inside)
    at = np.full((n, 5), -1)
    for k, s in enumerate(grid.slots):
        for t in s.words:
            if t.ref in number:
                at[number[t.ref]] = (s.row, s.row + s.row_span, s.column, s.column + s.column_span, k)
    i, j = scores.pairs
    known = (at[i, 4] >= 0) & (at[j, 4] >= 0)
    a, b = at[i], at[j]
    agree = [
        _agree(scores.cell, a[:, 4] == b[:, 4]),
        _agree(scores.row, np.maximum(a[:, 0], b[:, 0]) < np.minimum(a[:, 1], b[:, 1])),
        _agree(scores.column, np.maximum(a[:, 2], b[:, 2]) < np.minimum(a[:, 3], b[:, 3])),
    ]
    worst = np.log(np.minimum.reduce(agree).clip(1e-4, 1))
    total, count = np.zeros(len(grid.slots)), np.zeros(len(grid.slots))
    for end in (a, b):
        np.add.at(total, end[known, 4], worst[known])
        np.add.at(count, end[known, 4], 1)
    found = {}
    for k, s in enumerate(grid.slots):
        own = [number[t.ref] for t in s.words if t.ref in number]
        if own:
            sure = float(np.exp(total[k] / max(1, count[k]))) * float(scores.inside[own].mean())
            found[s.row, s.column] = sure
    return found


def _agree(probability: NDArray[np.float32], said: NDArray[np.bool_]) -> NDArray[np.float32]:
    return np.where(said, probability, 1 - probability)
