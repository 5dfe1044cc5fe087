"""Lines cut out of a page, each drawn level and 48 pixels high, as the recogniser wants them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gpu_ops.ocr.quad import Quad

HEIGHT = 48
"""Pixels; fixed by the network."""
NARROWEST = 8
"""The network sees one column of characters in eight pixels."""


def cut(image: NDArray[np.uint8], quad: Quad) -> NDArray[np.uint8]:
    """The quad's pixels as HEIGHTxW (gray) or HEIGHTxWx3, its proportions kept. Beyond the page its edge goes on."""
    width = max(NARROWEST, round(HEIGHT * quad.length / max(1.0, quad.height)))
    scale = HEIGHT / max(1.0, quad.height)
    if scale < 0.5:  # linear interpolation skips pixels when it shrinks by more than two
        return cut(*_shrunk(image, quad, scale))
    corners = np.array([quad.point(0, 0), quad.point(1, 0), quad.point(0, 1)], np.float32)
    target = np.array([(0, 0), (width, 0), (0, HEIGHT)], np.float32) - 0.5
    matrix = cv2.getAffineTransform(corners - 0.5, target)
    return np.asarray(
        cv2.warpAffine(image, matrix, (width, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def _shrunk(image: NDArray[np.uint8], quad: Quad, scale: float) -> tuple[NDArray[np.uint8], Quad]:
    """The part of the image around the quad, made smaller by averaging, and the quad on it."""
    x0, y0, x1, y1 = (round(v) for v in quad.box())
    x0, y0 = max(0, x0 - 1), max(0, y0 - 1)
    part = image[y0 : y1 + 2, x0 : x1 + 2]
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    moved = Quad(quad.x - x0, quad.y - y0, quad.length, quad.height, quad.angle)
    return np.asarray(small, np.uint8), moved.scaled(scale)
