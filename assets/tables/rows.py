"""Rows where nothing is ruled: which rows of print belong to one row of the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct

from assets.tables.text import Run, Token, is_number, runs_of

FORCED = 0.5
"""The share of line breaks that are forced, above which lines are one text that wraps."""


class Band(Struct, frozen=True):
    """What stands between two drawn horizontal rules: its top, its bottom, its rows of print."""

    top: float
    bottom: float
    rows: list[list[Token]]


def group_rows(bands: Sequence[Band], xs: Sequence[float], drawn: Sequence[float]) -> list[list[float]]:
    """For each band the y at which it parts into rows of the table; none where it is one row.

    ``xs`` are the columns' boundaries, ``drawn`` those of them that are ruled.
    """
    printed = [[runs_of(row, drawn) for row in band.rows] for band in bands]
    total = sum(len(rows) for rows in printed)
    short = sum(len(rows) for rows in printed if len(rows) <= 2)
    by_rules = len(bands) >= 3 and (len(drawn) > 2 or short >= 0.5 * total)
    return [[] if by_rules and not _listed(rows, xs) else _cuts(rows, xs) for rows in printed]


def _cuts(printed: Sequence[Sequence[Run]], xs: Sequence[float]) -> list[float]:
    """Where rows of print part, but for those that go on with the one above."""
    if len(printed) < 2:
        return []
    filled = [{_column(xs, run) for run in runs} for runs in printed]
    typical = median(len(f) for f in filled)
    edges = [(min(r.box[1] for r in runs), max(r.box[3] for r in runs)) for runs in printed]
    pitch = [b[0] - a[0] for a, b in pairwise(edges)]
    usual = median(pitch)
    cuts = []
    for i in range(1, len(printed)):
        partial = len(filled[i]) <= max(1, typical / 2) and len(filled[i]) < typical
        continues = partial and 0 not in filled[i] and filled[i] <= filled[i - 1] and pitch[i - 1] <= 1.05 * usual
        wrapped = partial and filled[i] == {0} and _wraps(printed[i - 1], printed[i], xs)
        if not continues and not wrapped:
            cuts.append((edges[i - 1][1] + edges[i][0]) / 2)
    return cuts


def _listed(printed: Sequence[Sequence[Run]], xs: Sequence[float]) -> bool:
    """Whether a ruled band lists several rows: numbers stand under each other in two columns, or in one with something
    beside each; or many rows of print have short entries in the same columns."""
    if len(printed) < 2:
        return False
    filled = [{_column(xs, run) for run in runs} for runs in printed]
    numbers = [0] * (len(xs) - 1)
    for runs in printed:
        for run in runs:
            numbers[_column(xs, run)] += is_number(run.text)
    columns = sum(n >= 2 and n >= 0.7 * len(printed) for n in numbers)
    if columns > 1 or (columns == 1 and all(len(f) > 1 for f in filled)):
        return True
    even = sum(len(f) > 1 for f in filled) >= 0.8 * len(printed)
    breaks = [_forced(a, b, xs) for above, below in pairwise(printed) for a, b in _pairs(above, below, xs)]
    return len(printed) >= 6 and even and sum(breaks) < FORCED * len(breaks)


def _pairs(above: Sequence[Run], below: Sequence[Run], xs: Sequence[float]) -> list[tuple[Run, Run]]:
    """The runs of two rows of print that stand in the same column: the last there above, the first below."""
    last = {_column(xs, run): run for run in above}
    first = {_column(xs, run): run for run in reversed(below)}
    return [(last[c], first[c]) for c in sorted(last.keys() & first.keys())]


def _wraps(above: Sequence[Run], below: Sequence[Run], xs: Sequence[float]) -> bool:
    """Whether a label below goes on with the one above: it begins in mid-sentence, or the line above was full."""
    words = below[0].text
    return words[:1].islower() or words[:1] == "(" or all(_forced(a, b, xs) for a, b in _pairs(above, below, xs))


def _forced(above: Run, below: Run, xs: Sequence[float]) -> bool:
    """Whether the first word below would not have fitted at the end of the line above: then the line had to break, as
    lines of one text do; a list of entries breaks where it pleases."""
    column = _column(xs, above)
    margin = max(0.0, min(above.box[0], below.box[0]) - xs[column])
    room = xs[column + 1] - min(margin, 0.15 * (xs[column + 1] - xs[column])) - above.box[2]
    word = below.tokens[0]
    return word.box[2] - word.box[0] + 0.3 * word.height > room


def _column(xs: Sequence[float], run: Run) -> int:
    centre = (run.box[0] + run.box[2]) / 2
    return max(0, min(len(xs) - 2, sum(centre >= x for x in xs[1:-1])))
