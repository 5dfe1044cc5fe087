"""From a map of text probability to rectangles: the second half of Differentiable Binarization (arXiv:1911.08947)."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from gpu_ops.ocr.config import OcrConfig
from gpu_ops.ocr.quad import Quad

SMALLEST = 3
"""Cores of fewer pixels across are specks."""
UPRIGHT = math.radians(0.3)
"""Angles below this are the noise of a fitted rectangle: such lines are taken for level, which cuts them faster."""


def find_quads(probability: NDArray[np.float32], config: OcrConfig) -> list[Quad]:
    """Rectangles around connected text in a map HxW of probabilities, in pixels of the map."""
    mask = (probability > config.ink).astype(np.uint8)
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    quads = []
    for contour in (np.asarray(c, np.int32) for c in found):
        quad = _fit(contour)
        if min(quad.length, quad.height) < SMALLEST or _mean(probability, contour) < config.accept:
            continue
        quads.append(_grown(quad, config.unclip))
    return quads


def _fit(contour: NDArray[np.int32]) -> Quad:
    """The smallest rectangle around the contour, its angle within an eighth turn of level."""
    (x, y), (w, h), degrees = cv2.minAreaRect(contour)
    while degrees > 45:
        w, h, degrees = h, w, degrees - 90
    while degrees < -45:
        w, h, degrees = h, w, degrees + 90
    angle = math.radians(degrees)
    if abs(angle) < UPRIGHT:
        left, top, width, height = cv2.boundingRect(contour)
        return Quad(left + (width - 1) / 2, top + (height - 1) / 2, width - 1, height - 1)
    return Quad(x, y, w, h, angle)


def _mean(probability: NDArray[np.float32], contour: NDArray[np.int32]) -> float:
    """Mean probability inside the contour."""
    left, top, width, height = cv2.boundingRect(contour)
    mask = np.zeros((height, width), np.uint8)
    cv2.drawContours(mask, [contour - (left, top)], -1, 1, cv2.FILLED)
    return float(cv2.mean(probability[top : top + height, left : left + width], mask)[0])


def _grown(quad: Quad, ratio: float) -> Quad:
    """The core grown to the line: each side moved out by area * ratio / perimeter (equation 10 of the paper). For a
    rectangle, clipping its offset polygon to a rectangle again gives just this.
    """
    margin = quad.length * quad.height * ratio / (2 * (quad.length + quad.height))
    return Quad(quad.x, quad.y, quad.length + 2 * margin, quad.height + 2 * margin, quad.angle)
