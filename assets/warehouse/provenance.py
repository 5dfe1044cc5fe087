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
SHORT = tuple(LENGTH.pack(size) for size in range(1024))
NONE = LENGTH.pack(-1)


@cache
def layout(columns: int) -> np.dtype:
    """The bytes of a row up to the elements of its texts, for a relation of so many columns."""

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
            ("text", [("length", ">i4"), ("header", ">i4", 5)]),
        ]
    )


def provenance_rows(placed: Placed) -> bytes:
    """Number, document, table, and the arrays of page, box, confidence and text, for each row of a candidate."""
    rows, width = placed.candidate.rows, len(placed.relation.columns)
    fields = [
        field if place is not None and (field := row[place]) is not None else ABSENT
        for row in rows
        for place in placed.places
    ]
    texts = [_texts(fields[place::width]) for place in range(width)]
    bodies = list(map(b"".join, zip(*chain.from_iterable(texts), strict=True)))
    fixed = np.zeros(len(rows), layout(width))
    fixed["fields"] = 7
    fixed["row_length"], fixed["row"] = 8, np.arange(placed.first_row, placed.first_row + len(rows))
    fixed["document_length"], fixed["document"] = 64, placed.candidate.document.encode("ascii")
    fixed["table_length"], fixed["table"] = 4, placed.candidate.table
    _fill(fixed["page"], INT4, np.array([f.page for f in fields], np.int32), width)
    boxes = np.fromiter(chain.from_iterable([f.box for f in fields]), np.float32, 4 * len(fields))
    _fill(fixed["box"], FLOAT4, boxes, 4 * width)
    _fill(fixed["confidence"], FLOAT4, np.array([f.confidence for f in fields], np.float32), width)
    fixed["text"]["length"] = ARRAY_HEADER + np.array(list(map(len, bodies)), np.int32)
    fixed["text"]["header"] = (1, 1, TEXT, width, 1)
    data, size = fixed.tobytes(), fixed.dtype.itemsize
    heads = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(chain.from_iterable(zip(heads, bodies, strict=True)))


def _fill(part: np.ndarray, kind: int, values: np.ndarray, count: int) -> None:
    part["length"] = ARRAY_HEADER + 8 * count
    part["header"] = (1, 0, kind, count, 1)
    part["elements"]["length"] = 4
    part["elements"]["value"] = values.reshape(-1, count)


def _texts(fields: list[Field]) -> tuple[list[bytes], list[bytes]]:
    """The lengths of a column's texts, each as four bytes, and the texts."""
    texts = [field.text.encode() for field in fields]
    lengths = [SHORT[size] if size < len(SHORT) else LENGTH.pack(size) for size in map(len, texts)]
    for at, field in enumerate(fields):
        if field is ABSENT:
            lengths[at] = NONE
    return lengths, texts
