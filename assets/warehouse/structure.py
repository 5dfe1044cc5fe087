"""The catalogue's knowledge of the warehouse: relations with the evidence for their types, and what was loaded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import psycopg
from msgspec import Struct
from psycopg.types.json import Jsonb

from assets.relations.columns import Style
from records.relation import Candidate, Change, Column, Evidence, Relation

LOCK = 0x6C6F_6164
"""The advisory lock of whoever changes the warehouse."""

RULES = "1"
"""Goes up when the same candidates would be typed or placed otherwise."""


class LoadedColumn(Struct, frozen=True):
    """A table's column: the relation's that took it, the header, and what its values said of the type."""

    column: str
    header: str
    evidence: Evidence


class Loaded(Struct, frozen=True):
    """A table of a document that is in the warehouse."""

    document: str
    table: int
    relation: str
    digest: str
    first_row: int
    rows: int
    columns: tuple[LoadedColumn, ...]
    style: Style


def digest(candidate: Candidate) -> str:
    """64 hex digits for a candidate as it is."""
    return hashlib.sha256(RULES.encode() + msgspec.msgpack.encode(candidate)).hexdigest()


def relations(connection: psycopg.Connection) -> tuple[Relation, ...]:
    """All relations of the warehouse, by name."""
    rows = connection.execute(
        "SELECT relation AS name, version, columns, evidence FROM catalogue.relations ORDER BY relation"
    ).fetchall()
    names = Relation.__struct_fields__
    return tuple(msgspec.convert(dict(zip(names, row, strict=True)), Relation) for row in rows)


def table_columns(connection: psycopg.Connection) -> dict[str, tuple[Column, ...]]:
    """The columns of each relation: name, type, nullability, and what the paper says above."""
    return {relation.name: relation.columns for relation in relations(connection)}


def loaded(
    connection: psycopg.Connection, *, documents: Iterable[str] = (), relation: str | None = None
) -> tuple[Loaded, ...]:
    """The tables of documents, or of a relation, that are in the warehouse, by row."""
    rows = connection.execute(
        'SELECT document, table_ordinal AS "table", relation, digest, first_row, rows, columns, style'
        " FROM catalogue.loads WHERE document = ANY(%s) OR relation = %s ORDER BY first_row",
        [list(documents), relation],
    ).fetchall()
    names = Loaded.__struct_fields__
    return tuple(msgspec.convert(dict(zip(names, row, strict=True)), Loaded) for row in rows)


def without(known: Sequence[Relation], gone: Sequence[Loaded]) -> tuple[Relation, ...]:
    """The relations without the evidence of tables that are taken away."""
    evidence = {r.name: dict(zip((c.name for c in r.columns), r.evidence, strict=True)) for r in known}
    for table in gone:
        there = evidence[table.relation]
        for column in table.columns:
            there[column.column] = there[column.column] - column.evidence
    return tuple(msgspec.structs.replace(r, evidence=tuple(evidence[r.name].values())) for r in known)


def numbers(connection: psycopg.Connection, documents: Sequence[str]) -> dict[str, int]:
    """The number of each document that is registered."""
    query = "SELECT sha256, number FROM catalogue.documents WHERE sha256 = ANY(%s)"
    return dict(connection.execute(query, [list(documents)]).fetchall())


def write_relations(
    connection: psycopg.Connection, batch: str, known: Sequence[Relation], changes: Sequence[Change]
) -> None:
    """Keep relations as they are now, and a version more of those that changed."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO catalogue.relations (relation, version, columns, evidence) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (relation) DO UPDATE SET version = excluded.version, columns = excluded.columns,"
            " evidence = excluded.evidence",
            [(r.name, r.version, _json(r.columns), _json(r.evidence)) for r in known],
        )
        changed = {name: [c for c in changes if c.relation == name] for name in {c.relation for c in changes}}
        cursor.executemany(
            "INSERT INTO catalogue.relation_versions (relation, version, columns, changes, batch)"
            " VALUES (%s, %s, %s, %s, %s)",
            [(r.name, r.version, _json(r.columns), _json(changed[r.name]), batch) for r in known if r.name in changed],
        )


def write_loads(connection: psycopg.Connection, batch: str, tables: Sequence[Loaded]) -> None:
    """Keep which tables are where."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO catalogue.loads"
            " (document, table_ordinal, relation, digest, first_row, rows, columns, style, batch)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                (
                    t.document,
                    t.table,
                    t.relation,
                    t.digest,
                    t.first_row,
                    t.rows,
                    _json(t.columns),
                    _json(t.style),
                    batch,
                )
                for t in tables
            ],
        )


def _json(value: Any) -> Jsonb:
    return Jsonb(msgspec.to_builtins(value))
