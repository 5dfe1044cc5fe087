"""The regions of one page: what a layout engine says, made consistent, and every line of text in one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from assets.regions.refine import refine
from gpu_ops.layout import Area
from records.geometry import area, intersection
from records.page import Line, Page
from records.table import Region, RegionKind

KINDS: dict[str, RegionKind] = {
    "text": "body",
    "title": "section",
    "figure": "figure",
    "figure_caption": "caption",
    "table": "table",
    "table_caption": "caption",
    "header": "header",
    "footer": "footer",
    "reference": "body",
    "equation": "body",
}
"""What the classes of CDLA are in our vocabulary; which section is the page's title is told by place and size."""

SHARED = 0.6
"""The share of the smaller of two findings that lies in the other above which they tell of the same region."""


class RegionEngine(Protocol):
    """Tells the regions of one page. ``version`` names what would change its answers."""

    version: str

    def find(self, page: Page, image: NDArray[np.uint8], lines: Sequence[Line]) -> tuple[Region, ...]: ...


class Detector(Protocol):
    """Finds areas of named classes on an image, as ``gpu_ops.layout.LayoutModel`` does."""

    version: str

    def find(self, image: NDArray[np.uint8]) -> tuple[Area, ...]: ...


class DetectorEngine:
    """A region engine made of an object detector that looks at the image alone."""

    def __init__(self, detector: Detector) -> None:
        self.detector = detector
        self.version = detector.version

    def find(self, page: Page, image: NDArray[Any], lines: Sequence[Line]) -> tuple[Region, ...]:
        return distinct([Region(KINDS[a.label], a.box, a.score) for a in self.detector.find(image) if a.label in KINDS])


def find_regions(
    page: Page, image: NDArray[np.uint8], lines: Sequence[Line], engine: RegionEngine
) -> tuple[Region, ...]:
    """The regions of a page from the top, in pixels of ``image``; each line's centre lies in at least one."""
    return refine(page, engine.find(page, image, lines), lines)


def distinct(regions: Sequence[Region]) -> tuple[Region, ...]:
    """Regions without those that a surer one already tells of. A table or figure may hold captions and text of its own.

    >>> a, b = Region("body", (0, 0, 10, 10), 0.9), Region("caption", (0, 0, 10, 9), 0.5)
    >>> distinct([b, a]) == (a,)
    True
    """
    kept: list[Region] = []
    for region in sorted(regions, key=lambda r: -r.confidence):
        for other in kept:
            small = min(area(region.box), area(other.box))
            if intersection(region.box, other.box) > SHARED * small:
                break
        else:
            kept.append(region)
    return tuple(kept)
