"""Characters of a strip into words with their place in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from gpu_ops.ocr.ctc import Character
from gpu_ops.ocr.ink import SPECKS, widest_gap

HALF_BLANK = frozenset("，。、；：！？）》」』】")
"""Full-width punctuation whose right half is blank,"""
BLANK = 0.5
"""so that much of a height is no gap after it."""


class Span(Struct, frozen=True):
    """A word as characters, and its left and right end as shares of the strip's width."""

    characters: tuple[Character, ...]
    left: float
    right: float

    @property
    def text(self) -> str:
        return "".join(c.text for c in self.characters)


def split(characters: Sequence[Character], marks: NDArray[np.bool_], gap: float) -> list[Span]:
    """Words in order, none overlapping: parted at spaces, and wherever the ink leaves more than ``gap`` heights free.

    ``marks`` is the ink of the strip (HxW). Every character but spaces is in exactly one word.
    """
    height, width = marks.shape
    columns = marks.sum(axis=0) > SPECKS
    words: list[tuple[list[Character], int]] = []  # characters, column where the word starts
    ends: list[int] = []
    spaced, last, before = True, 0, ""
    for character in characters:
        if not character.text.strip():
            spaced = True
            continue
        centre = min(width - 1, int(character.centre * width))
        start, end = widest_gap(columns, last, max(last, centre))
        allowed = (gap + BLANK * (before in HALF_BLANK)) * height
        if not words:
            words.append(([], _first_ink(columns, last, centre)))
        elif spaced or end - start > allowed:
            ends.append(start)
            words.append(([], end))
        words[-1][0].append(character)
        spaced, last, before = False, centre, character.text
    if words:
        ends.append(width - _first_ink(columns[::-1], 0, width - last))
    return [
        Span(tuple(members), start / width, max(end, start + 1) / width)
        for (members, start), end in zip(words, ends, strict=True)
    ]


def _first_ink(columns: NDArray[np.bool_], start: int, end: int) -> int:
    """The first column with ink in [start, end), or ``start``."""
    found = np.flatnonzero(columns[start:end])
    return start + int(found[0]) if len(found) else start
