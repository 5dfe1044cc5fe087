"""The regions of a batch, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assets.lines.stage import LINES, Lines
from assets.pages.open import OpenPage
from assets.pages.stage import PAGES
from assets.paging import over_pages
from assets.regions.find import DetectorEngine, find_regions
from assets.stage import Stage, fingerprint
from records.document import Document, Failure
from records.table import Region
from resources.workshop import Workshop

REVISION = "1"
"""Raised when the rules around the engine answer differently."""

Regions = tuple[tuple[Region, ...], ...]
"""One tuple of regions a page."""


def version(work: Workshop) -> str:
    return fingerprint(REVISION, work.readers.layout.version)


def make(work: Workshop, documents: Sequence[Document]) -> Iterator[tuple[Document, Regions | Failure]]:
    """Each document's regions, page by page."""

    engine = DetectorEngine(work.readers.layout)

    def find(pages: Sequence[tuple[Lines, OpenPage]]) -> Sequence[tuple[Region, ...]]:
        return [find_regions(p.page, p.image, lines[p.page.index], engine) for lines, p in pages]

    return over_pages("regions", work, documents, lambda document: LINES.get(work, document.sha256), find)


REGIONS: Stage[Regions] = Stage("regions", Regions, version, make, (PAGES, LINES))
