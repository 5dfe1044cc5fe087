"""Which tables are one relation, and which are not."""

from __future__ import annotations

import pytest

from assets.relations.same import match
from records.relation import Column, Relation, SqlType

LETTERS: dict[str, SqlType] = {"i": "bigint", "n": "numeric", "d": "date", "t": "text"}


def columns(text: str) -> tuple[Column, ...]:
    """Columns from ``Header:kind, …``."""
    parts = [part.strip().rpartition(":") for part in text.split(",")]
    return tuple(Column(header.lower(), LETTERS[kind], False, header) for header, _, kind in parts)


@pytest.mark.parametrize(
    ("a", "b", "places"),
    [
        ("Date:d, Item:t, Price:n", "Date:d, Item:t, Price:n", (0, 1, 2)),
        ("Price:n, Date:d, Item:t", "Date:d, Item:t, Price:n", (2, 0, 1)),  # reordered
        ("DATE:d, item.:t, Price :i", "Date:d, Item:t, Price:n", (0, 1, 2)),  # another hand, narrower values
        ("Date:d, Descriptlon:t, Price:n", "Date:d, Description:t, Price:n", (0, 1, 2)),  # misread
        ("Date:d, Item:t, Price:n, Tax:n", "Date:d, Item:t, Price:n", (0, 1, 2, None)),  # one more
        ("Date:d, Price:n", "Date:d, Item:t, Price:n", (0, 2)),  # one less
        ("Date:t, Item:t, Price:n", "Date:d, Item:t, Price:n", (0, 1, 2)),  # dates that were not read as such
        ("Sum:n, Sum:n", "Sum:n, Sum:n", (0, 1)),  # the same header twice keeps its order
        ("日期:d, 金额:n", "日期:d, 金额:n", (0, 1)),
        (":t, :i", ":t, :n", (0, 1)),  # no headers: by place and kind
    ],
)
def test_one_relation(a: str, b: str, places: tuple[int | None, ...]) -> None:
    found = match(columns(a), Relation("r", 1, columns(b)))
    assert found is not None and found.places == places


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Date:d, Item:t, Price:n", "Name:t, City:t, Price:n"),  # one header in common
        ("Item:t, 2018:n, 2019:n", "Item:t, 2021:n, 2022:n"),  # other years are other columns
        ("Date:d, Price:n", "Date:d, A:t, B:t, C:t, Price:n"),  # too little of the whole
        ("Date:d", "Date:d, Price:n"),  # one column alone says little
        ("Date:t, Price:t", "Date:d, Price:n"),  # the same header with another meaning
        (":t, :n", ":n, :t"),
        (":t, :n", ":t, :n, :n"),
        (":t, :n", "Item:t, Price:n"),
    ],
)
def test_two_relations(a: str, b: str) -> None:
    assert match(columns(a), Relation("r", 1, columns(b))) is None
