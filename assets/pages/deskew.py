"""The small angle by which a page lies askew, from the profile of its ink.

The page is cut into upright strips, each with its own profile of ink by row. For each angle the profiles are shifted
as lines of that angle would ask, and added up: lines of print and rules then fall together, and the sum has the
steepest flanks (Postl 1986, with strips instead of single pixels for speed). The strips make an angle cost a few
thousand additions.
"""

from __future__ import annotations

import cv2
import numpy as np

REDUCED = 1400
"""Long side, in pixels, of the image in which angles are looked for."""
STRIPS = 48
NOISE, INK = 16.0, 96.0
"""Levels of gray: what differs less from its surroundings is paper, what differs more is as dark as ink gets."""
PARTS = 4
"""Parts of a row by which profiles are shifted."""
COARSE, FINE = 0.2, 0.02
"""Steps in degrees."""
CLEAR = 2.0
"""How many times steeper the best angle must be than the middling one. Pages of print have 4 and more, blank pages
and noise less than 1.5."""
STRAIGHT = 0.05
"""Degrees below which a page counts as straight: less than 2 pixels over the width of A4 at 200 dpi."""


def find_skew(image: np.ndarray, max_skew: float) -> float:
    """Degrees, clockwise, by which the print on the page is turned; 0.0 where no angle is clearly best.

    ``image`` is HxW or HxWx3, 8 bits. A page on which nothing runs across is judged by what runs down.
    """
    ink = reduced_ink(image)
    for mask, sign in ((ink, 1.0), (ink.T, -1.0)):
        angle = best_angle(profiles(mask), mask.shape[1] / STRIPS, max_skew)
        if angle is not None:
            return sign * angle if abs(angle) >= STRAIGHT else 0.0
    return 0.0


def reduced_ink(image: np.ndarray) -> np.ndarray:
    """How much darker than its surroundings each place of the reduced image is, as HxW of 0.0 to 1.0. Shades of gray
    are kept: they hold the parts of a pixel by which an edge lies off, which is what the finest angles are read from.
    """
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    scale = min(1.0, REDUCED / max(gray.shape))
    size = (max(1, round(gray.shape[1] * scale)), max(1, round(gray.shape[0] * scale)))
    gray = cv2.resize(gray, size, interpolation=cv2.INTER_AREA)
    around = cv2.blur(gray, (31, 31))
    darker = cv2.subtract(around, gray).astype(np.float32)
    return np.clip((darker - NOISE) / (INK - NOISE), 0.0, 1.0)


def profiles(ink: np.ndarray) -> np.ndarray:
    """Ink by strip and part of a row, STRIPSx(H * PARTS).

    Shifts by whole parts need no mixing of rows, which would make every angle but zero look blunter than it is.
    """
    height = ink.shape[0]
    by_strip = cv2.resize(ink, (STRIPS, height), interpolation=cv2.INTER_AREA) * (ink.shape[1] / STRIPS)
    smooth = cv2.GaussianBlur(by_strip, (1, 7), 0, sigmaY=1.2)
    return np.ascontiguousarray(cv2.resize(smooth, (STRIPS, height * PARTS), interpolation=cv2.INTER_CUBIC).T)


def best_angle(strips: np.ndarray, width: float, max_skew: float) -> float | None:
    """The angle at which the profiles fall together, or None where none is clearly best. ``width`` is a strip's."""
    coarse = np.arange(-round(max_skew / COARSE), round(max_skew / COARSE) + 1) * COARSE
    steep = steepness(strips, width, coarse)
    best = int(steep.argmax())
    if steep[best] < CLEAR * np.median(steep) or steep[best] <= 0:
        return None
    fine = coarse[best] + np.arange(-round(COARSE / FINE), round(COARSE / FINE) + 1) * FINE
    fine = fine[np.abs(fine) <= max_skew + FINE]
    steep = steepness(strips, width, fine)
    best = int(steep.argmax())
    if 0 < best < len(fine) - 1:  # the top of the parabola through the three best
        left, top, right = steep[best - 1 : best + 2]
        bend = left - 2 * top + right
        return float(fine[best] + (FINE * (left - right) / (2 * bend) if bend else 0.0))
    return float(fine[best])


def steepness(strips: np.ndarray, width: float, angles: np.ndarray) -> np.ndarray:
    """The sum of the squared flanks of the added profiles, for each angle in degrees."""
    count, height = strips.shape
    centres = (np.arange(count) + 0.5 - count / 2) * width * PARTS
    shifts = np.rint(np.outer(np.tan(np.radians(angles)), centres)).astype(int)
    reach = int(np.abs(shifts).max())
    padded = np.pad(strips, ((0, 0), (reach, reach)))
    found = np.empty(len(angles))
    for at, first in enumerate(shifts + reach):
        total = np.zeros(height, np.float32)
        for strip, start in zip(padded, first, strict=True):
            total += strip[start : start + height]
        flanks = total[PARTS:] - total[:-PARTS]
        found[at] = float(flanks @ flanks)
    return found
