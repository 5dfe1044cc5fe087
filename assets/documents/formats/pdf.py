"""PDF (ISO 32000): told by its header, opened by pdfium, checked for its end.

pdfium is not safe to use from two threads: whoever calls it, in any stage, holds ``PDFIUM``.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2
import pypdfium2.raw as pdfium

from assets.documents.shape import Refused, Shape, damaged, truncated

PDFIUM = threading.RLock()
"""The one lock around pdfium."""

HEADER_WITHIN = 1024
"""Readers accept a header that begins this late (ISO 32000-1, annex H.3.4.1)."""

LOWEST_DPI = 36
"""No print can be read below; a page that is still too large at this resolution is refused."""

_LINEARIZED = re.compile(rb"/Linearized\b[^>]{0,200}?/L\s+(\d+)")
_START = re.compile(rb"startxref\s+(\d+)\s*$")


def matches(data: bytes) -> bool:
    """Whether a PDF header begins in the first kilobyte."""
    return b"%PDF-" in data[: HEADER_WITHIN + 5]


def measure(data: bytes, most: int) -> Shape:
    """Pages of a PDF, in pixels at LOWEST_DPI. Raises Refused: encrypted, truncated, not_a_document."""
    missing = missing_end(data)
    if missing:
        raise truncated("PDF", missing)
    with opened(data) as document:
        sizes = tuple(page_pixels(document, index) for index in range(min(len(document), most + 1)))
    return Shape(sizes, len(data))


def page_pixels(document: pypdfium2.PdfDocument, index: int) -> tuple[float, float]:
    """Width and height of a page at LOWEST_DPI; nothing for a page that is broken (the others may be read)."""
    with PDFIUM:
        try:
            width, height = document.get_page_size(index)
        except pypdfium2.PdfiumError:
            return 0.0, 0.0
    return width * LOWEST_DPI / 72, height * LOWEST_DPI / 72


@contextmanager
def opened(data: bytes) -> Iterator[pypdfium2.PdfDocument]:
    """A PDF that pdfium has open. Raises Refused; the lock is not held between entering and leaving."""
    with PDFIUM:
        try:
            document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            if error.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
                raise Refused("encrypted", "the PDF asks for a password; hand in a copy saved without one") from error
            raise damaged("PDF", "neither its table of objects nor a single page can be found") from error
    try:
        yield document
    finally:
        with PDFIUM:
            document.close()


def missing_end(data: bytes) -> str:
    """What is missing at the end of a PDF, or nothing.

    A file cut off after an early end mark counts too: linearised files and later revisions carry one in the middle.
    """
    linearized = _LINEARIZED.search(data[:2048])
    if linearized and int(linearized[1]) > len(data):
        return f"it says that it has {int(linearized[1])} bytes and has {len(data)}"
    mark = data.rfind(b"%%EOF")
    tail = data[mark + 5 :] if mark >= 0 else data
    if not re.search(rb"\d+\s+\d+\s+obj\b", tail):
        return ""
    start = _START.search(data[-64:])
    if start and int(start[1]) < len(data):
        return ""  # only the mark itself was left off; the table of objects is complete
    return "the end mark %%EOF is missing"
