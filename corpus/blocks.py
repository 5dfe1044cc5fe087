"""What a document says, before it has a page: blocks in reading order. Frozen and free of any typesetter."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Language = Literal["en", "zh"]

Ruling = Literal["full", "half", "zebra", "none"]
"""All rules; rules above, below and under the header; half with every other row shaded; none at all."""

Face = Literal["sans", "serif", "mono"]


class Span(Struct, frozen=True):
    """A cell over several places of a grid; its text stands in the first of them, the others are empty."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1


class Grid(Struct, frozen=True):
    """A table. ``widths`` are shares of the width; ``aligns`` has ``l``, ``c`` or ``r`` for each column; ``totals``
    counts the rows at the end that sum up those before."""

    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    aligns: str
    header_rows: int = 1
    totals: int = 0
    ruling: Ruling = "full"
    spans: tuple[Span, ...] = ()
    title: str = ""


class Heading(Struct, frozen=True):
    """A line that names what follows; level 1 is the document's title."""

    text: str
    level: int = 1


class Paragraph(Struct, frozen=True):
    """Running text."""

    text: str
    small: bool = False


class Letterhead(Struct, frozen=True):
    """Who writes: a name, and lines of address below it."""

    name: str
    lines: tuple[str, ...]


class Pairs(Struct, frozen=True):
    """Facts about the document, as label and value, in two columns side by side."""

    left: tuple[tuple[str, str], ...]
    right: tuple[tuple[str, str], ...] = ()


Block = Grid | Heading | Paragraph | Letterhead | Pairs


class Document(Struct, frozen=True):
    """All blocks of one document; None among them begins a new page. ``footer`` stands on every page, with its number
    where it has ``{page}`` and ``{pages}``."""

    name: str
    language: Language
    blocks: tuple[Block | None, ...]
    footer: str = ""
    face: Face = "sans"
    landscape: bool = False
    size: float = 9.5
    """Of the type in tables and text, in points."""


def grids(document: Document) -> tuple[Grid, ...]:
    """The document's tables, in order."""
    return tuple(block for block in document.blocks if isinstance(block, Grid))
