from __future__ import annotations

from itertools import pairwise

import cv2
import msgspec
import numpy as np
import pytest

from gpu_ops.ocr.config import OcrConfig
from gpu_ops.ocr.engine import OcrEngine
from records.geometry import intersection
from records.page import Line
from tests.gpu_ops.ocr.drawing import leader, page

TOTAL = "Total amount 1,234.50"


@pytest.fixture(scope="module")
def engine() -> OcrEngine:
    return OcrEngine()


def texts(lines: tuple[Line, ...]) -> list[str]:
    return [line.text for line in lines]


def test_lines_come_from_the_top_with_their_words_in_order(engine: OcrEngine) -> None:
    image = page((TOTAL, 40, 300), ("Invoice 2044", 40, 120), ("Berlin", 700, 122))
    (lines,) = engine.read([image])
    assert texts(lines) == ["Invoice 2044", "Berlin", TOTAL]
    assert [w.text for w in lines[2].words] == ["Total", "amount", "1,234.50"]
    assert all(line.confidence > 0.8 and line.turn == 0 for line in lines)


def test_words_of_a_line_are_its_characters_and_never_overlap(engine: OcrEngine) -> None:
    (lines,) = engine.read([page(("Quarterly report of the board", 40, 100), ("12 345 678", 40, 200))])
    assert len(lines) == 2
    for line in lines:
        assert "".join(w.text for w in line.words) == line.text.replace(" ", "")
        for left, right in pairwise(line.words):
            assert left.box[2] <= right.box[0]


def test_word_boxes_stand_where_the_ink_is(engine: OcrEngine) -> None:
    image = page(("Amount", 60, 200), ("99.50", 700, 200))
    (lines,) = engine.read([image])
    for word in (w for line in lines for w in line.words):
        x0, y0, x1, y1 = (round(v) for v in word.box)
        assert image[y0:y1, x0:x1].min() < 60  # ink inside
    words = {w.text: w.box for line in lines for w in line.words}
    assert abs(words["Amount"][0] - 60) < 8 and abs(words["99.50"][0] - 700) < 8


@pytest.mark.parametrize("colour", [False, True])
def test_white_on_dark_reads_the_same(engine: OcrEngine, colour: bool) -> None:
    image = 255 - page((TOTAL, 40, 300))
    if colour:
        image = np.dstack([image, image, image // 2])
    (lines,) = engine.read([image])
    assert texts(lines) == [TOTAL]


@pytest.mark.parametrize(("quarters", "turn"), [(0, 0), (1, 3), (2, 2), (3, 1)])
def test_turned_text_is_read_and_says_how_it_lies(engine: OcrEngine, quarters: int, turn: int) -> None:
    image = np.ascontiguousarray(np.rot90(page((TOTAL, 40, 300)), quarters))
    (lines,) = engine.read([image])
    assert texts(lines) == [TOTAL]
    assert lines[0].turn == turn
    height, width = image.shape
    assert all(0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height for x0, y0, x1, y1 in [w.box for w in lines[0].words])


def test_slanted_text_is_read(engine: OcrEngine) -> None:
    image = page((TOTAL, 150, 300))
    turn = cv2.getRotationMatrix2D((500, 300), 6, 1)
    image = cv2.warpAffine(image, turn, (1000, 600), borderValue=245)
    (lines,) = engine.read([image])
    assert texts(lines) == [TOTAL]


@pytest.mark.parametrize("shape", [(1, 1), (1, 300), (300, 1), (7, 7), (20, 2000), (600, 800), (600, 800, 3)])
def test_an_empty_page_has_no_lines(engine: OcrEngine, shape: tuple[int, ...]) -> None:
    assert engine.read([np.full(shape, 255, np.uint8), np.zeros(shape, np.uint8)]) == [(), ()]
    assert engine.read([]) == []


def test_leaders_do_not_hide_the_number_at_their_end(engine: OcrEngine) -> None:
    image = leader(page(("Contents", 40, 200), ("7", 900, 200)), 270, 890, 198)
    (lines,) = engine.read([image])
    assert [w.text for line in lines for w in line.words] == ["Contents", "7"]


def test_small_print_on_a_large_sheet_is_looked_at_closer(engine: OcrEngine) -> None:
    small = page((TOTAL, 40, 100), ("Berlin", 40, 200), scale=0.75)
    sheet = np.full((6000, 4500), 245, np.uint8)
    for y, x in ((300, 300), (3000, 2500), (5000, 600)):
        sheet[y : y + 600, x : x + 1000] = small
    (lines,) = engine.read([sheet])
    assert sorted(texts(lines)) == ["Berlin"] * 3 + [TOTAL] * 3


def test_pages_read_together_are_read_as_alone(engine: OcrEngine) -> None:
    pages = [page((TOTAL, 40, 300)), page(("Invoice 2044", 40, 120), ("Paid", 40, 300)), page(size=(300, 300))]
    together = engine.read(pages)
    alone = [engine.read([p])[0] for p in pages]
    assert [texts(lines) for lines in together] == [texts(lines) for lines in alone]


def test_doubtful_lines_are_read_by_the_larger_model(engine: OcrEngine) -> None:
    image = page((TOTAL, 40, 300))
    sure = OcrEngine(OcrConfig(doubt=0.0)).read([image])[0]
    doubting = OcrEngine(OcrConfig(doubt=1.1)).read([image])[0]
    assert {line.engine for line in sure} == {"ppocrv6-tiny"}
    assert {line.engine for line in doubting} == {"ppocrv6-small"}


def test_the_version_changes_with_what_changes_the_reading(engine: OcrEngine) -> None:
    same = OcrEngine(msgspec.structs.replace(engine.config, threads=1))
    other = OcrEngine(msgspec.structs.replace(engine.config, rereader=None))
    assert same.version == engine.version == OcrEngine().version
    assert other.version != engine.version


@pytest.mark.data
def test_boxes_of_different_lines_hardly_overlap(engine: OcrEngine, data_dir) -> None:
    image = cv2.imread(str(next((data_dir / "pdf_textlayer").glob("pdfplumber__issue-67-example_p3.png"))))
    (lines,) = engine.read([image])
    assert len(lines) > 50
    words = [w.box for line in lines for w in line.words]
    crossing = [
        (a, b)
        for i, a in enumerate(words)
        for b in words[i + 1 :]
        if intersection(a, b) > 0.2 * min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    ]
    assert crossing == []
