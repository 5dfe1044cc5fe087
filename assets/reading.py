"""The stages in a row, for one document that somebody waits for. The same functions make a batch's assets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from assets.documents.envelope import is_envelope, resolve
from assets.documents.intake import take_in
from assets.lines.read import read_lines
from assets.pages.errors import Unreadable
from assets.pages.open import OpenPage, open_pages
from assets.regions.find import DetectorEngine, find_regions
from assets.tables.find import find_tables
from assets.tables.join import join_tables
from records.document import Document, Failure, Intake, Source
from records.page import Line, Page
from records.settings import Settings
from records.table import Reading, Region, Table
from resources.readers import Readers

CHUNK = 4
"""Pages that are in memory together: enough to fill the recogniser's buckets, little enough to stay small."""


@dataclass(frozen=True)
class FileReading:
    """What became of one file: a reading, or the failure that prevented it."""

    intake: Intake
    reading: Reading | None
    failure: Failure | None


def read_document(
    document: Document,
    data: bytes,
    readers: Readers,
    settings: Settings,
    on_page: Callable[[int], None] | None = None,
) -> Reading:
    """Read all of a document. ``on_page`` is told the index of each finished page.

    Raises assets.pages.errors.Unreadable at a page that can't be opened.
    """
    pages: list[Page] = []
    lines: list[tuple[Line, ...]] = []
    regions: list[tuple[Region, ...]] = []
    tables: list[tuple[Table, ...]] = []
    layout = DetectorEngine(readers.layout)
    opened = open_pages(document, data, settings.pages, readers.orientation)
    while chunk := _take(opened, CHUNK):
        for page, read in zip(chunk, read_lines(chunk, readers.ocr), strict=True):
            areas = find_regions(page.page, page.image, read, layout)
            pages.append(page.page)
            lines.append(read)
            regions.append(areas)
            tables.append(find_tables(page.page, page.image, read, areas))
            if on_page is not None:
                on_page(page.page.index)
    return Reading(document.sha256, tuple(pages), tuple(lines), tuple(regions), join_tables(pages, tables, lines))


def read_file(path: Path, readers: Callable[[], Readers], settings: Settings) -> FileReading:
    """Read one file from disk. Never raises for a bad file. ``readers`` is called when a document is there to read,
    so that a folder of broken files loads no engine.
    """
    source = Source(str(path))
    try:
        data = path.read_bytes()
    except OSError as error:
        failure = Failure("unreadable", "documents", f"{path} can't be read: {error.strerror or error}")
        return FileReading(Intake(source, "", 0, failure=failure), None, failure)
    return read_bytes(source, data, readers, settings)


def read_bytes(source: Source, data: bytes, readers: Callable[[], Readers], settings: Settings) -> FileReading:
    """Read bytes that came from somewhere; an envelope is opened first. Never raises for bad bytes."""
    if is_envelope(data):
        content = resolve(data, settings.intake, settings.limits)
        if isinstance(content, Failure):
            return FileReading(Intake(source, "", len(data), failure=content), None, content)
        source, data = Source(source.name, {**source.metadata, **content.metadata}), content.data
    intake = take_in(source, data, settings.limits)
    if intake.document is None:
        return FileReading(intake, None, intake.failure)
    try:
        return FileReading(intake, read_document(intake.document, data, readers(), settings), None)
    except Unreadable as error:
        return FileReading(intake, None, error.failure)


def _take(pages: Iterator[OpenPage], count: int) -> list[OpenPage]:
    return list(islice(pages, count))
