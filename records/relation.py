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


class Evidence(Struct, frozen=True):
    """How many values of a column can be read as what; the sum over all its tables decides the column's type, so
    that the order in which documents come does not matter.

    ``integer`` values are among ``number``. ``code`` are digits with leading zeros, which are names and no numbers.
    """

    values: int = 0
    nulls: int = 0
    boolean: int = 0
    integer: int = 0
    number: int = 0
    date: int = 0
    time: int = 0
    timestamp: int = 0
    code: int = 0

    def __add__(self, other: Evidence) -> Evidence:
        return Evidence(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))

    def __sub__(self, other: Evidence) -> Evidence:
        return Evidence(*(getattr(self, name) - getattr(other, name) for name in self.__struct_fields__))


class Relation(Struct, frozen=True):
    """A relation of the warehouse at one version of its structure, with the evidence for each column's type."""

    name: str
    version: int
    columns: tuple[Column, ...]
    evidence: tuple[Evidence, ...] = ()


ChangeKind = Literal["relation_new", "column_added", "type_changed"]


class Change(Struct, frozen=True):
    """What a batch does to the structure of the warehouse, and why."""

    kind: ChangeKind
    relation: str
    column: str = ""
    detail: str = ""


class Assignment(Struct, frozen=True):
    """Which relation takes a document's table, and which of its columns takes each of the candidate's."""

    document: str
    table: int
    relation: str
    columns: tuple[str, ...]


class Statement(Struct, frozen=True):
    """SQL that was generated, and what for. ``definition`` changes the structure, ``rows`` what is in it."""

    sql: str
    kind: Literal["definition", "rows"]
    purpose: str


class Verdict(Struct, frozen=True):
    """What the database says to a statement before it counts: how far it got, and the reason where it was refused.

    ``plan`` is EXPLAIN's (JSON), for statements that have one.
    """

    statement: Statement
    accepted: bool
    stage: Literal["parsed", "explained", "dry run"]
    message: str = ""
    plan: str = ""


class Plan(Struct, frozen=True):
    """All that a batch of candidates does to the warehouse; ``relations`` are those concerned, as they will be."""

    relations: tuple[Relation, ...]
    assignments: tuple[Assignment, ...]
    changes: tuple[Change, ...]
    statements: tuple[Statement, ...]


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


class RelationLoad(Struct, frozen=True):
    """What a load did to one relation: rows written, rows of former readings removed, and its columns now."""

    relation: str
    rows: int
    removed: int
    columns: tuple[Column, ...]


class LoadReport(Struct, frozen=True):
    """What a load did. ``unchanged`` counts the documents that were in the warehouse just so already.

    ``cells`` counts the cells with text that were to be loaded: each is a value, a placeholder for nothing, or in
    ``rejects``; ``skipped`` those of header, total and note rows.
    """

    batch: str
    rows: int
    cells: int
    values: int
    placeholders: int
    skipped: int
    unchanged: int
    rejects: tuple[Reject, ...]
    changes: tuple[Change, ...]
    relations: tuple[RelationLoad, ...]
    verdicts: tuple[Verdict, ...]
