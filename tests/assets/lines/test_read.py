from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from assets.lines.read import TOGETHER, read_lines
from assets.pages.open import OpenPage
from records.page import Layer, Line, Page, Word
from resources.ocr import ocr_engine
from tests.gpu_ops.ocr.drawing import page

KEPT = (Line("as typed", (1, 2, 3, 4), 1.0, "text-layer", (Word("as typed", (1, 2, 3, 4), 1.0),)),)


def opened(index: int, image: np.ndarray, layer: Layer | None = None) -> OpenPage:
    height, width = image.shape[:2]
    return OpenPage(Page(index, width, height, width, height, 200, layer=layer), image)


class Counting:
    """The engine, with a record of how many images it was given at once."""

    version = "counting"

    def __init__(self) -> None:
        self.calls: list[int] = []

    def read(self, images: Sequence[np.ndarray]) -> list[tuple[Line, ...]]:
        self.calls.append(len(images))
        return ocr_engine().read(images)


def test_a_trusted_layer_is_kept_and_the_rest_is_read() -> None:
    image = np.dstack([page(("Invoice 2044", 40, 120), size=(300, 600))] * 3)
    pages = [
        opened(0, image, Layer(True, "covers the ink", KEPT)),
        opened(1, image, Layer(False, "gibberish", KEPT)),
        opened(2, image),
    ]
    engine = Counting()
    kept, judged, scanned = read_lines(pages, engine)
    assert kept == KEPT
    assert [line.text for line in judged] == [line.text for line in scanned] == ["Invoice 2044"]
    assert engine.calls == [2]


def test_pictures_on_a_page_with_a_layer_are_read_where_they_stand() -> None:
    image = np.dstack([page(("Invoice 2044", 40, 120), ("Paid 17.50", 40, 220), size=(300, 600))] * 3)
    own = Line("Paid 17.50", (30, 180, 300, 230), 1.0, "text-layer", ())
    layer = Layer(True, "covers the ink", (own,), unread=((20.4, 60.2, 599.5, 290.0),))
    (lines,) = read_lines([opened(0, image, layer)], ocr_engine())
    (whole,) = ocr_engine().read([image[:150]])
    assert [line.text for line in lines] == ["Paid 17.50", "Invoice 2044"]
    assert lines[0] is own
    assert lines[1].box == pytest.approx(whole[0].box, abs=3)
    assert [word.text for word in lines[1].words] == ["Invoice", "2044"]
    assert lines[1].words[1].box == pytest.approx(whole[0].words[1].box, abs=3)


def test_pages_are_read_in_bounded_groups() -> None:
    blank = np.full((64, 64), 255, np.uint8)
    engine = Counting()
    assert read_lines([opened(i, blank) for i in range(2 * TOGETHER + 1)], engine) == [()] * (2 * TOGETHER + 1)
    assert engine.calls == [TOGETHER, TOGETHER, 1]
    assert read_lines([], engine) == []
