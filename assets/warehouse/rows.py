"""A candidate's fields as typed rows for COPY, and what did not become a value."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from assets.relations.columns import Style, read_all, reason
from assets.relations.forms import COMMON, Texts
from assets.relations.types.placeholder import is_placeholder
from records.relation import Candidate, Reject, Relation, SqlType

ROWS_A_DOCUMENT = 1_000_000
"""A row's number is its document's number times this, and its place among the document's rows, from 1."""

NULL = "\\N"
SPECIAL = re.compile(r"[\\\t\n\r]")
ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


class Placed(Struct, frozen=True):
    """A candidate with its place in the warehouse. ``places`` leads from a column of the relation to the candidate's;
    ``first_row`` is the number of its first row."""

    candidate: Candidate
    columns: tuple[Texts, ...]
    style: Style
    relation: Relation
    places: tuple[int | None, ...]
    first_row: int


class Read(Struct):
    """How a column's fields were read: a value or None for each row, rejects by row with the reason, and sums."""

    cells: list[str | None]
    rejects: list[tuple[int, str]]
    values: int
    placeholders: int


def read_column(column: Texts, sql_type: SqlType, style: Style) -> Read:
    """Read all the texts of a column as values of its type. A text that spans rows counts in each."""
    cells = read_all(column, sql_type, style)
    rejects = []
    placeholders = sum(text is not None and text in COMMON for text in column.texts) if spread(column) else 0
    if spread(column):
        found = iter(cells)
        cells = [next(found) if text and text not in COMMON else None for text in column.texts]
    missing = [row for row, cell in enumerate(cells) if cell is None]
    for row in missing:
        text = column.texts[row]
        if not text or text in COMMON or not text.strip():
            continue
        if is_placeholder(text):
            placeholders += 1
        else:
            rejects.append((row, reason(text, sql_type)))
    return Read(cells, rejects, len(cells) - len(missing), placeholders)


def spread(column: Texts) -> bool:
    """Whether there are rows in which nothing is said."""
    return len(column.said) < len(column.texts)


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
        read = read_column(placed.columns[place], column.type, placed.style)
        columns.append(_cells(read.cells, column.type))
        values, placeholders = values + read.values, placeholders + read.placeholders
        for row, why in read.rejects:
            field = candidate.rows[row][place]
            assert field is not None
            rejects.append(
                Reject(relation.name, candidate.document, candidate.table, first + row, column.name, why, field)
            )
    lines = "\n".join(map("\t".join, zip(*columns, strict=True)))
    return Typed(f"{lines}\n".encode(), tuple(rejects), values, placeholders)


def _cells(values: list[str | None], sql_type: SqlType) -> list[str]:
    """Values in COPY's text format."""
    if sql_type == "text" and SPECIAL.search("\0".join(filter(None, values))):
        return [NULL if value is None else value.translate(ESCAPES) for value in values]
    return [NULL if value is None else value for value in values]
