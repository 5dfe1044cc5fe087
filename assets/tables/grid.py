"""From an area with words and rules to a grid: boundaries, then what is merged across them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from assets.tables.boundaries import Boundaries, find_boundaries, index
from assets.tables.place import place
from assets.tables.rules import Rule, Rules
from assets.tables.spans import Walls, merge
from assets.tables.text import Token, is_leader, type_height
from records.geometry import Box


class Slot(Struct, frozen=True):
    """A cell of a grid before it is told as a record: its place, its words in no order, the area that it takes."""

    row: int
    column: int
    row_span: int
    column_span: int
    words: tuple[Token, ...]
    box: Box


class Grid(Struct, frozen=True):
    """Boundaries (``xs`` one more than columns, ``ys`` one more than rows) and the slots that fill them.

    ``ruled`` is the share of the inner boundaries that are drawn, from 0 to 1; ``shut`` whether lines stand on the
    left and on the right of all.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    slots: tuple[Slot, ...]
    ruled: float
    shut: bool

    @property
    def rows(self) -> int:
        return len(self.ys) - 1

    @property
    def columns(self) -> int:
        return len(self.xs) - 1


def build(area: Box, words: Sequence[Token], rules: Rules) -> Grid:
    """The grid of an area (pixels), given the words whose centres lie in it and the rules that run in it."""
    height = type_height(words)
    edges = find_boundaries(area, [t for t in words if not is_leader(t.text)], rules, height)
    walls = _walls(edges, rules, max(4.0, 0.35 * height))
    rows, columns = len(edges.ys) - 1, len(edges.xs) - 1

    share: dict[tuple[int, int], list[Token]] = defaultdict(list)
    across: set[tuple[int, int]] = set()
    for printed in edges.print_rows:
        row = index(edges.ys, sum(t.y for t in printed) / len(printed))
        solid = [x for x, wall in zip(edges.xs, walls.upright[row], strict=True) if wall]
        opened = [x for x, wall in zip(edges.xs, walls.upright[row], strict=True) if wall is False]
        for segment in place(printed, edges.xs, solid, opened, height):
            share[row, segment.first] += segment.tokens
            across.update((row, i) for i in range(segment.first + 1, segment.last + 1))
    placed = {t.ref for printed in edges.print_rows for t in printed}
    for t in words:
        if t.ref not in placed:
            share[index(edges.ys, t.y), index(edges.xs, t.x)].append(t)

    slots = [
        Slot(
            r0,
            c0,
            r1 - r0,
            c1 - c0,
            tuple(t for r in range(r0, r1) for c in range(c0, c1) for t in share.get((r, c), ())),
            (edges.xs[c0], edges.ys[r0], edges.xs[c1], edges.ys[r1]),
        )
        for r0, c0, r1, c1 in merge(walls, share, across)
    ]
    inner = [walls.upright[r][i] is True for r in range(rows) for i in range(1, columns)]
    inner += [walls.level[i][c] is True for i in range(1, rows) for c in range(columns)]
    shut = all(w[0] and w[-1] for w in walls.upright)
    return Grid(edges.xs, edges.ys, tuple(slots), sum(inner) / max(1, len(inner)), shut)


def _walls(edges: Boundaries, rules: Rules, near: float) -> Walls:
    upright = [
        [None if x not in edges.drawn_x else _solid(rules.vertical, x, top, bottom, near) for x in edges.xs]
        for top, bottom in pairwise(edges.ys)
    ]
    level = [
        [
            None if y not in edges.drawn_y else _solid(rules.horizontal, y, left, right, near)
            for left, right in pairwise(edges.xs)
        ]
        for y in edges.ys
    ]
    return Walls(upright, level)


def _solid(rules: Iterable[Rule], at: float, start: float, end: float, near: float) -> bool:
    """Whether rules at a place cover most of a stretch."""
    covered = sum(max(0.0, min(r.end, end) - max(r.start, start)) for r in rules if abs(r.at - at) <= 1.5 * near)
    return covered >= 0.6 * (end - start)
