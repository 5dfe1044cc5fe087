"""What a file declares about itself before anything of it is decoded."""

from __future__ import annotations

from msgspec import Struct

from records.document import Category


class Shape(Struct, frozen=True):
    """Width and height of each page, in the units that ``limits.py`` counts: pixels, or for a PDF the pixels at
    the lowest resolution that still can be read. ``stored`` is the number of bytes that the pages say they hold.
    """

    pages: tuple[tuple[float, float], ...]
    stored: int = 0


class Refused(Exception):
    """A file that can't become a document. ``category`` is one of records.document.Category."""

    def __init__(self, category: Category, message: str) -> None:
        super().__init__(message)
        self.category: Category = category
        self.message = message


def truncated(what: str, detail: str) -> Refused:
    """The refusal of a file that ends too early."""
    return Refused("truncated", f"the {what} file ends too early: {detail}; hand in the whole file")


def damaged(what: str, detail: str) -> Refused:
    """The refusal of a file that begins like a format and then breaks its rules."""
    return Refused("not_a_document", f"this is no valid {what} file: {detail}; save or scan it again")
