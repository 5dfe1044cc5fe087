"""Whether the text that a PDF page brings along is what a reader sees on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from assets.pages.glyphs import Glyphs
from assets.pages.objects import Painted
from assets.pages.textlayer import SPACES, on_page
from records.geometry import Box, intersection

STEP = 40
"""Levels of gray by which neighbouring pixels differ at the edge of ink, light on dark as well as dark on light."""
FULL_PAGE = 0.8
"""Share of the page from which a picture counts as a scan of all of it."""
GARBAGE = 0.1
"""Share of characters without a meaning from which the whole layer is given up."""
OVER_INK = 0.8
"""Share of characters that must stand where something is printed."""
COVERED = 0.6
"""Share of what looks like print that must have a character over it."""
TILE = 4
"""Side, in pixels, of the squares in which the page is marked as covered."""
FEW = 30
"""Shapes that look like print and have no character over them, that no page is sent to OCR for."""


@dataclass(frozen=True)
class Verdict:
    """Whether the text is trusted, and why, in words; ``unread``: pictures with print of their own on such a page."""

    trusted: bool
    reason: str
    unread: tuple[Box, ...] = ()


def judge(glyphs: Glyphs, page: Painted, image: np.ndarray) -> Verdict:
    """The verdict on a page's characters, given what it paints and its rendering (HxW or HxWx3 BGR, 8 bits)."""
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    height, width = gray.shape
    edges = (cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > STEP).astype(np.uint8)
    glyphs = glyphs.take(on_page(glyphs, width, height) & ~np.isin(glyphs.code, SPACES))
    if not edges.any():
        return Verdict(True, "the page is blank")
    if not len(glyphs):
        return Verdict(False, "the page has no text of its own")
    problem = hidden(glyphs, page, width, height) or garbage(glyphs) or beside_ink(glyphs, edges)
    if problem:
        return Verdict(False, problem)
    at, covered = shapes(glyphs, edges)
    unread = []
    for box, _ in page.pictures:
        inside = (at[:, 0] >= box[0]) & (at[:, 1] >= box[1]) & (at[:, 0] <= box[2]) & (at[:, 1] <= box[3])
        if share_of_page(box, width, height) < FULL_PAGE and np.count_nonzero(inside & ~covered) > FEW:
            unread.append((max(0.0, box[0]), max(0.0, box[1]), min(width, box[2]), min(height, box[3])))
            at, covered = at[~inside], covered[~inside]
    share = float(np.mean(covered)) if len(covered) else 1.0
    if share < COVERED and np.count_nonzero(~covered) > FEW:
        return Verdict(False, f"its text covers only {share:.0%} of the print")
    return Verdict(True, f"its text covers {share:.0%} of the print", tuple(unread))


def share_of_page(box: Box, width: int, height: int) -> float:
    """The share of a page of that size that a box covers."""
    return intersection(box, (0.0, 0.0, width, height)) / (width * height)


def hidden(glyphs: Glyphs, page: Painted, width: int, height: int) -> str:
    """A reason where the text was not meant to be seen: scanning programs lay their own OCR over or under a picture."""
    if np.mean(glyphs.visible) < 0.5:
        return "most of its text is invisible, as scanning programs add it"
    scans = [place for box, place in page.pictures if share_of_page(box, width, height) >= FULL_PAGE]
    if scans and np.mean(page.of(glyphs.holder) < max(scans)) > 0.5:
        return "a picture of the whole page lies over its text"
    return ""


def garbage(glyphs: Glyphs) -> str:
    """A reason where too many characters have no meaning, or nearly all have the same."""
    code = glyphs.code
    senseless = (
        (code < 0x20) & (code != 0x02)  # a hyphen at the end of a line
        | (code >= 0x7F) & (code < 0xA0)
        | (code >= 0xE000) & (code < 0xF900)
        | (code >= 0xFFF0) & (code <= 0xFFFF)
        | (code >= 0xF0000)
        | ~glyphs.mapped
    )
    share = float(np.mean(senseless))
    if share > GARBAGE:
        return f"{share:.0%} of its characters have no meaning (their font does not say what they stand for)"
    letters = code[(code > 0x40) & ~senseless]
    if len(letters) > FEW and np.unique(letters, return_counts=True)[1].max() > 0.8 * len(letters):
        return "nearly all of its letters are the same"
    return ""


def beside_ink(glyphs: Glyphs, edges: np.ndarray) -> str:
    """A reason where too many characters stand on empty paper."""
    shown = glyphs.take(glyphs.visible)
    sums = cv2.integral(edges)
    height, width = edges.shape
    x0, y0, x1, y1 = shown.ink.T
    left, right = np.clip([np.floor(x0 - 1), np.ceil(x1 + 1)], 0, width).astype(int)
    top, bottom = np.clip([np.floor(y0 - 1), np.ceil(y1 + 1)], 0, height).astype(int)
    found = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    share = float(np.mean(found > 0))
    return f"only {share:.0%} of its characters stand over ink" if share < OVER_INK else ""


def shapes(glyphs: Glyphs, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The middles (n, 2) of the shapes that have the size of this page's print, and which of them lie in the box of a
    character (n)."""
    height, width = edges.shape
    em = max(6.0, float(np.median(glyphs.em)))
    count, _, stats, centres = cv2.connectedComponentsWithStats(edges, connectivity=8)
    w, h = stats[1:count, cv2.CC_STAT_WIDTH], stats[1:count, cv2.CC_STAT_HEIGHT]
    print_like = (np.maximum(w, h) > 0.35 * em) & (np.maximum(w, h) < 2 * em) & (np.minimum(w, h) > 0.1 * em)
    at = centres[1:count][print_like]
    over = np.zeros((height // TILE + 2, width // TILE + 2), np.int32)
    x0, y0, x1, y1 = glyphs.box.T / TILE
    left, right = np.clip([np.floor(x0), np.ceil(x1)], 0, over.shape[1] - 1).astype(int)
    top, bottom = np.clip([np.floor(y0), np.ceil(y1)], 0, over.shape[0] - 1).astype(int)
    for rows, columns, sign in ((top, left, 1), (top, right, -1), (bottom, left, -1), (bottom, right, 1)):
        np.add.at(over, (rows, columns), sign)
    over = over.cumsum(axis=0).cumsum(axis=1)
    x, y = (at.T // TILE).astype(int)
    return at, over[y, x] > 0
