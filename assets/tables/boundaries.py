"""Where the columns and rows of an area part: at rules, and at white space where there are none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from assets.tables.columns import find_gaps
from assets.tables.rows import Band, group_rows
from assets.tables.rules import Rule, Rules
from assets.tables.text import Run, Token, rows_of, runs_of
from records.geometry import Box

NARROW = 0.6
"""Gap, in type heights, that may part two columns when it recurs; less than what parts two runs by itself."""


class Boundaries(Struct, frozen=True):
    """``xs`` and ``ys`` with the area's own edges as first and last, which of the inner ones are drawn, and the rows
    of print in the area."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    drawn_x: frozenset[float]
    drawn_y: frozenset[float]
    print_rows: tuple[tuple[Token, ...], ...]


def find_boundaries(area: Box, words: Sequence[Token], rules: Rules, height: float) -> Boundaries:
    """The boundaries of an area (pixels); ``height`` is that of its type."""
    near = max(4.0, 0.35 * height)
    upright = [t for row in rows_of(words) for t in row]
    drawn_x = _places([r for r in rules.vertical if r.length > 0.8 * height], area[0], area[2], near)
    drawn_y = _places([r for r in rules.horizontal if r.length > 1.2 * height], area[1], area[3], near)
    drawn_x = _inhabited(drawn_x, [(t.box[0], t.box[2]) for t in words], 1.2 * height)
    drawn_y = _inhabited(drawn_y, [(t.box[1], t.box[3]) for t in words], 0.8 * height)

    bands = [
        Band(top, bottom, rows_of(t for t in upright if index(drawn_y, t.y) == i))
        for i, (top, bottom) in enumerate(pairwise(drawn_y))
    ]
    soft = _soft_columns([row for band in bands for row in band.rows], drawn_x)
    xs = sorted([*drawn_x, *soft])
    ys = [drawn_y[0]]
    for band, cuts in zip(bands, group_rows(bands, xs, drawn_x), strict=True):
        ys += [*cuts, band.bottom]
    rows = tuple(tuple(row) for band in bands for row in band.rows)
    return Boundaries(tuple(xs), tuple(ys), frozenset(drawn_x), frozenset(drawn_y), rows)


def index(edges: Sequence[float], at: float) -> int:
    """The interval that holds a place; what lies outside belongs to the nearest.

    >>> [index((0, 10, 20), x) for x in (-5, 5, 10, 25)]
    [0, 0, 1, 1]
    """
    return max(0, min(len(edges) - 2, sum(at >= e for e in edges[1:-1])))


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


def _inhabited(places: Sequence[float], words: Sequence[tuple[float, float]], narrow: float) -> list[float]:
    """Boundaries without the narrow strips that hold no word: two lines side by side part nothing from nothing. A
    strip as wide as type stays, as the empty column or row that it is.

    >>> _inhabited([0, 40, 44, 90], [(5, 30), (50, 80)], 10)
    [0, 42.0, 90]
    """
    kept = [places[0]]
    pending = None
    for a, b in pairwise(places):
        empty = b - a < narrow and not any(a <= (x + y) / 2 < b for x, y in words)
        if not empty:
            if pending is not None:
                kept[-1] = kept[-1] if len(kept) == 1 else (kept[-1] + pending) / 2
            kept.append(b)
            pending = None
        else:
            pending = b
    if pending is not None:
        kept[-1] = places[-1]
    return kept if len(kept) > 1 else [places[0], places[-1]]


def _soft_columns(rows: Sequence[Sequence[Token]], drawn: Sequence[float]) -> list[float]:
    """Columns within the strips between drawn rules, from white space alone."""
    soft: list[float] = []
    ruled = len(drawn) > 2
    printed = [runs_of(row, drawn, gap=NARROW) for row in rows]
    for left, right in pairwise(drawn):
        inside: list[list[Run]] = [[r for r in runs if left <= (r.box[0] + r.box[2]) / 2 < right] for runs in printed]
        inside = [runs for runs in inside if runs]
        parted = sum(len(runs) > 1 for runs in inside)
        # between two drawn rules a second column must show in most rows: a gap in one cell is no column
        if ruled and (parted < 3 or parted < 0.5 * len(inside)):
            continue
        soft += find_gaps(inside, left, right, 1.0)
    return soft
