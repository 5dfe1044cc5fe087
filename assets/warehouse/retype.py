"""A column that has got another type: its values read again from the texts that are kept beside them."""

from __future__ import annotations

from collections.abc import Sequence

import psycopg
from psycopg.sql import SQL, Identifier

from assets.relations.forms import look_at
from assets.warehouse.rows import read_column
from assets.warehouse.structure import loaded
from records.relation import Field, Reject, Relation


def retype(connection: psycopg.Connection, relation: Relation, column: str) -> None:
    """Fill a column that is empty after its type was changed, and tell anew what does not fit."""
    place = [c.name for c in relation.columns].index(column)
    sql_type = relation.columns[place].type
    connection.execute('DELETE FROM catalogue.rejects WHERE relation = %s AND "column" = %s', [relation.name, column])
    select = SQL(
        "SELECT text[%(at)s], page[%(at)s], box[%(box)s], box[%(box)s + 1], box[%(box)s + 2], box[%(box)s + 3],"
        " confidence[%(at)s] FROM {} WHERE _row BETWEEN %(first)s AND %(last)s ORDER BY _row"
    ).format(Identifier("provenance", relation.name))
    update = SQL(
        "UPDATE {} AS r SET {} = v.value::{} FROM unnest(%s::bigint[], %s::text[]) AS v (row, value) WHERE _row = v.row"
    ).format(Identifier("warehouse", relation.name), Identifier(column), SQL(sql_type))
    rejects = []
    for table in loaded(connection, relation=relation.name):
        where = {
            "at": place + 1,
            "box": 4 * place + 1,
            "first": table.first_row,
            "last": table.first_row + table.rows - 1,
        }
        fields = [
            None if text is None else Field(text, page, (x0, y0, x1, y1), confidence)
            for text, page, x0, y0, x1, y1, confidence in connection.execute(select, where).fetchall()
        ]
        read = read_column(look_at([None if f is None else f.text for f in fields]), sql_type, table.style)
        numbers = range(table.first_row, table.first_row + table.rows)
        values = [(row, value) for row, value in zip(numbers, read.cells, strict=True) if value is not None]
        if values:
            connection.execute(update, [[row for row, _ in values], [value for _, value in values]])
        for row, why in read.rejects:
            field = fields[row]
            assert field is not None
            rejects.append(Reject(relation.name, table.document, table.table, numbers[row], column, why, field))
    write_rejects(connection, rejects)


def write_rejects(connection: psycopg.Connection, rejects: Sequence[Reject]) -> None:
    """Keep what did not become a value."""
    with connection.cursor() as cursor:
        cursor.executemany(
            'INSERT INTO catalogue.rejects (relation, document, table_ordinal, row, "column", reason, text, page, box,'
            " confidence) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [_row(reject) for reject in rejects],
        )


def _row(reject: Reject) -> tuple[object, ...]:
    where = (reject.relation, reject.document, reject.table, reject.row, reject.column, reject.reason)
    field = reject.field
    return *where, field.text, field.page, list(field.box), field.confidence
