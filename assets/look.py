"""Pictures for the Dagster UI: the first pages of a batch with what a stage found on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from dagster import MetadataValue

from assets.pages.errors import Unreadable
from assets.pages.stage import PAGES
from assets.paging import open_known
from assets.sketch import as_markdown, sketch
from assets.stage import Stage
from records.document import Document
from records.geometry import Box
from resources.store import address
from resources.workshop import Workshop

T = TypeVar("T")
SHOWN = 3
"""Pictures in one event: it is read by people, and kept in a database."""
REVISION = "1"


def pictures(
    work: Workshop,
    stage: Stage[T],
    documents: Sequence[Document],
    boxes: Callable[[T, int], Iterable[tuple[Box, int]]],
) -> Any:
    """Markdown with pages on which the stage found something, the first of each document, with the boxes drawn.

    Pictures are kept as artefacts: a run that makes nothing new opens no page to show them.
    """
    shown: list[str] = []
    for document, found in stage.made(work, documents):
        if len(shown) == SHOWN:
            break
        shown += list(_first(work, stage, document, found, boxes))
    return MetadataValue.md(" ".join(shown) or "no page to show")


def _first(
    work: Workshop,
    stage: Stage[T],
    document: Document,
    found: T,
    boxes: Callable[[T, int], Iterable[tuple[Box, int]]],
) -> Iterator[str]:
    pages = PAGES.get(work, document.sha256)
    page = next((p for p in pages if list(boxes(found, p.index))), None)
    if page is None:
        return
    key = address("sketch", REVISION, stage.key(work, document.sha256), str(page.index))
    if not work.store.has("sketches", key):
        try:
            image = next(open_known(work, document, [page])).image
        except Unreadable:
            return
        work.store.put_bytes("sketches", key, sketch(image, boxes(found, page.index)))
    yield as_markdown(f"{document.sha256[:12]} page {page.index + 1}", work.store.get_bytes("sketches", key))
