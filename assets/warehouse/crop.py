"""The piece of a page that a value was read from, with a margin, and the value's box marked."""

from __future__ import annotations

import cv2
import numpy as np

from assets.pages.open import open_page
from records.document import Document
from records.geometry import Box, invert, map_box
from records.page import Page
from records.settings import PageSettings

MARGIN = 1.5
"""Heights of the box that are shown around it,"""

LEAST_MARGIN = 24
"""but at least so many pixels."""

MARK = (40, 40, 220)
"""Blue, green, red."""


def crop(image: np.ndarray, page: Page, box: Box, margin: float = MARGIN) -> np.ndarray:
    """The surroundings of a box (in the frame as handed in) on the upright page image; HxWx3 BGR, uint8."""
    height, width = image.shape[:2]
    x0, y0, x1, y1 = map_box(invert(page.to_source), box)
    around = max(margin * (y1 - y0), LEAST_MARGIN)
    left, top = max(0, int(x0 - 2 * around)), max(0, int(y0 - around))
    right, bottom = min(width, int(x1 + 2 * around) + 1), min(height, int(y1 + around) + 1)
    piece = image[top : max(bottom, top + 1), left : max(right, left + 1)]
    piece = cv2.cvtColor(piece, cv2.COLOR_GRAY2BGR) if piece.ndim == 2 else piece.copy()
    pad = 2
    corners = (int(x0 - left) - pad, int(y0 - top) - pad), (int(x1 - left) + pad, int(y1 - top) + pad)
    cv2.rectangle(piece, *corners, MARK, 2)
    return piece


def crop_png(document: Document, data: bytes, page: Page, settings: PageSettings, box: Box) -> bytes:
    """The same as PNG, from the document's bytes. ``page`` is the page as it was read; it is drawn the same again.

    Raises assets.pages.errors.Unreadable where the document can't be opened any more.
    """
    image = open_page(document, data, page.index, settings, known=page).image
    _, png = cv2.imencode(".png", crop(image, page, box))
    return png.tobytes()
