"""The lines of a batch: pages of all its documents are read together, so that the recogniser's buckets fill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assets.lines.read import REVISION, TOGETHER, read_lines
from assets.pages.open import OpenPage
from assets.pages.stage import PAGES
from assets.paging import over_pages
from assets.stage import Stage, fingerprint
from records.document import Document, Failure
from records.page import Line
from resources.workshop import Workshop

Lines = tuple[tuple[Line, ...], ...]
"""One tuple of lines a page."""


def version(work: Workshop) -> str:
    return fingerprint(REVISION, work.readers.ocr.version)


def make(work: Workshop, documents: Sequence[Document]) -> Iterator[tuple[Document, Lines | Failure]]:
    """Each document's lines, page by page."""

    def read(pages: Sequence[tuple[None, OpenPage]]) -> Sequence[tuple[Line, ...]]:
        return read_lines([page for _, page in pages], work.readers.ocr)

    return over_pages("lines", work, documents, lambda document: None, read, TOGETHER)


LINES: Stage[Lines] = Stage("lines", Lines, version, make, (PAGES,))
