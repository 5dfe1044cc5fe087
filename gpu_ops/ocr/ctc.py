"""Greedy decoding of connectionist temporal classification (Graves et al. 2006), with the place of each character."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray


class Character(Struct, frozen=True):
    """One character read: its centre as a share of the strip's width, and its probability."""

    text: str
    centre: float
    probability: float


def decode(
    best: NDArray[np.intp], probability: NDArray[np.float32], alphabet: tuple[str, ...], span: float
) -> tuple[Character, ...]:
    """Characters from the best class and its probability at each of T steps; class 0 is the blank.

    ``span`` is how many of the T steps the line itself takes (the rest is padding). A character seen at several
    steps running is one; its probability is the highest of them.

    >>> a, b = decode(np.array([1, 1, 0, 2]), np.array([.5, .9, 1, .8], np.float32), ("", "x", "y"), 4)
    >>> a.text, round(a.probability, 2), a.centre, b.text, b.centre
    ('x', 0.9, 0.25, 'y', 0.875)
    """
    changes = np.flatnonzero(np.diff(best)) + 1
    starts = np.concatenate([[0], changes])
    ends = np.concatenate([changes, [len(best)]])
    return tuple(
        Character(alphabet[best[s]], min(1.0, (s + e) / 2 / span), float(probability[s:e].max()))
        for s, e in zip(starts.tolist(), ends.tolist(), strict=True)
        if best[s] != 0
    )
