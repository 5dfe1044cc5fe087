"""A platform that is driven by its commands, and looked at from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import psycopg
from commands import Shell
from psycopg.sql import SQL, Identifier

from resources.postgres import Dsns


@dataclass(frozen=True)
class Outside:
    """The platform's commands, and what its database shows."""

    shell: Shell
    dsns: Dsns

    def query(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self.dsns.connect("owner", autocommit=True) as connection:
            return connection.execute(query.encode(), values).fetchall()

    def rows(self, documents: list[str]) -> list[tuple[Any, ...]]:
        """All that the warehouse holds of documents, told without the numbers that they got: relations with values,
        texts, pages, boxes and confidences, in order."""
        found: list[tuple[Any, ...]] = []
        with self.dsns.connect("reader", autocommit=True) as reader:
            names = self.query("SELECT DISTINCT relation FROM catalogue.loads WHERE document = ANY(%s)", documents)
            for (name,) in sorted(names):
                found += _rows(reader, name, documents)
        return found


def _rows(reader: psycopg.Connection, relation: str, documents: list[str]) -> list[tuple[Any, ...]]:
    query = SQL(
        "SELECT to_jsonb(w) - '_row' - '_document', p.text, p.page, p.box, p.confidence FROM {} AS w"
        " JOIN {} AS p USING (_row) WHERE p.document = %s ORDER BY _row"
    ).format(Identifier("warehouse", relation), Identifier("provenance", relation))
    return [
        (relation, number, *row)
        for number, document in enumerate(documents)
        for row in reader.execute(query, [document]).fetchall()
    ]
