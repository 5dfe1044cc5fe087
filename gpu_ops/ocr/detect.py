"""Finds lines of text on a page image."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from gpu_ops.ocr.config import OcrConfig
from gpu_ops.ocr.quad import Quad
from gpu_ops.ocr.shapes import find_quads
from gpu_ops.runtime import open_session
from gpu_ops.weights import SMALL_DETECTOR, TINY_DETECTOR, locate

STRIDE = 32
"""The network halves its input five times."""
CONTEXT = 64
"""Rows that a tile sees beyond its own on either side, so that a line at a seam is seen whole."""
COARSE = 8
"""Pixels that are averaged to find where there is print at all,"""
FAINT = 8
"""and the contrast between neighbours (of 255) that is more than the noise left by that."""
MEAN = np.array([0.485, 0.456, 0.406], np.float32) * 255
SPREAD = np.array([0.229, 0.224, 0.225], np.float32) * 255


class Detector:
    """PP-OCRv6 detection. Not for several threads at once."""

    def __init__(self, config: OcrConfig) -> None:
        self.config = config
        self.weight = TINY_DETECTOR if config.detector == "tiny" else SMALL_DETECTOR
        self._session = open_session(locate(self.weight), config.threads, arena=True)

    def find(self, image: NDArray[np.uint8]) -> list[Quad]:
        """Rectangles around the lines of text of an image (uint8, HxW gray or HxWx3 BGR), in its pixels."""
        height, width = image.shape[:2]
        closest = min(1.0, math.sqrt(self.config.most / (height * width)))
        scale = min(closest, self.config.side / max(height, width))
        quads = self._look(image, scale)
        if scale < closest and _small(quads, self.config.small):
            scale = closer(quads, scale, closest, self.config.small)
            quads = self._look(image, scale)
        return [q.scaled(1 / scale) for q in quads]

    def _look(self, image: NDArray[np.uint8], scale: float) -> list[Quad]:
        """Rectangles in pixels of the image made smaller by ``scale``."""
        if scale < 1:
            image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        left, top, right, bottom = printed(image)
        quads = find_quads(self._probability(image[top:bottom, left:right]), self.config)
        return [msgspec.structs.replace(q, x=q.x + left, y=q.y + top) for q in quads]

    def _probability(self, image: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Text probability a pixel, HxW, for an image of any size: in tiles of bounded size, one above the other."""
        height, width = image.shape[:2]
        right = -width % STRIDE
        probability = np.empty((height, width), np.float32)
        for top, bottom in tiles(height, self.config.tile // (width + right)):
            above, below = max(0, top - CONTEXT), min(height, bottom + CONTEXT)
            part = image[above:below]
            down = -(below - above) % STRIDE
            part = np.asarray(cv2.copyMakeBorder(part, 0, down, 0, right, cv2.BORDER_REPLICATE), np.uint8)
            seen = self._session.run(None, {"x": _tensor(part)})[0][0, 0]
            probability[top:bottom] = seen[top - above : bottom - above, :width]
        return probability


def tiles(height: int, most: int) -> list[tuple[int, int]]:
    """Rows 0 to ``height`` as the fewest pieces of equal size that with their context have at most ``most`` rows.

    >>> tiles(100, 400), tiles(1000, 628)
    ([(0, 100)], [(0, 500), (500, 1000)])
    """
    count = 1 if height <= most else -(-height // max(STRIDE, most - 2 * CONTEXT))
    edges = [round(height * i / count) for i in range(count + 1)]
    return list(pairwise(edges))


def printed(image: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the part with anything on it, with a margin; of a blank page next to nothing. Margins
    are a quarter of most pages, and looking at paper costs what looking at print does.
    """
    height, width = image.shape[:2]
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    size = -(-width // COARSE), -(-height // COARSE)
    coarse = cv2.resize(gray, size, interpolation=cv2.INTER_AREA)  # averages noise away, not print
    contrast = cv2.morphologyEx(coarse, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    rows, columns = (np.flatnonzero((contrast > FAINT).any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return 0, 0, min(width, STRIDE), min(height, STRIDE)
    left, top = (max(0, int(v[0]) * COARSE - STRIDE) for v in (columns, rows))
    right, bottom = (int(v[-1] + 1) * COARSE + STRIDE for v in (columns, rows))
    return left, top, min(width, right), min(height, bottom)


def _small(quads: Sequence[Quad], small: float) -> bool:
    """Whether the print may be too small to be seen, or read, well."""
    return not quads or median(q.height for q in quads) < small


def closer(quads: Sequence[Quad], scale: float, closest: float, small: float) -> float:
    """The scale at which the median line has twice the height that is small; the closest, where no line was seen.

    >>> closer([Quad(0, 0, 50, 8)], 0.25, 1.0, 12)
    0.75
    """
    return min(closest, scale * 2 * small / median(q.height for q in quads)) if quads else closest


def _tensor(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """1x3xHxW, normalised as in training."""
    planes = [image] * 3 if image.ndim == 2 else [image[:, :, c] for c in range(3)]
    tensor = np.empty((1, 3, *image.shape[:2]), np.float32)
    for channel, plane in enumerate(planes):
        np.multiply(plane, 1 / SPREAD[channel], out=tensor[0, channel], casting="unsafe")
        tensor[0, channel] -= MEAN[channel] / SPREAD[channel]
    return tensor
