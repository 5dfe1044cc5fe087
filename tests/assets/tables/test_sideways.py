"""Text that runs up the page in a ruled cell."""

from __future__ import annotations

import cv2
import numpy as np

from assets.lines.read import read_lines
from assets.pages.open import OpenPage
from assets.tables.find import find_tables
from records.page import Page
from resources.ocr import ocr_engine


def test_sideways_text_is_in_its_cell() -> None:
    image = np.full((700, 1200), 255, np.uint8)
    for y in range(100, 501, 100):
        cv2.line(image, (100 if y in (100, 500) else 200, y), (1000, y), 0, 3)
    for x in (100, 200, 600, 1000):
        cv2.line(image, (x, 100), (x, 500), 0, 3)
    for row, texts in enumerate([("Region", "Amount"), ("North", "120.50"), ("South", "86.25"), ("West", "310.00")]):
        for column, text in enumerate(texts):
            cv2.putText(
                image, text, (230 + 400 * column, 165 + 100 * row), cv2.FONT_HERSHEY_SIMPLEX, 1.3, 0, 3, cv2.LINE_AA
            )
    label = np.full((60, 300), 255, np.uint8)
    cv2.putText(label, "Quarter", (40, 45), cv2.FONT_HERSHEY_SIMPLEX, 1.3, 0, 3, cv2.LINE_AA)
    image[150:450, 120:180] = cv2.rotate(label, cv2.ROTATE_90_COUNTERCLOCKWISE)
    page = Page(0, 1200, 700, 1200, 700, 200)
    (lines,) = read_lines([OpenPage(page, image)], ocr_engine())
    (table,) = find_tables(page, image, lines, ())
    assert (table.rows, table.columns) == (4, 3)
    found = {(c.row, c.column, c.row_span): c.text for c in table.cells if c.text}
    assert found[0, 0, 4] == "Quarter"
    assert found[2, 2, 1] == "86.25"
    assert len(found) == 9
