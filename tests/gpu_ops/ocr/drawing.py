"""Pages drawn for tests."""

from __future__ import annotations

import cv2
import numpy as np

INK, PAPER = 20, 245


def page(*lines: tuple[str, int, int], size: tuple[int, int] = (600, 1000), scale: float = 1.3) -> np.ndarray:
    """A gray page (height, width) with lines of (text, left, baseline)."""
    image = np.full(size, PAPER, np.uint8)
    for text, x, y in lines:
        cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_DUPLEX, scale, INK, 2, cv2.LINE_AA)
    return image


def leader(image: np.ndarray, left: int, right: int, baseline: int, radius: int = 2, step: int = 9) -> np.ndarray:
    """The page with a row of dots."""
    for x in range(left, right, step):
        cv2.circle(image, (x, baseline), radius, INK, cv2.FILLED, cv2.LINE_AA)
    return image
