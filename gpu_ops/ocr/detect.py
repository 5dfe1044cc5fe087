"""Finds lines of text on a page image."""

from __future__ import annotations

from itertools import pairwise

import cv2
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
        scale = self.config.side / max(image.shape[:2])
        if scale < 1:
            small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        else:
            small, scale = image, 1.0
        return [q.scaled(1 / scale) for q in find_quads(self._probability(small), self.config)]

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


def _tensor(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """1x3xHxW, normalised as in training."""
    planes = [image] * 3 if image.ndim == 2 else [image[:, :, c] for c in range(3)]
    tensor = np.empty((1, 3, *image.shape[:2]), np.float32)
    for channel, plane in enumerate(planes):
        np.multiply(plane, 1 / SPREAD[channel], out=tensor[0, channel], casting="unsafe")
        tensor[0, channel] -= MEAN[channel] / SPREAD[channel]
    return tensor
