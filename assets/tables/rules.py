"""Separators that are drawn: ruled lines, and the edges of coloured backgrounds, found in the image."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from records.geometry import Box

Image = NDArray[np.uint8]

REACH = 0.2
"""Inches that a line must run straight to be one: longer than the strokes and dashes of ordinary type."""
THICKEST = 0.06
"""Inches of the thickest line; anything thicker is an area, whose edges count instead."""
CONTRAST = 14.0
"""Grey levels by which a line must stand out; noise that survives the opening is well below."""
EDGE = 7.0
"""Grey levels by which two backgrounds must differ to be told apart."""


class Rule(Struct, frozen=True):
    """A straight separator: ``at`` is its place across, ``start`` and ``end`` its extent along. ``thickness`` is 0
    for the edge of a background."""

    at: float
    start: float
    end: float
    thickness: float

    @property
    def length(self) -> float:
        return self.end - self.start


class Rules(Struct, frozen=True):
    """What is drawn on a page: horizontal rules (``at`` is y) and vertical ones (``at`` is x)."""

    horizontal: tuple[Rule, ...] = ()
    vertical: tuple[Rule, ...] = ()

    def within(self, box: Box) -> Rules:
        """The parts of rules that run in a box."""
        x0, y0, x1, y1 = box
        return Rules(_cut(self.horizontal, (y0, y1), (x0, x1)), _cut(self.vertical, (x0, x1), (y0, y1)))


def _cut(rules: Sequence[Rule], across: tuple[float, float], along: tuple[float, float]) -> tuple[Rule, ...]:
    return tuple(
        Rule(r.at, max(r.start, along[0]), min(r.end, along[1]), r.thickness)
        for r in rules
        if across[0] - 3 <= r.at <= across[1] + 3 and min(r.end, along[1]) > max(r.start, along[0])
    )


def find_rules(image: Image, dpi: float, words: Sequence[Box] = ()) -> Rules:
    """The separators of a page image (uint8, gray or BGR, deskewed), in its pixels.

    ``words`` are the boxes of the words on the page: a stroke that runs within a word's height belongs to its letters.
    """
    gray = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    closed = _closed(gray, dpi)
    ink = np.asarray(cv2.subtract(closed, gray), dtype=np.uint8)
    background = np.asarray(cv2.blur(closed, (5, 5)), dtype=np.uint8)
    boxes = np.asarray(words, dtype=float).reshape(-1, 4)
    height = float(np.median(boxes[:, 3] - boxes[:, 1])) if len(boxes) else 1.0
    horizontal = _joined([*_lines(ink, dpi), *_edges(background, dpi)], dpi)
    vertical = _joined([*_lines(ink.T, dpi), *_edges(background.T, dpi)], dpi)
    return Rules(
        tuple(r for r in horizontal if not (_within(r, boxes, 0.15 * height) or _underlines(r, boxes, height))),
        tuple(r for r in vertical if not _within(r, boxes[:, [1, 0, 3, 2]], 0.2 * height)),
    )


def _closed(gray: Image, dpi: float) -> Image:
    """The page without ink that is finer than a stroke of large type: its backgrounds alone."""
    size = max(3, round(THICKEST * dpi)) | 1
    return np.asarray(
        cv2.morphologyEx(cv2.blur(gray, (3, 3)), cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)), dtype=np.uint8
    )


def _lines(ink: Image, dpi: float) -> list[Rule]:
    """Horizontal lines darker than their background: what survives a grey opening along."""
    smooth = cv2.blur(np.ascontiguousarray(ink), (5, 1))
    along = cv2.morphologyEx(smooth, cv2.MORPH_OPEN, np.ones((1, round(REACH * dpi)), np.uint8))
    usual = float(np.median(along[::7, ::7]))  # of plain paper: not 0, for closing follows the brightest grains
    return _components((along > usual + CONTRAST).astype(np.uint8))


def _edges(background: Image, dpi: float) -> list[Rule]:
    """Horizontal edges between backgrounds of different grey."""
    plane = np.ascontiguousarray(background).astype(np.int16)
    step = np.zeros(plane.shape, np.uint8)
    step[3:-3] = (np.abs(plane[6:] - plane[:-6]) > EDGE).astype(np.uint8)
    run = np.ones((1, round(2 * REACH * dpi)), np.uint8)
    return [
        Rule(r.at, r.start, r.end, 0.0)
        for r in _components(np.asarray(cv2.morphologyEx(step, cv2.MORPH_OPEN, run), dtype=np.uint8))
        if r.thickness < THICKEST * dpi * 2
    ]


def _components(mask: Image) -> list[Rule]:
    _, _, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for (x, _, width, height, size), (_, cy) in zip(stats[1:].tolist(), centres[1:].tolist(), strict=True):
        if width > 3 * height:
            found.append(Rule(cy, float(x), float(x + width), size / width))
    return found


def _joined(rules: Sequence[Rule], dpi: float) -> list[Rule]:
    """Pieces of one line joined over breaks; double lines, and the two edges of one, taken as one."""
    near, gap = 0.035 * dpi, 0.12 * dpi
    found: list[Rule] = []
    for rule in sorted(rules, key=lambda r: (-r.length, r.at)):
        for i, other in enumerate(found):
            if abs(other.at - rule.at) <= near and rule.start <= other.end + gap and rule.end >= other.start - gap:
                at = other.at if other.thickness or not rule.thickness else rule.at
                found[i] = Rule(
                    at,
                    min(rule.start, other.start),
                    max(rule.end, other.end),
                    max(rule.thickness, other.thickness),
                )
                break
        else:
            found.append(rule)
    return found


def _covered(rule: Rule, boxes: NDArray[np.float64], touching: NDArray[np.bool_]) -> float:
    """The share of a rule that lies beside the chosen boxes."""
    along = np.minimum(boxes[touching, 2], rule.end) - np.maximum(boxes[touching, 0], rule.start)
    return float(np.clip(along, 0, None).sum()) / max(rule.length, 1.0)


def _within(rule: Rule, boxes: NDArray[np.float64], margin: float) -> bool:
    """Whether a rule is a stroke of letters: at least half of it runs through words."""
    return _covered(rule, boxes, (boxes[:, 1] + margin < rule.at) & (rule.at < boxes[:, 3] - margin)) > 0.5


def _underlines(rule: Rule, boxes: NDArray[np.float64], height: float) -> bool:
    """Whether a rule is nowhere longer than the words that it runs along the top or the foot of."""
    near = (boxes[:, 1] - 0.1 * height < rule.at) & (rule.at < boxes[:, 3] + 0.2 * height)
    return _covered(rule, boxes, near) > 0.85
