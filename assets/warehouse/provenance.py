"""A candidate's provenance as rows of PostgreSQL's binary COPY format: all but the texts laid out by numpy at once.

Formats: https://www.postgresql.org/docs/current/sql-copy.html (Binary Format), and array_recv, which reads dimensions,
a flag for NULLs, the element's type, size and lower bound of each dimension, and the elements with their lengths.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from struct import Struct

import numpy as np

from assets.warehouse.rows import Placed
from records.relation import Field

HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
TRAILER = b"\xff\xff"
INT4, FLOAT4, TEXT = 23, 700, 25
ARRAY_HEADER = 20
"""Bytes: dimensions, flag, type, size, lower bound."""

ABSENT = Field("", -1, (0.0, 0.0, 0.0, 0.0), 0.0)
"""What stands in the arrays where a table has no such cell; its text is NULL."""

LENGTH = Struct(">i")
NONE = LENGTH.pack(-1)


@cache
def layout(columns: int) -> np.dtype:
    """The bytes of a row before its texts, for a relation of so many columns."""

    def array(kind: str, count: int) -> list[tuple[str, object]]:
        element = np.dtype([("length", ">i4"), ("value", kind)])
        return [("length", ">i4"), ("header", ">i4", 5), ("elements", element, (count,))]  # type: ignore[list-item]

    return np.dtype(
        [
            ("fields", ">i2"),
            ("row_length", ">i4"),
            ("row", ">i8"),
            ("document_length", ">i4"),
            ("document", "S64"),
            ("table_length", ">i4"),
            ("table", ">i4"),
            ("page", array(">i4", columns)),
            ("box", array(">f4", 4 * columns)),
            ("confidence", array(">f4", columns)),
        ]
    )


def provenance_rows(placed: Placed) -> bytes:
    """Number, document, table, and the arrays of page, box, confidence and text, for each row of a candidate."""
    columns, count = len(placed.relation.columns), len(placed.candidate.rows)
    order = placed.places
    fields = [
        [ABSENT if place is None or (field := row[place]) is None else field for place in order]
        for row in placed.candidate.rows
    ]
    flat = list(chain.from_iterable(fields))
    fixed = np.zeros(count, layout(columns))
    fixed["fields"] = 7
    fixed["row_length"], fixed["row"] = 8, np.arange(placed.first_row, placed.first_row + count)
    fixed["document_length"], fixed["document"] = 64, placed.candidate.document.encode("ascii")
    fixed["table_length"], fixed["table"] = 4, placed.candidate.table
    _fill(fixed["page"], INT4, np.array([f.page for f in flat], np.int32), columns)
    boxes = np.fromiter(chain.from_iterable(f.box for f in flat), np.float32, 4 * len(flat))
    _fill(fixed["box"], FLOAT4, boxes, 4 * columns)
    _fill(fixed["confidence"], FLOAT4, np.array([f.confidence for f in flat], np.float32), columns)
    data, size = fixed.tobytes(), fixed.dtype.itemsize
    parts: list[bytes] = []
    for at, row in enumerate(fields):
        parts.append(data[at * size : (at + 1) * size])
        parts.append(_texts(row))
    return b"".join(parts)


def _fill(part: np.ndarray, kind: int, values: np.ndarray, count: int) -> None:
    part["length"] = ARRAY_HEADER + 8 * count
    part["header"] = (1, 0, kind, count, 1)
    part["elements"]["length"] = 4
    part["elements"]["value"] = values.reshape(-1, count)


def _texts(row: list[Field]) -> bytes:
    parts = []
    for field in row:
        if field is ABSENT:
            parts.append(NONE)
        else:
            text = field.text.encode()
            parts.append(LENGTH.pack(len(text)))
            parts.append(text)
    body = b"".join(parts)
    return _text_header(len(row), len(body)) + body


_ARRAY = Struct(">6i")


def _text_header(count: int, size: int) -> bytes:
    return _ARRAY.pack(ARRAY_HEADER + size, 1, 1, TEXT, count, 1)
