"""Regions of a page, and tables as grids of cells that know which words they hold."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from records.geometry import Box
from records.page import Line, Page

RegionKind = Literal["title", "section", "body", "list", "table", "figure", "caption", "header", "footer"]

Role = Literal["column_header", "row_header", "data", "total", "note", "unknown"]


class Region(Struct, frozen=True):
    """An area of a page with one purpose."""

    kind: RegionKind
    box: Box
    confidence: float


class WordRef(Struct, frozen=True, order=True):
    """A word by its place: page index, line within the page, word within the line."""

    page: int
    line: int
    word: int


class Cell(Struct, frozen=True):
    """One cell. ``row`` and ``column`` count from 0 in the whole table, also where it runs over pages; ``page``
    and ``box`` tell where this cell stands (``box`` is around its words; for an empty cell, its slot)."""

    page: int
    row: int
    column: int
    text: str
    box: Box
    confidence: float
    row_span: int = 1
    column_span: int = 1
    role: Role = "unknown"
    words: tuple[WordRef, ...] = ()


class Piece(Struct, frozen=True):
    """The part of a table that stands on one page."""

    page: int
    box: Box
    first_row: int
    rows: int


class Table(Struct, frozen=True):
    """A grid. Every word inside its pieces' boxes is in exactly one cell's ``words`` or in ``leftovers``."""

    rows: int
    columns: int
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    confidence: float
    engine: str
    header_rows: int = 0
    title: str = ""
    leftovers: tuple[WordRef, ...] = ()


class Reading(Struct, frozen=True):
    """All that was read of one document: pages with their lines and regions (one tuple a page), and tables."""

    sha256: str
    pages: tuple[Page, ...]
    lines: tuple[tuple[Line, ...], ...]
    regions: tuple[tuple[Region, ...], ...]
    tables: tuple[Table, ...]
