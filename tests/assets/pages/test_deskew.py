"""Angles: right to a twentieth of a degree on pages of print, none where there is none to be found."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest
from page_files import scan

from assets.pages.deskew import find_skew
from assets.pages.frame import deskewed, draw

ANGLES = (-5.0, -3.3, -1.5, -0.6, -0.2, -0.1, 0.1, 0.2, 0.45, 1.0, 2.7, 4.9)
WHITE = np.full((1754, 1240), 255, np.uint8)


def table(rows: int = 30, rules: bool = True) -> np.ndarray:
    page = WHITE.copy()
    for row in range(rows):
        y = 150 + 45 * row
        if rules:
            cv2.line(page, (120, y + 15), (1120, y + 15), 0, 2)
        for column, text in enumerate((f"{row:03d}", "Item", f"{row * 7.25:.2f}", "EUR")):
            cv2.putText(page, text, (130 + 260 * column, y), cv2.FONT_HERSHEY_SIMPLEX, 0.8, 0, 2)
    return page


PAGES = {
    "prose": np.asarray(scan()),
    "ten lines": np.asarray(scan(10)),
    "ruled table": table(),
    "table without rules": table(rules=False),
    "sideways prose": np.ascontiguousarray(np.rot90(np.asarray(scan()))),
}


def askew(page: np.ndarray, degrees: float) -> np.ndarray:
    return draw(page, *deskewed(-degrees, (page.shape[1], page.shape[0])))


def degraded(page: np.ndarray) -> np.ndarray:
    """Blurred, unevenly lit, noisy, JPEG."""
    rng = np.random.default_rng(3)
    image = cv2.GaussianBlur(page, (0, 0), 1.2).astype(np.float32) * np.linspace(0.7, 1, page.shape[1])
    image = np.clip(image + rng.normal(0, 12, page.shape), 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 40])[1], cv2.IMREAD_GRAYSCALE)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("spoil", [np.asarray, degraded], ids=["clean", "degraded"])
def test_angles_are_found(name: str, spoil) -> None:  # type: ignore[no-untyped-def]
    errors = [find_skew(spoil(askew(PAGES[name], angle)), 5.0) - angle for angle in ANGLES]
    assert np.abs(errors).max() <= 0.05, dict(zip(ANGLES, np.round(errors, 3), strict=True))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("spoil", [np.asarray, degraded], ids=["clean", "degraded"])
def test_a_straight_page_is_left_alone(name: str, spoil) -> None:  # type: ignore[no-untyped-def]
    assert find_skew(spoil(PAGES[name]), 5.0) == 0.0


def noise(sigma: float) -> np.ndarray:
    return np.clip(200 + np.random.default_rng(1).normal(0, sigma, WHITE.shape), 0, 255).astype(np.uint8)


def blobs(count: int, largest: int) -> np.ndarray:
    rng, page = np.random.default_rng(2), WHITE.copy()
    for x, y, r in rng.integers((0, 0, 2), (1240, 1754, largest), (count, 3)).tolist():
        cv2.circle(page, (x, y), r, 0, -1)
    return page


@pytest.mark.parametrize(
    "page",
    [WHITE, WHITE * 0, noise(12), noise(60), blobs(300, 6), blobs(8, 200), WHITE[:1, :1], WHITE[:3], WHITE[:, :5]],
    ids=["white", "black", "noise", "heavy noise", "specks", "discs", "a pixel", "a strip", "a column"],
)
def test_no_angle_where_none_is_clear(page: np.ndarray) -> None:
    assert find_skew(page, 5.0) == 0.0


def test_it_looks_no_further_than_it_is_told() -> None:
    assert abs(find_skew(askew(PAGES["prose"], 4.0), 1.0)) <= 1.03


def test_it_takes_no_longer_than_a_page_may() -> None:
    page = cv2.resize(PAGES["prose"], (1654, 2339))
    page = np.repeat(page[:, :, None], 3, axis=2)
    times = []
    for _ in range(7):
        start = time.process_time()
        find_skew(page, 5.0)
        times.append(time.process_time() - start)
    assert min(times) < 0.1
