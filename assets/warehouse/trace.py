"""From a value of the warehouse back to where it was read: one lookup by the row's number."""

from __future__ import annotations

import psycopg
from psycopg.sql import SQL, Identifier

from assets.warehouse.structure import relations
from records.relation import Relation, Trace


class NoSuchValue(LookupError):
    """There is no such relation, row or column; the message names those that there are."""


def trace(connection: psycopg.Connection, relation: str, row: int, column: str | None = None) -> tuple[Trace, ...]:
    """Where the values of a row were read, in the order of the columns; or one column's.

    ``value`` is None for a value that is NULL: nothing was printed, a placeholder, or a reject. Columns that the
    table did not have are left out. ``box`` is in the frame of the page as handed in. Raises NoSuchValue.
    """
    known = {r.name: r for r in relations(connection)}
    if relation not in known:
        raise NoSuchValue(f"there is no relation {relation!r}; there are: {', '.join(known) or 'none yet'}")
    names = [c.name for c in known[relation].columns]
    if column is not None and column not in names:
        raise NoSuchValue(f"{relation} has no column {column!r}; it has: {', '.join(names)}")
    found = _look_up(connection, known[relation], row)
    return tuple(t for t in found if column in (None, t.column))


def _look_up(connection: psycopg.Connection, relation: Relation, row: int) -> list[Trace]:
    names = [c.name for c in relation.columns]
    values = SQL(", ").join(SQL("w.{}::text").format(Identifier(name)) for name in names)
    query = SQL(
        "SELECT p.document, p.page, p.box, p.confidence, p.text, ARRAY[{}]::text[],"
        " (SELECT s.name FROM catalogue.sources AS s WHERE s.sha256 = p.document ORDER BY s.arrived, s.name LIMIT 1)"
        " FROM {} AS p JOIN {} AS w ON w._row = p._row WHERE p._row = %s"
    ).format(values, Identifier("provenance", relation.name), Identifier("warehouse", relation.name))
    found = connection.execute(query, [row]).fetchone()
    if found is None:
        raise NoSuchValue(f"{relation.name} has no row {row}")
    document, pages, boxes, confidences, texts, values_there, source = found
    return [
        Trace(
            relation=relation.name,
            row=row,
            column=name,
            value=values_there[i],
            text=text,
            document=document,
            source=source or "",
            page=pages[i],
            box=(boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]),
            confidence=confidences[i],
        )
        for i, (name, text) in enumerate(zip(names, texts, strict=False))
        if text is not None
    ]
