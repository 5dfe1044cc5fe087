"""Degradations: each does what its name says, and nothing to the size of the page."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import default_rng

from corpus import degrade
from corpus.degrade import Scan, scan


@pytest.fixture
def page() -> degrade.Gray:
    """White, with a black bar across."""
    image = np.full((300, 200), 255, np.uint8)
    image[150:156, 20:180] = 0
    return image


def test_the_defaults_leave_a_page_as_it_is(page: degrade.Gray) -> None:
    assert np.array_equal(scan(page, Scan(), 1), page)


def test_the_same_seed_gives_the_same_page(page: degrade.Gray) -> None:
    how = Scan(skew=1, paper=240, fade=0.2, light=0.2, blur=0.7, noise=4, dust=9)
    assert np.array_equal(scan(page, how, 1), scan(page, how, 1))
    assert not np.array_equal(scan(page, how, 1), scan(page, how, 2))


def test_skew_turns_clockwise(page: degrade.Gray) -> None:
    turned = degrade.skew(page, 2.0, 255)
    rows = [int(np.argmin(turned[:, x])) for x in (40, 160)]
    assert rows[1] > rows[0], "the right end goes down"
    slope = np.degrees(np.arctan2(rows[1] - rows[0], 120))
    assert abs(slope - 2.0) < 0.6


def test_fade_makes_ink_pale_and_paper_gray(page: degrade.Gray) -> None:
    assert set(np.unique(degrade.fade(page, 230, 0.5))) == {76, 230}


def test_light_falls_off(page: degrade.Gray) -> None:
    lit = degrade.light(np.full_like(page, 255), 0.3, default_rng(1))
    assert lit.max() > 250 and 170 < lit.min() < 200


def test_noise_has_its_sigma() -> None:
    gray = np.full((200, 200), 128, np.uint8)
    assert degrade.noise(gray, 5.0, default_rng(1)).std() == pytest.approx(5.0, abs=0.2)


def test_blur_softens(page: degrade.Gray) -> None:
    assert 0 < degrade.blur(page, 1.0)[149, 100] < 255


def test_dust_leaves_the_given_image_alone(page: degrade.Gray) -> None:
    before = page.copy()
    assert (degrade.dust(page, 5, default_rng(1)) == 70).any()
    assert np.array_equal(page, before)


def test_fewer_levels_and_fax(page: degrade.Gray) -> None:
    noisy = scan(page, Scan(paper=240, noise=6, levels=16), 1)
    assert len(np.unique(noisy)) <= 16 and np.median(noisy) == 255
    assert set(np.unique(scan(page, Scan(paper=230, noise=6, fax=True), 1))) == {0, 255}


def test_quarter_turns_are_clockwise(page: degrade.Gray) -> None:
    page[0:4, 0:4] = 0
    turned = scan(page, Scan(quarter_turns=1), 1)
    assert turned.shape == (200, 300) and not turned[0:4, -4:].any(), "the top left goes to the top right"
