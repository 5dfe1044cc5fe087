"""Regions: the real network on a drawn page, and what place and size add."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import Sheet

from assets.regions.find import DetectorEngine, distinct, find_regions
from assets.regions.refine import refine
from gpu_ops.layout import LayoutModel, weights
from gpu_ops.runtime import open_session
from records.page import Line, Word
from records.table import Region


@pytest.fixture(scope="module")
def engine() -> DetectorEngine:
    return DetectorEngine(LayoutModel(open_session(weights())))


def line(text: str, box: tuple[float, float, float, float]) -> Line:
    return Line(text, box, 0.9, "drawn", (Word(text, box, 0.9),))


@pytest.mark.parametrize("worn", [False, True])
def test_a_ruled_table_is_seen_also_on_gray_grainy_paper(engine: DetectorEngine, worn: bool) -> None:
    sheet = Sheet(1654, 2339)
    xs, ys = list(range(200, 1500, 200)), list(range(300, 1000, 50))
    sheet.lattice(xs, ys)
    for x in xs[:-1]:
        for y in ys[:-1]:
            sheet.text(x + 20, y + 12, "1234.5")
    if worn:
        noise = np.random.default_rng(3).normal(0, 8, sheet.image.shape)
        sheet.image = np.clip(sheet.image * 0.85 + noise, 0, 255).astype(np.uint8)
    found = find_regions(sheet.page(), sheet.image, sheet.read(), engine)
    assert "table" in {r.kind for r in found}


def test_every_line_lies_in_a_region_on_a_page_that_the_network_is_silent_about() -> None:
    sheet = Sheet()
    lines = [
        line("Running head", (400, 20, 600, 40)),
        line("A heading", (100, 150, 420, 190)),
        *(line("body text", (100, 300 + 30 * i, 800, 320 + 30 * i)) for i in range(6)),
        line("7", (490, 1160, 510, 1180)),
    ]
    found = refine(sheet.page(), (), lines)
    assert [r.kind for r in found] == ["header", "title", "body", "footer"]


def test_a_header_in_the_middle_of_a_page_is_body_text() -> None:
    (found,) = refine(Sheet().page(), [Region("header", (100, 600, 500, 640), 0.7)], ())
    assert found.kind == "body"


def test_the_surer_of_two_findings_of_one_place_is_kept() -> None:
    table, figure = Region("table", (0, 0, 100, 100), 0.9), Region("figure", (5, 5, 100, 98), 0.6)
    assert distinct([figure, table]) == (table,)


def test_a_blank_page_has_no_regions(engine: DetectorEngine) -> None:
    sheet = Sheet()
    assert find_regions(sheet.page(), sheet.image, (), engine) == ()
