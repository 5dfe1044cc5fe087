"""Small pictures of pages with boxes drawn on them, for a person who looks at what a stage made."""

from __future__ import annotations

import base64
from collections.abc import Iterable

import cv2
import numpy as np

from records.geometry import Box

WIDTH = 360
"""Pixels: wide enough to see what is where, a dozen kilobytes as JPEG."""
COLOURS = ((40, 120, 30), (180, 90, 20), (30, 40, 200), (150, 30, 150), (20, 140, 200), (120, 120, 30))
"""BGR, told apart on white paper."""


def sketch(image: np.ndarray, boxes: Iterable[tuple[Box, int]] = ()) -> bytes:
    """A JPEG of the page image with boxes, each in the colour of its kind (any whole number)."""
    scale = WIDTH / image.shape[1]
    size = WIDTH, max(1, round(image.shape[0] * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    if small.ndim == 2:
        small = cv2.cvtColor(small, cv2.COLOR_GRAY2BGR)
    for (x0, y0, x1, y1), kind in boxes:
        corners = (round(x0 * scale), round(y0 * scale)), (round(x1 * scale), round(y1 * scale))
        cv2.rectangle(small, *corners, COLOURS[kind % len(COLOURS)], 1)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 60])
    if not done:
        raise ValueError(f"a page of {image.shape} pixels can't be written as JPEG")
    return data.tobytes()


def as_markdown(title: str, jpeg: bytes) -> str:
    """The picture inside Markdown text, as the Dagster UI shows it.

    >>> as_markdown("page 1", b"x")
    '![page 1](data:image/jpeg;base64,eA==)'
    """
    return f"![{title}](data:image/jpeg;base64,{base64.b64encode(jpeg).decode()})"
