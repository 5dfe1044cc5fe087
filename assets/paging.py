"""Goes over the pages of many documents with a bounded number of images in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from assets.pages.errors import Unreadable
from assets.pages.open import OpenPage, reopen_pages
from assets.pages.stage import PAGES
from records.document import Document, Failure
from records.page import Page
from resources.workshop import Workshop

C = TypeVar("C")
R = TypeVar("R")


def open_known(work: Workshop, document: Document, pages: Sequence[Page]) -> Iterator[OpenPage]:
    """Known pages of a document with their images, in the order given, each opened when it is asked for.

    Raises assets.pages.errors.Unreadable.
    """
    absent = [page for page in pages if work.images.find(document.sha256, page.index) is None]
    again: Iterator[OpenPage] = iter(())
    if absent:
        data = work.store.get_bytes("documents", document.sha256)
        again = reopen_pages(document, data, absent, work.settings.pages)
    for page in pages:
        image = work.images.find(document.sha256, page.index)
        if image is None:
            opened = next(again)
            work.images.offer(document.sha256, page.index, opened.image)
            yield opened
        else:
            yield OpenPage(page, image)


@dataclass
class Unit(Generic[C, R]):
    """A document on its way: what its pages need to be read, and what has been read of them."""

    document: Document
    pages: int
    context: C
    results: list[R] = field(default_factory=list)
    failure: Failure | None = None


def over_pages(
    stage: str,
    work: Workshop,
    documents: Sequence[Document],
    begin: Callable[[Document], C],
    read: Callable[[Sequence[tuple[C, OpenPage]]], Sequence[R]],
    together: int = 1,
) -> Iterator[tuple[Document, tuple[R, ...] | Failure]]:
    """Results of each document, one a page. ``together`` pages, also of several documents, are read at once.

    ``begin`` loads what a document's pages need; it is dropped when the document is done. Where reading a group fails,
    its pages are read one by one, so that only the document at fault fails.
    """
    waiting: list[tuple[Unit[C, R], OpenPage]] = []
    done, total = 0, sum(d.pages for d in documents)

    def flush() -> Iterator[tuple[Document, tuple[R, ...] | Failure]]:
        nonlocal done
        group = [(unit, page) for unit, page in waiting if unit.failure is None]
        waiting.clear()
        for unit in _read(stage, group, read):
            if unit.failure is not None:
                yield unit.document, unit.failure
            elif len(unit.results) == unit.pages:
                yield unit.document, tuple(unit.results)
        done += len(group)
        work.progress(stage, done, total)

    for document in documents:
        pages = PAGES.get(work, document.sha256)
        unit: Unit[C, R] = Unit(document, len(pages), begin(document))
        try:
            for opened in open_known(work, document, pages):
                waiting.append((unit, opened))
                if len(waiting) >= together:
                    yield from flush()
                if unit.failure is not None:
                    break
        except Unreadable as error:
            unit.failure = error.failure
            yield document, error.failure
    yield from flush()


def _read(
    stage: str,
    group: Sequence[tuple[Unit[C, R], OpenPage]],
    read: Callable[[Sequence[tuple[C, OpenPage]]], Sequence[R]],
) -> list[Unit[C, R]]:
    """Reads a group into its units; gives those that it touched, in order."""
    try:
        results = read([(unit.context, page) for unit, page in group])
        for (unit, _), result in zip(group, results, strict=True):
            unit.results.append(result)
    except Exception as error:  # an engine may raise anything, and one page must not stop the others
        if len(group) == 1:
            unit, opened = group[0]
            index = opened.page.index
            message = f"page {index + 1} can't be read: {type(error).__name__}: {error}"
            unit.failure = Failure("engine", stage, message, index)
        else:
            for pair in group:
                if pair[0].failure is None:
                    _read(stage, [pair], read)
    return list({id(unit): unit for unit, _ in group}.values())
