"""A candidate's fields as typed rows for COPY, and what did not become a value."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from assets.relations.columns import Style, read_value, reason
from assets.relations.types.placeholder import is_placeholder
from records.relation import Candidate, Field, Reject, Relation, SqlType

ROWS_A_DOCUMENT = 1_000_000
"""A row's number is its document's number times this, and its place among the document's rows, from 1."""

NULL = "\\N"
ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


class Placed(Struct, frozen=True):
    """A candidate with its place in the warehouse. ``places`` leads from a column of the relation to the candidate's;
    ``first_row`` is the number of its first row."""

    candidate: Candidate
    relation: Relation
    places: tuple[int | None, ...]
    first_row: int
    style: Style


class Read(Struct):
    """How a column's fields were read: a value or None for each row, rejects by row with the reason, and sums."""

    cells: list[str | None]
    rejects: list[tuple[int, str]]
    values: int = 0
    placeholders: int = 0


def read_column(fields: Sequence[Field | None], sql_type: SqlType, style: Style) -> Read:
    """Read all the fields of a column as values of its type. A field that spans rows counts in each."""
    read = Read([], [])
    for row, field in enumerate(fields):
        if field is None or not field.text:
            read.cells.append(None)
            continue
        text = field.text
        if is_placeholder(text):
            read.cells.append(None)
            read.placeholders += not text.isspace()
            continue
        value = read_value(text, sql_type, style)
        if value is None:
            read.rejects.append((row, reason(text, sql_type)))
            read.cells.append(None)
            continue
        read.values += 1
        read.cells.append(value)
    return read


class Typed(Struct, frozen=True):
    """A candidate's rows in COPY's text format, and what was counted on the way."""

    lines: bytes
    rejects: tuple[Reject, ...]
    values: int
    placeholders: int


def typed_rows(placed: Placed) -> Typed:
    """The rows of the warehouse's table: number, document, and a value a column of the relation."""
    candidate, relation = placed.candidate, placed.relation
    count, first = len(candidate.rows), placed.first_row
    by_place = list(zip(*candidate.rows, strict=True))
    columns: list[Sequence[str]] = [
        [str(number) for number in range(first, first + count)],
        [candidate.document] * count,
    ]
    rejects: list[Reject] = []
    values = placeholders = 0
    for column, place in zip(relation.columns, placed.places, strict=True):
        if place is None:
            columns.append([NULL] * count)
            continue
        read = read_column(by_place[place], column.type, placed.style)
        if column.type == "text":
            columns.append([NULL if cell is None else cell.translate(ESCAPES) for cell in read.cells])
        else:
            columns.append([NULL if cell is None else cell for cell in read.cells])
        values, placeholders = values + read.values, placeholders + read.placeholders
        for row, why in read.rejects:
            field = by_place[place][row]
            rejects.append(
                Reject(relation.name, candidate.document, candidate.table, first + row, column.name, why, field)
            )
    lines = "\n".join(map("\t".join, zip(*columns, strict=True)))
    return Typed(f"{lines}\n".encode(), tuple(rejects), values, placeholders)
