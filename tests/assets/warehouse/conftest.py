"""Candidates from plain texts, and what the warehouse then holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any

import psycopg
import pytest

from assets.relations.columns import decide, style_of, weigh_all
from assets.relations.forms import look_at
from assets.relations.identifiers import column_names
from records.relation import Candidate, Column, Field
from resources.postgres import Dsns

Make = Callable[..., Candidate]


def sha(document: str) -> str:
    return sha256(document.encode()).hexdigest()


def make_candidate(
    document: str, headers: Sequence[str], rows: Sequence[Sequence[str | None]], name: str = "goods", table: int = 0
) -> Candidate:
    """A table of a document, as the relations' stage would propose it; each field has a box of its own."""
    texts = [look_at([row[j] for row in rows]) for j in range(len(headers))]
    style = style_of(texts)
    fields = tuple(
        tuple(
            None if text is None else Field(text, 0, (10.0 * j, 20.0 * i, 10.0 * j + 8, 20.0 * i + 16.5), 0.75)
            for j, text in enumerate(row)
        )
        for i, row in enumerate(rows)
    )
    columns = []
    for j, (column, header) in enumerate(zip(column_names(headers), headers, strict=True)):
        evidence = weigh_all(texts[j], style)
        columns.append(Column(column, decide(evidence), evidence.nulls > 0, header))
    return Candidate(sha(document), table, name, tuple(columns), fields)


@pytest.fixture
def make() -> Make:
    return make_candidate


@pytest.fixture
def owner(database: Dsns) -> Iterator[psycopg.Connection[Any]]:
    """A connection as owner to a fresh database that knows documents ``a`` to ``f``."""
    with database.connect("owner", autocommit=True) as connection:
        for document in "abcdef":
            connection.execute(
                "INSERT INTO catalogue.documents (sha256, media_type, size, pages) VALUES (%s, 'image/png', 1, 1)",
                [sha(document)],
            )
        yield connection


@pytest.fixture
def dump() -> Callable[[psycopg.Connection[Any]], dict[str, Any]]:
    """All that stands in the warehouse, independent of the order of columns."""

    def read(connection: psycopg.Connection[Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for schema in ("warehouse", "original"):
            names = connection.execute(
                "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind IN ('r', 'v')", [schema]
            ).fetchall()
            for (name,) in names:
                cursor = connection.execute(f'SELECT * FROM {schema}."{name}"'.encode())
                columns = [d.name for d in cursor.description or ()]
                rows = [dict(sorted(zip(columns, row, strict=True))) for row in cursor.fetchall()]
                # A new database numbers its documents anew: what counts is a row's place in its document.
                for row in rows:
                    row["_row"] %= 1_000_000
                found[f"{schema}.{name}"] = sorted(rows, key=lambda row: (row["_document"], row["_row"]))
        found["columns"] = sorted(
            connection.execute(
                "SELECT table_name, column_name, data_type FROM information_schema.columns"
                " WHERE table_schema = 'warehouse'"
            ).fetchall()
        )
        found["rejects"] = sorted(
            connection.execute(
                'SELECT relation, document, row % 1000000, "column", text, page, box, confidence FROM catalogue.rejects'
            ).fetchall()
        )
        return found

    return read
