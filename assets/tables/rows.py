"""Rows where nothing is ruled: which rows of print belong to one row of the table."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import median

from assets.tables.text import Run, is_number


def group_rows(
    printed: Sequence[Sequence[Run]], xs: Sequence[float], top: float, bottom: float, bands: int
) -> list[float]:
    """The y at which a band between two drawn rules parts into rows; none where it is one row.

    ``printed`` are the band's rows of print, ``xs`` the columns' boundaries, ``bands`` how many bands the table has.
    """
    if len(printed) < 2:
        return []
    filled = [{_column(xs, run) for run in runs} for runs in printed]
    if bands >= 3 and not _listed(printed, filled, xs):
        return []
    typical = median(len(f) for f in filled)
    edges = [(min(r.box[1] for r in runs), max(r.box[3] for r in runs)) for runs in printed]
    pitch = [b[0] - a[0] for a, b in itertools.pairwise(edges)]
    usual = median(pitch)
    cuts = []
    for i in range(1, len(printed)):
        partial = len(filled[i]) <= max(1, typical / 2) and len(filled[i]) < typical
        continues = partial and 0 not in filled[i] and filled[i] <= filled[i - 1] and pitch[i - 1] <= 1.05 * usual
        words = printed[i][0].text
        wrapped = partial and filled[i] == {0} and (words[:1].islower() or words[:1] == "(")
        if not continues and not wrapped:
            cuts.append((edges[i - 1][1] + edges[i][0]) / 2)
    return cuts


def _listed(printed: Sequence[Sequence[Run]], filled: Sequence[set[int]], xs: Sequence[float]) -> bool:
    """Whether a ruled band lists several rows: numbers stand under each other in two columns, or in one and each of
    its rows of print has something beside them."""
    numbers = [0] * (len(xs) - 1)
    for runs in printed:
        for run in runs:
            numbers[_column(xs, run)] += is_number(run.text)
    columns = sum(n >= 2 and n >= 0.7 * len(printed) for n in numbers)
    return columns > 1 or (columns == 1 and all(len(f) > 1 for f in filled))


def _column(xs: Sequence[float], run: Run) -> int:
    centre = (run.box[0] + run.box[2]) / 2
    return max(0, min(len(xs) - 2, sum(centre >= x for x in xs[1:-1])))
