"""Columns where nothing is ruled: the valleys between the peaks of how many rows of print have text at each x."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assets.tables.text import Run

CROSSED = 0.25
"""The share of rows that may run across a gap between two columns: headings over both, and long labels."""


def find_gaps(
    rows: Sequence[Sequence[Run]], left: float, right: float, narrowest: float, crossed: float = CROSSED
) -> list[float]:
    """The x at which columns part, from the left.

    The profile counts, at each x, the rows with text there. A valley parts its two neighbouring peaks when it is at
    most ``crossed`` times the lower of them (persistence of the profile), is at least ``narrowest`` pixels wide, and
    some row has text on both its sides. Rows of one run alone say nothing about gaps and count less.
    """
    width = int(np.ceil(right - left)) + 1
    profile = np.zeros(max(width, 1))
    for runs in rows:
        for run in runs:
            a, b = int(run.box[0] - left), int(np.ceil(run.box[2] - left))
            profile[max(a, 0) : max(b, 0)] += 1.0 if len(runs) > 1 else 0.5
    return [left + x for x in _valleys(profile, narrowest, crossed) if _supported(rows, left + x)]


def _valleys(profile: np.ndarray, narrowest: float, crossed: float) -> list[float]:
    change = np.flatnonzero(np.diff(profile)) + 1
    starts = np.concatenate(([0], change))
    ends = np.concatenate((change, [len(profile)]))
    levels = profile[starts]
    # from the lowest valley up: each parts the peaks on its two sides, as far as the next lower cut
    order = sorted(range(1, len(levels) - 1), key=lambda i: (levels[i], starts[i] - ends[i]))
    cuts: list[int] = []
    for i in order:
        if not (levels[i] < levels[i - 1] and levels[i] < levels[i + 1]) or ends[i] - starts[i] < narrowest:
            continue
        low = max((c for c in cuts if c < i), default=-1) + 1
        high = min((c for c in cuts if c > i), default=len(levels))
        peak = min(levels[low:i].max(initial=0.0), levels[i + 1 : high].max(initial=0.0))
        if peak > 0 and levels[i] <= crossed * peak:
            cuts.append(i)
    return sorted(float(starts[i] + ends[i]) / 2 for i in cuts)


def _supported(rows: Sequence[Sequence[Run]], x: float) -> bool:
    """Whether some row has text on both sides and none across."""
    return any(any(r.box[2] <= x for r in runs) and any(r.box[0] >= x for r in runs) for runs in rows if len(runs) > 1)
