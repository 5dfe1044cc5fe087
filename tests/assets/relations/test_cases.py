"""The rules' cases: pairs in text files, a line each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assets.relations.columns import Style, read_value, weigh
from assets.relations.identifiers import LONGEST, column_names, identifier
from assets.relations.keywords import RESERVED
from assets.relations.naming import relation_name
from records.relation import SqlType
from resources.postgres import Dsns

HERE = Path(__file__).parent
STYLES = {"comma": Style(decimal_comma=True), "month": Style(month_first=True)}
TYPES: dict[str, SqlType] = {"integer": "bigint", "number": "numeric", "code": "text"}


def cases(file: str) -> list[str]:
    lines = (HERE / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("# ")]


def kind_of(text: str, style: Style) -> str:
    found = weigh(text, style)
    if not found.values:
        return "nothing"
    for kind in ("code", "boolean", "date", "timestamp", "time", "integer", "number"):
        if getattr(found, kind):
            return kind
    return "text"


@pytest.mark.parametrize("case", cases("values.txt"))
def test_values(case: str) -> None:
    text, kind, value = split(case)
    style = Style()
    if found := re.fullmatch(r"(.*) \((comma|month)\)", text):
        text, style = found[1], STYLES[found[2]]
    assert kind_of(text, style) == kind
    if kind != "nothing":
        assert read_value(text, TYPES.get(kind, kind), style) == value  # type: ignore[arg-type]


def split(case: str) -> list[str]:
    return [part.strip() for part in case.split("|")]


@pytest.mark.parametrize("case", cases("headers.txt"))
def test_headers(case: str) -> None:
    headers, names = (split(part) for part in case.split("->"))
    assert column_names(headers) == tuple(names)


@pytest.mark.parametrize("case", cases("names.txt"))
def test_names(case: str) -> None:
    given, name = case.split("->")
    title, *headers = split(given)
    assert relation_name(title, column_names(headers), headers) == name.strip()


def test_long_headers_are_cut_to_names_of_their_own() -> None:
    names = column_names(
        ["an exceedingly long header " * 10, "an exceedingly long header " * 11, "价" * 100, "a" * 100]
    )
    assert len(set(names)) == 4
    assert all(len(name.encode()) <= 63 for name in names)
    assert len(names[0].encode()) <= LONGEST


def test_reserved_words_are_those_of_the_server(postgres: Dsns) -> None:
    """Also what can be a column's name and not a function's or a type's: a person would have to know."""
    with postgres.connect("reader") as connection:
        words = connection.execute("SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T')").fetchall()
    assert {word for (word,) in words} <= RESERVED
    assert all(identifier(word) == f"{word}_" for word in RESERVED)
