"""From an area with words and rules to a grid: boundaries, then what is merged across them."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from assets.tables.columns import find_gaps
from assets.tables.rows import group_rows
from assets.tables.rules import Rule, Rules
from assets.tables.spans import Walls, merge
from assets.tables.text import Run, Token, rows_of, runs_of, type_height
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

    ``ruled`` is the share of the inner boundaries that are drawn, from 0 to 1.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    slots: tuple[Slot, ...]
    ruled: float


def build(area: Box, words: Sequence[Token], rules: Rules) -> Grid:
    """The grid of an area (pixels), given the words whose centres lie in it and the rules that run in it."""
    height = type_height(words)
    near = max(4.0, 0.35 * height)
    vertical = [r for r in rules.vertical if r.length > 0.8 * height]
    horizontal = [r for r in rules.horizontal if r.length > 1.2 * height]
    drawn_x = _places(vertical, area[0], area[2], near)
    drawn_y = _places(horizontal, area[1], area[3], near)
    drawn_x, drawn_y = _inhabited(drawn_x, [t.x for t in words]), _inhabited(drawn_y, [t.y for t in words])

    upright = [t for t in words if not t.turn % 2]
    bands = _banded(upright, drawn_y)
    printed = [[runs_of(row, drawn_x) for row in rows_of(band)] for band in bands]
    soft = _soft_columns(printed, drawn_x, height)
    xs = sorted([*drawn_x, *soft])
    ys = [drawn_y[0]]
    for band, (top, bottom) in zip(printed, itertools.pairwise(drawn_y), strict=True):
        ys += group_rows(band, xs, top, bottom, len(drawn_y) - 1)
        ys.append(bottom)

    columns, rows = len(xs) - 1, len(ys) - 1
    share = defaultdict(list)
    for t in words:
        share[_index(ys, t.y), _index(xs, t.x)].append(t)
    upright_walls = [
        [None if x in soft else _solid(vertical, x, ys[r], ys[r + 1], near) for x in xs] for r in range(rows)
    ]
    level_walls = [
        [None if y not in drawn_y else _solid(horizontal, y, xs[c], xs[c + 1], near) for c in range(columns)]
        for y in ys
    ]
    whole = [run for band in bands for row in rows_of(band) for run in runs_of(row)]
    blocks = merge(Walls(upright_walls, level_walls), share, _crossings(whole, xs, ys, height))
    slots = [
        Slot(
            r0,
            c0,
            r1 - r0,
            c1 - c0,
            tuple(t for r in range(r0, r1) for c in range(c0, c1) for t in share.get((r, c), ())),
            (xs[c0], ys[r0], xs[c1], ys[r1]),
        )
        for r0, c0, r1, c1 in blocks
    ]
    drawn = [w is True for walls in upright_walls for w in walls[1:-1]]
    drawn += [w is True for walls in level_walls[1:-1] for w in walls]
    return Grid(tuple(xs), tuple(ys), tuple(slots), sum(drawn) / max(1, len(drawn)))


def _places(rules: Iterable[Rule], first: float, last: float, near: float) -> list[float]:
    """Where rules lie, each place once (the mean, weighed by length), with the area's own edges as first and last."""
    groups: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda r: r.at):
        if groups and rule.at - groups[-1][-1].at <= near:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    places = [sum(r.at * r.length for r in g) / sum(r.length for r in g) for g in groups]
    inner = [p for p in places if first + near < p < last - near]
    return [first, *inner, last]


def _inhabited(places: list[float], centres: Sequence[float]) -> list[float]:
    """Boundaries without the strips that hold no word at all: two lines with nothing between part nothing."""
    kept = [places[0]]
    for a, b in itertools.pairwise(places):
        if any(a <= c < b for c in centres):
            kept.append(b)
        elif len(kept) > 1 or b == places[-1]:
            kept[-1] = kept[-1] if len(kept) == 1 else (kept[-1] + b) / 2 if b != places[-1] else b
    return kept if len(kept) > 1 else [places[0], places[-1]]


def _banded(words: Iterable[Token], ys: Sequence[float]) -> list[list[Token]]:
    bands: list[list[Token]] = [[] for _ in range(len(ys) - 1)]
    for t in words:
        bands[_index(ys, t.y)].append(t)
    return bands


def _index(edges: Sequence[float], at: float) -> int:
    """The interval that holds a place; what lies outside belongs to the nearest."""
    return max(0, min(len(edges) - 2, sum(at >= e for e in edges[1:-1])))


def _soft_columns(printed: Sequence[Sequence[Sequence[Run]]], drawn: Sequence[float], height: float) -> list[float]:
    """Columns within the strips between drawn rules, from white space alone."""
    soft: list[float] = []
    ruled = len(drawn) > 2
    for left, right in itertools.pairwise(drawn):
        rows = [[r for r in runs if left <= (r.box[0] + r.box[2]) / 2 < right] for band in printed for runs in band]
        rows = [r for r in rows if r]
        both = sum(len(r) > 1 for r in rows)
        # between two drawn rules a second column must show in most rows: a gap in one cell is no column
        if ruled and (both < 3 or both < 0.5 * len(rows)):
            continue
        soft += find_gaps(rows, left, right, 1.0 if not ruled else 0.8 * height)
    return soft


def _crossings(runs: Iterable[Run], xs: Sequence[float], ys: Sequence[float], height: float) -> set[tuple[int, int]]:
    """(row, i) where text runs across the boundary ``xs[i]``."""
    return {
        (_index(ys, (run.box[1] + run.box[3]) / 2), i)
        for run in runs
        for i, x in enumerate(xs)
        if run.box[0] < x - 0.5 * height and run.box[2] > x + 0.5 * height
    }


def _solid(rules: Iterable[Rule], at: float, start: float, end: float, near: float) -> bool:
    """Whether rules at a place cover most of a stretch."""
    covered = sum(max(0.0, min(r.end, end) - max(r.start, start)) for r in rules if abs(r.at - at) <= 1.5 * near)
    return covered >= 0.6 * (end - start)
