"""From the graph's votes to grids: which words are a table, where its rows and columns part, what is merged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from assets.tables.graph.partition import Pairs, Votes, bands, clusters, votes
from assets.tables.grid import Grid, Slot
from assets.tables.text import Token
from gpu_ops.graph.scores import Scores
from records.geometry import Box, union

FEWEST = 4
"""Words that a table has at least."""

Block = tuple[int, int, int, int]


class Decoded(Struct, frozen=True):
    """A table that the graph sees: the area of its words, its grid, and the numbers of its words on the page."""

    box: Box
    grid: Grid
    words: tuple[int, ...]


def decode(words: Sequence[Token], scores: Scores) -> list[Decoded]:
    """The tables of a page, in no order; no word is in two of them."""
    inside = np.flatnonzero(scores.inside > 0.5).tolist()
    groups = clusters(inside, scores.pairs, votes(scores.table))
    found = (_table(words, group, scores) for group in groups if len(group) >= FEWEST)
    return [d for d in found if d is not None]


def _table(words: Sequence[Token], group: list[int], scores: Scores) -> Decoded | None:
    member = np.zeros(len(words), bool)
    member[group] = True
    chosen = member[scores.pairs[0]] & member[scores.pairs[1]]
    pairs = scores.pairs[:, chosen]
    cells = clusters(group, pairs, votes(scores.cell[chosen]))
    ys = _axis(words, group, cells, pairs, votes(scores.row[chosen]), scores.over_rows, 1)
    xs = _axis(words, group, cells, pairs, votes(scores.column[chosen]), scores.over_columns, 0)
    if len(ys.edges) < 3 or len(xs.edges) < 3:
        return None
    slots = _slots(words, cells, ys, xs)
    box = (xs.edges[0], ys.edges[0], xs.edges[-1], ys.edges[-1])
    return Decoded(box, Grid(tuple(xs.edges), tuple(ys.edges), tuple(slots), 0.0, False), tuple(group))


class Axis(Struct, frozen=True):
    """Rows (or columns): their edges, one more than there are; the one that each plain word is in; and the first and
    last that each spanning cell (by its first word) takes."""

    edges: list[float]
    of: dict[int, int]
    spans: dict[int, tuple[int, int]]


def _axis(
    words: Sequence[Token],
    group: Sequence[int],
    cells: Sequence[Sequence[int]],
    pairs: Pairs,
    vote: Votes,
    over: NDArray[np.float32],
    axis: int,
) -> Axis:
    """Cells over several rows (columns) say little about where these part: the others settle that, and what they have
    in common with those tells their span."""
    spanning = [c for c in cells if float(over[c].mean()) > 0.5]
    loose = {i for c in spanning for i in c}
    plain = [i for i in group if i not in loose]
    if not plain:
        spanning, plain = [], list(group)
    plain.sort(key=lambda i: (_middle(words[i].box, axis), words[i].box))
    parts = bands(plain, pairs, vote)
    of = {i: k for k, part in enumerate(parts) for i in part}
    edges = _edges(words, parts, group, axis)
    spans = {c[0]: _span(words, c, of, len(parts), edges, pairs, vote, axis) for c in spanning}
    return Axis(edges, of, spans)


def _middle(box: Box, axis: int) -> float:
    return (box[axis] + box[axis + 2]) / 2


def _edges(words: Sequence[Token], parts: Sequence[Sequence[int]], group: Iterable[int], axis: int) -> list[float]:
    """Where bands part: in the middle of the white between them, or of their words' centres where there is none."""
    around = union(words[i].box for i in group)
    edges = [around[axis] - 1.0]
    for above, below in pairwise(parts):
        low, high = max(words[i].box[axis + 2] for i in above), min(words[i].box[axis] for i in below)
        if low > high:
            low, high = max(_middle(words[i].box, axis) for i in above), min(_middle(words[i].box, axis) for i in below)
        edges.append(max((low + high) / 2, edges[-1] + 0.5))
    return [*edges, max(around[axis + 2] + 1.0, edges[-1] + 0.5)]


def _span(
    words: Sequence[Token],
    cell: Sequence[int],
    of: dict[int, int],
    count: int,
    edges: Sequence[float],
    pairs: Pairs,
    vote: Votes,
    axis: int,
) -> tuple[int, int]:
    """The bands that a cell takes: those whose words vote that they share one with it, and those that its own words
    stand over the middle of."""
    tally = np.zeros(count)
    own = set(cell)
    for (i, j), v in zip(pairs.T.tolist(), vote.tolist(), strict=True):
        if (i in own) != (j in own):
            other = j if i in own else i
            if other in of:
                tally[of[other]] += v
    box = union(words[i].box for i in cell)
    taken = [k for k in range(count) if tally[k] > 0 or box[axis] < (edges[k] + edges[k + 1]) / 2 < box[axis + 2]]
    if not taken:
        middle = _middle(box, axis)
        taken = [min(range(count), key=lambda k: abs((edges[k] + edges[k + 1]) / 2 - middle))]
    return min(taken), max(taken)


def _slots(words: Sequence[Token], cells: Sequence[Sequence[int]], ys: Axis, xs: Axis) -> list[Slot]:
    """All places of the grid, filled without overlap: spanning cells first, the widest before others, each cut back to
    its first place where it meets one that is there already."""
    owner: dict[tuple[int, int], Block] = {}
    held: dict[Block, list[int]] = {}
    blocks: list[tuple[Block, list[int]]] = []
    for cell in cells:
        parts: dict[Block, list[int]] = {}
        for i in cell:
            r0, r1 = ys.spans.get(cell[0]) or (ys.of[i], ys.of[i])
            c0, c1 = xs.spans.get(cell[0]) or (xs.of[i], xs.of[i])
            parts.setdefault((r0, c0, r1 + 1, c1 + 1), []).append(i)
        blocks += parts.items()
    blocks.sort(key=lambda b: (-(b[0][2] - b[0][0]) * (b[0][3] - b[0][1]), b[0], b[1]))
    single = {b for b, _ in blocks if (b[2] - b[0]) * (b[3] - b[1]) == 1}
    for block, members in blocks:
        places = [(r, c) for r in range(block[0], block[2]) for c in range(block[1], block[3])]
        wide = len(places) > 1
        if wide and any(p in owner or (p[0], p[1], p[0] + 1, p[1] + 1) in single for p in places):
            at = _home(words, members, ys, xs, block)
            block, places = (at[0], at[1], at[0] + 1, at[1] + 1), [at]
        for p in places:
            owner.setdefault(p, block)
        held.setdefault(owner[places[0]], []).extend(members)
    rows, columns = len(ys.edges) - 1, len(xs.edges) - 1
    every = {owner.get((r, c), (r, c, r + 1, c + 1)) for r in range(rows) for c in range(columns)}
    return [
        Slot(
            r0,
            c0,
            r1 - r0,
            c1 - c0,
            tuple(words[i] for i in sorted(held.get((r0, c0, r1, c1), ()))),
            (xs.edges[c0], ys.edges[r0], xs.edges[c1], ys.edges[r1]),
        )
        for r0, c0, r1, c1 in sorted(every)
    ]


def _home(words: Sequence[Token], members: Sequence[int], ys: Axis, xs: Axis, block: Block) -> tuple[int, int]:
    """The place of a block that its words' middle is nearest to."""
    box = union(words[i].box for i in members)
    r = min(range(block[0], block[2]), key=lambda k: abs((ys.edges[k] + ys.edges[k + 1]) / 2 - _middle(box, 1)))
    c = min(range(block[1], block[3]), key=lambda k: abs((xs.edges[k] + xs.edges[k + 1]) / 2 - _middle(box, 0)))
    return r, c
