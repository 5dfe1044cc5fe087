"""Keys of relations: what identifies a row, and what refers to what."""

from __future__ import annotations

from msgspec import Struct

from records.relation import Column


class KeyTable(Struct, frozen=True):
    """What a choice of keys looks at: a relation's columns, and as many of its rows as there are.

    ``rows`` hold the text of each value in its canonical form, None where there is none; ``confidence`` is as long as
    ``rows`` and tells of each value how surely it was read, or is empty where all are certain. Without rows, names
    and types alone decide.
    """

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str | None, ...], ...] = ()
    confidence: tuple[tuple[float, ...], ...] = ()


class PrimaryKey(Struct, frozen=True):
    """Columns that identify a row. Without columns nothing natural holds, and a surrogate is needed."""

    relation: str
    columns: tuple[str, ...]
    confidence: float
    reason: str = ""


class ForeignKey(Struct, frozen=True):
    """``columns`` of ``relation`` hold values of ``target_columns`` of ``target``, pairwise."""

    relation: str
    columns: tuple[str, ...]
    target: str
    target_columns: tuple[str, ...]
    confidence: float
    reason: str = ""


class Keys(Struct, frozen=True):
    """The keys of a whole schema, chosen together; one primary key a relation."""

    primary: tuple[PrimaryKey, ...]
    foreign: tuple[ForeignKey, ...]
