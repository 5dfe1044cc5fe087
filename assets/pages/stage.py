"""The pages of a batch, set upright; their images aren't stored, they are drawn again when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assets.pages.errors import STAGE, Unreadable
from assets.pages.open import open_pages
from assets.stage import Stage, fingerprint
from records.document import Document, Failure
from records.page import Page
from resources.workshop import Workshop

REVISION = "1"
"""Raised when this stage's code sets the same page upright differently."""


def version(work: Workshop) -> str:
    return fingerprint(REVISION, work.settings.pages, work.readers.orientation.version)


def make(work: Workshop, documents: Sequence[Document]) -> Iterator[tuple[Document, tuple[Page, ...] | Failure]]:
    """Each document's pages, or why one of them can't be opened."""
    done, total = 0, sum(d.pages for d in documents)
    for document in documents:
        pages: list[Page] = []
        result: tuple[Page, ...] | Failure
        try:
            data = work.store.get_bytes("documents", document.sha256)
            for opened in open_pages(document, data, work.settings.pages, work.readers.orientation):
                pages.append(opened.page)
                work.images.offer(document.sha256, opened.page.index, opened.image)
                work.progress(STAGE, done + len(pages), total)
            result = tuple(pages)
        except Unreadable as error:
            result = error.failure
        except FileNotFoundError:
            result = Failure("unreadable", STAGE, "its bytes are gone from the store: hand it in again")
        done += document.pages
        yield document, result


PAGES: Stage[tuple[Page, ...]] = Stage("pages", tuple[Page, ...], version, make)
