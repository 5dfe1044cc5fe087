"""The tables of a batch: found page by page, joined over page breaks document by document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assets.lines.stage import LINES, Lines
from assets.pages.open import OpenPage
from assets.pages.stage import PAGES
from assets.paging import over_pages
from assets.regions.stage import REGIONS, Regions
from assets.stage import Stage
from assets.tables.find import GEOMETRY, find_tables
from assets.tables.join import join_tables
from records.document import Document, Failure
from records.table import Table
from resources.workshop import Workshop

Tables = tuple[Table, ...]


def version(work: Workshop) -> str:
    return GEOMETRY


def make(work: Workshop, documents: Sequence[Document]) -> Iterator[tuple[Document, Tables | Failure]]:
    """Each document's tables, in order."""

    def begin(document: Document) -> tuple[Lines, Regions]:
        return LINES.get(work, document.sha256), REGIONS.get(work, document.sha256)

    def find(pages: Sequence[tuple[tuple[Lines, Regions], OpenPage]]) -> Sequence[Tables]:
        return [
            find_tables(p.page, p.image, lines[p.page.index], regions[p.page.index]) for (lines, regions), p in pages
        ]

    for document, found in over_pages("tables", work, documents, begin, find):
        if isinstance(found, Failure):
            yield document, found
        else:
            pages, lines = PAGES.get(work, document.sha256), LINES.get(work, document.sha256)
            yield document, join_tables(pages, found, lines)


TABLES: Stage[Tables] = Stage("tables", Tables, version, make, (PAGES, LINES, REGIONS))
