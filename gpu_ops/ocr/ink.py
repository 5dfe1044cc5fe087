"""Where there is ink in a strip: the gaps between characters, and the height that the print really takes."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

RULE = 0.8
"""A row or column of pixels with this share of ink is a drawn rule, not print."""
SPECKS = 1
"""So many dark pixels in a column are noise; the thinnest stroke (一, -) has two."""


def ink(strip: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Mask HxW of the pixels that carry print, whichever of the two tones is the paper; drawn rules taken out."""
    gray = strip if strip.ndim == 2 else cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY)
    _, light = cv2.threshold(gray, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = light == (0 if light.mean() > 0.5 else 1)
    mask[mask.mean(axis=1) > RULE] = False
    mask[:, mask.mean(axis=0) > RULE] = False
    return np.asarray(mask)


def widest_gap(columns: NDArray[np.bool_], start: int, end: int) -> tuple[int, int]:
    """The longest run of columns without ink in [start, end), as [from, to); both in the middle where there is none.

    >>> widest_gap(np.array([1, 0, 1, 0, 0, 1], bool), 0, 6)
    (3, 5)
    """
    best, run = ((start + end) // 2,) * 2, start
    for column in range(start, end):
        if columns[column]:
            run = column + 1
        elif column + 1 - run > best[1] - best[0]:
            best = run, column + 1
    return best


def extent(marks: NDArray[np.bool_], least: int = SPECKS) -> tuple[int, int]:
    """First and one past the last row with more than ``least`` marks; all rows where there are none."""
    rows = np.flatnonzero(marks.sum(axis=1) > least)
    return (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, marks.shape[0])
