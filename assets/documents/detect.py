"""Tells formats apart by content, never by name."""

from __future__ import annotations

from collections.abc import Callable

from assets.documents.formats import bmp, jpeg, pdf, png, tiff, webp
from assets.documents.shape import Shape
from records.document import MediaType

FORMATS: tuple[tuple[MediaType, Callable[[bytes], bool], Callable[[bytes, int], Shape]], ...] = (
    ("image/png", png.matches, png.measure),
    ("image/jpeg", jpeg.matches, jpeg.measure),
    ("image/tiff", tiff.matches, tiff.measure),
    ("image/webp", webp.matches, webp.measure),
    ("image/bmp", bmp.matches, bmp.measure),
    ("application/pdf", pdf.matches, pdf.measure),
)
"""In the order in which they are tried: the strict signatures first, PDF (whose header may come late) last."""


def detect(data: bytes) -> tuple[MediaType, Callable[[bytes, int], Shape]] | None:
    """The format of the bytes and what measures it, or None for bytes of no format that we read.

    >>> detect(b"%PDF-1.7 ...")[0], detect(b"Dear Sir or Madam")
    ('application/pdf', None)
    """
    return next(((media, measure) for media, matches, measure in FORMATS if matches(data)), None)
