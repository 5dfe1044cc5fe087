"""Typed relations, the values in them, and the way from each value back to its page and box."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from records.geometry import Box

SqlType = Literal["boolean", "bigint", "numeric", "date", "time", "timestamp", "text"]


class Column(Struct, frozen=True):
    """A column. ``header`` is what the paper says above it, ``name`` a readable identifier made of that."""

    name: str
    type: SqlType
    nullable: bool
    header: str = ""


class Field(Struct, frozen=True):
    """One cell on its way into a row: the text as read, and where; ``box`` in the frame as handed in."""

    text: str
    page: int
    box: Box
    confidence: float


class Candidate(Struct, frozen=True):
    """One table of one document as a typed relation. Each row has a field or None (no such cell) a column.

    ``skipped`` are the fields of rows that are no data (headers, totals, notes), so that every cell is told of.
    """

    document: str
    table: int
    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Field | None, ...], ...]
    skipped: tuple[Field, ...] = ()


class Relation(Struct, frozen=True):
    """A relation of the warehouse at one version of its structure."""

    name: str
    version: int
    columns: tuple[Column, ...]


class Reject(Struct, frozen=True):
    """A cell that did not become a value, with the reason."""

    relation: str
    document: str
    table: int
    row: int
    column: str
    reason: str
    field: Field


class Trace(Struct, frozen=True):
    """Where one value of the warehouse was read."""

    relation: str
    row: int
    column: str
    value: str | None
    text: str
    document: str
    source: str
    page: int
    box: Box
    confidence: float
