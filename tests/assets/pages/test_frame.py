"""The transform: a mark comes back to where it was handed in, whatever was done to the page."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_files import ink_middle

from assets.pages.frame import deskewed, draw, exif, gray_if_colourless, paper, scaled, turned
from records.geometry import apply, compose

SIZES = st.tuples(st.integers(60, 300), st.integers(60, 300))


def marked(size: tuple[int, int], at: tuple[float, float]) -> np.ndarray:
    image = np.full((size[1], size[0], 3), 240, np.uint8)
    x, y = int(at[0] * (size[0] - 20)) + 8, int(at[1] * (size[1] - 20)) + 8
    image[y : y + 5, x : x + 5] = 0
    return image


@settings(max_examples=150, deadline=None)
@given(
    SIZES,
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
    st.integers(1, 8),
    st.integers(0, 3),
    st.floats(-5, 5),
    st.sampled_from([1.0, 2.08]),
)
def test_a_mark_comes_back_within_a_pixel(
    size: tuple[int, int], at: tuple[float, float], orientation: int, turns: int, skew: float, stretch: float
) -> None:
    source = marked(size, at)
    way, shown = exif(orientation, size)
    for make in (lambda s: scaled(1.0, stretch, s), lambda s: turned(turns, s), lambda s: deskewed(skew, s)):
        step, shown = make(shown)
        way = compose(way, step)
    upright = draw(source, way, shown)
    assert upright.shape == (shown[1], shown[0], 3)
    back = apply(way, *ink_middle(upright))
    assert back == pytest.approx(ink_middle(source), abs=1.0)


@given(SIZES, st.integers(0, 3))
def test_quarter_turns_move_pixels_unchanged(size: tuple[int, int], turns: int) -> None:
    source = np.random.default_rng(0).integers(0, 255, (size[1], size[0]), dtype=np.uint8)
    assert np.array_equal(draw(source, *turned(turns, size)), np.rot90(source, -turns))


def test_a_shift_or_another_size_is_no_turn() -> None:
    source = np.random.default_rng(0).integers(0, 255, (40, 60), dtype=np.uint8)
    moved = draw(source, (1.0, 0.0, 5.0, 0.0, 1.0, 0.0), (60, 40))
    assert np.array_equal(moved[:, :50], source[:, 5:55])


def test_deskew_takes_the_angle_out_and_keeps_the_corners() -> None:
    source = np.full((400, 600), 255, np.uint8)
    cv2.line(source, (50, 190), (550, 210), 0, 3)  # sinks to the right: askew clockwise
    degrees = float(np.degrees(np.arctan2(20, 500)))
    way, size = deskewed(degrees, (600, 400))
    y, x = np.nonzero(draw(source, way, size) < 100)
    assert abs(y[x < 150].mean() - y[x > 450].mean()) < 0.6
    for corner in ((0, 0), (600, 0), (0, 400), (600, 400)):
        inside = [apply(way, u, v) for u in (0, size[0]) for v in (0, size[1])]
        assert min(p[0] for p in inside) <= corner[0] <= max(p[0] for p in inside)


def test_new_corners_have_the_colour_of_the_paper() -> None:
    source = np.full((300, 200, 3), (200, 220, 230), np.uint8)
    assert paper(source) == (200.0, 220.0, 230.0)
    assert np.abs(draw(source, *deskewed(4.0, (200, 300))).astype(int) - (200, 220, 230)).max() <= 1


def test_colourless_images_become_gray() -> None:
    gray = np.random.default_rng(0).integers(0, 255, (5, 4, 1), dtype=np.uint8)
    assert gray_if_colourless(np.repeat(gray, 3, axis=2)).ndim == 2
    assert gray_if_colourless(np.concatenate([gray, gray, 255 - gray], axis=2)).ndim == 3
