"""The pure parts: places of words, gaps, confidence, leaders."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu_ops.ocr.batches import batches
from gpu_ops.ocr.confidence import certainty, confidence
from gpu_ops.ocr.config import OcrConfig
from gpu_ops.ocr.ctc import Character
from gpu_ops.ocr.detect import printed, tiles
from gpu_ops.ocr.ink import ink
from gpu_ops.ocr.leaders import without_leaders
from gpu_ops.ocr.quad import Quad
from gpu_ops.ocr.shapes import find_quads
from gpu_ops.ocr.strips import HEIGHT, cut
from gpu_ops.ocr.words import split
from tests.gpu_ops.ocr.drawing import leader, page


def characters(text: str, probability: float = 0.99) -> list[Character]:
    return [Character(c, (i + 0.5) / len(text), probability) for i, c in enumerate(text)]


def strip_of(text: str, width: int = 20) -> np.ndarray:
    """Ink as blocks, one a character, none for spaces and for what is written as ``_`` (a gap nobody read)."""
    marks = np.zeros((HEIGHT, width * len(text)), bool)
    for i, c in enumerate(text):
        if c not in " _":
            marks[10:40, i * width + 3 : (i + 1) * width - 3] = True
    return marks


@given(st.lists(st.integers(1, 4000), max_size=80), st.integers(32, 8192))
def test_every_line_is_in_one_batch(widths: list[int], pixels: int) -> None:
    found = list(batches(widths, pixels))
    assert sorted(i for _, members in found for i in members) == list(range(len(widths)))
    for width, members in found:
        assert all(widths[i] <= width for i in members)
        assert len(members) == 1 or len(members) * width <= pixels


@given(st.integers(1, 20000), st.integers(1, 3000))
def test_tiles_cover_all_rows_once(height: int, most: int) -> None:
    rows = [r for top, bottom in tiles(height, most) for r in range(top, bottom)]
    assert rows == list(range(height))


@given(st.text("ab 表，", min_size=1, max_size=30))
def test_no_character_is_lost_and_no_words_overlap(text: str) -> None:
    words = split(characters(text), strip_of(text), 0.7)
    assert "".join(w.text for w in words) == text.replace(" ", "")
    for left, right in pairwise(words):
        assert left.left < left.right <= right.left < right.right


def test_a_wide_gap_parts_words_where_no_space_was_read() -> None:
    ink_of = strip_of("ab____cd")
    read = [c for c in characters("ab____cd") if c.text != "_"]
    assert [w.text for w in split(read, ink_of, 0.7)] == ["ab", "cd"]


def test_the_blank_half_of_full_width_punctuation_is_no_gap() -> None:
    marks = strip_of("甲，__乙")
    read = [c for c in characters("甲，__乙") if c.text != "_"]
    assert [w.text for w in split(read, marks, 0.7)] == ["甲，乙"]


def test_confidence_rises_with_probability_and_falls_with_length() -> None:
    assert certainty([]) == confidence([], "tiny") == 0
    assert confidence(characters("ab", 0.9), "tiny") < confidence(characters("ab", 0.99), "tiny") < 1
    assert confidence(characters("abcdef", 0.9), "tiny") < confidence(characters("ab", 0.9), "tiny")
    assert certainty(characters("abcdef", 0.9)) == pytest.approx(0.9)


def test_rules_are_no_ink() -> None:
    strip = page(("Amount", 20, 60), size=(96, 200))
    strip[80:83] = 0
    strip[:, 190:193] = 0
    marks = ink(strip)
    assert not marks[80:83].any() and not marks[:, 190:193].any() and marks.any()


def test_a_leader_goes_and_an_ellipsis_stays() -> None:
    plain = page(("Contents", 40, 200), size=(2000, 1000))
    dotted = leader(plain.copy(), 300, 900, 198)
    cleaned = without_leaders(dotted)
    assert cleaned[180:210, 280:920].min() > 200
    assert (cleaned[:, :280] == plain[:, :280]).mean() > 0.999
    ellipsis = leader(plain.copy(), 300, 350, 198)
    assert without_leaders(ellipsis) is ellipsis


def test_text_cores_grow_to_rectangles() -> None:
    probability = np.zeros((200, 400), np.float32)
    probability[90:110, 50:350] = 0.9
    probability[150:152, 50:52] = 0.9  # a speck
    probability[20:40, 50:350] = 0.3  # too weak
    (quad,) = find_quads(probability, OcrConfig())
    x0, y0, x1, y1 = quad.box()
    assert (x0 + x1) / 2 == pytest.approx(199.5) and (y0 + y1) / 2 == pytest.approx(99.5)
    assert 30 < y1 - y0 < 55


def test_a_strip_is_level_and_reads_in_the_direction_of_its_quad() -> None:
    image = np.full((300, 300), 255, np.uint8)
    image[100:200, 140:160] = np.linspace(0, 200, 100).astype(np.uint8)[:, None]
    upright = Quad(150, 150, 20, 100)
    turned = cut(image, upright.turned(1))
    assert turned.shape == (HEIGHT, 240)
    assert turned[24, 20] < turned[24, 220]  # from the top downwards


def test_only_the_printed_part_is_looked_at() -> None:
    image = page(("Amount", 400, 700), size=(1600, 1200))
    left, top, right, bottom = printed(image)
    ink_rows, ink_columns = np.where(image < 128)
    assert left <= ink_columns.min() and ink_columns.max() < right and top <= ink_rows.min() and ink_rows.max() < bottom
    assert (right - left) * (bottom - top) < 0.1 * image.size
    noisy = np.clip(image + np.random.default_rng(0).normal(0, 9, image.shape), 0, 255).astype(np.uint8)
    assert printed(noisy) == (left, top, right, bottom)
