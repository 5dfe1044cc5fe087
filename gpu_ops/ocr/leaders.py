"""Dotted leaders and dotted rules (. . . . . between an entry and its number), taken off a page before it is read.

They are drawing, not text. Left in, they hide the short numbers at their end from the detector, and half-cut rows of
dots are read as stray full stops.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

DOT = 1 / 250
"""The largest dot, as a share of the page's longer side (1.2 mm on A4)."""
REACH = 3.5
"""Dots of one leader follow each other within so many of the largest dot."""
FEWEST = 8
"""A row of fewer dots may be an ellipsis, which is text (Chinese writes six)."""
EVEN = 0.25
"""A distance between two dots may differ by this share from the leader's median distance,"""
MOST = 0.8
"""and this share of them must: noise adds a speck or swallows a dot here and there."""
CONTRAST = 24
"""A dot is so much darker than what is around it (0 to 255)."""


def without_leaders(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The page (uint8, HxW gray or HxWx3 BGR) with the dots of leaders painted over; the same array where none are."""
    largest = max(4.0, DOT * max(image.shape[:2]))
    clean = image
    for leader in _leaders(_dots(image, largest), largest):
        if clean is image:
            clean = image.copy()
        for x, y, width, height in leader:
            _paint(clean, x, y, width, height)
    return clean


def _dots(image: NDArray[np.uint8], largest: float) -> NDArray[np.int32]:
    """Boxes (x, y, width, height) of what is small, round and darker than the paper around it, from the left."""
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    window = 2 * round(1.5 * largest) + 1
    paper, row = cv2.blur(gray, (window, window)), cv2.blur(gray, (window, 1))
    darker = np.asarray(cv2.subtract(paper, gray)) > CONTRAST
    # the second parts dots that a soft scan has run together, and leaves out the ripple of a solid rule
    dark = (darker & (np.asarray(cv2.subtract(row, gray)) > CONTRAST / 2)).astype(np.uint8)
    _, _, boxes, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    width, height = boxes[:, cv2.CC_STAT_WIDTH], boxes[:, cv2.CC_STAT_HEIGHT]
    round_ = (np.maximum(width, height) <= largest) & (np.minimum(width, height) >= 2)
    round_ &= np.abs(width - height) <= 0.5 * np.maximum(width, height)
    found = boxes[round_, :4]
    return np.asarray(found[np.argsort(found[:, 0], kind="stable")], np.int32)


def _leaders(dots: NDArray[np.int32], largest: float) -> Iterator[list[tuple[int, int, int, int]]]:
    """Rows of evenly spaced dots."""
    open_: dict[int, list[tuple[int, int, int, int]]] = {}  # by the height of their middle, in half pixels
    rows = []
    for x, y, width, height in dots.tolist():
        middle = 2 * y + height
        for near in sorted(range(middle - 3, middle + 4), key=lambda m: abs(m - middle)):
            row = open_.get(near)
            if row and x - row[-1][0] <= REACH * largest:
                row.append((x, y, width, height))
                del open_[near]
                open_[middle] = row
                break
        else:
            row = [(x, y, width, height)]
            rows.append(row)
            open_[middle] = row
    for row in rows:
        if len(row) >= FEWEST:
            steps = np.diff([x + width / 2 for x, _, width, _ in row])
            usual = np.median(steps)
            if np.mean(np.abs(steps - usual) <= EVEN * usual) >= MOST:
                yield row


def _paint(image: NDArray[np.uint8], x: int, y: int, width: int, height: int) -> None:
    """The dot in the tone of the paper around it: the upper quartile of its neighbourhood."""
    around = image[max(0, y - height) : y + 2 * height, max(0, x - width) : x + 2 * width]
    paper = np.percentile(around.reshape(-1, *image.shape[2:]), 75, axis=0)
    more = max(2, width // 2)
    image[max(0, y - more) : y + height + more, max(0, x - more) : x + width + more] = paper
