"""Whether two tables are one relation: by what stands above their columns, robust to order and a misread letter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from records.relation import Column, Evidence, Relation, SqlType

SAME = 0.6
"""The share of common columns among all of both from which on two tables are one relation,"""

SAME_WITHIN = 0.5
"""or above this, where all columns of the one are in the other, and there is more than one."""

LETTERS_A_SLIP = 5
"""Letters of a header for each that may be misread."""

OTHER_KIND = 0.5
"""What a pair of columns counts whose headers agree and whose types don't."""

KINDS: dict[SqlType, str] = {"bigint": "number", "numeric": "number", "timestamp": "date"}

MOSTLY = 0.5
"""The share of a column's values that say what kind it is of: less than its type asks for, as some are misread."""


class Match(Struct, frozen=True):
    """How alike two tables are, from 0 to 1, and for each column of the first its place in the second, or None."""

    score: float
    places: tuple[int | None, ...]


def match(columns: Sequence[Column], relation: Relation, evidence: Sequence[Evidence] = ()) -> Match | None:
    """How a table's columns are a relation's; None where they are another relation. By ``evidence`` (one a column) and
    the relation's own, columns without any value agree with all types.

    >>> paid = Relation("paid", 1, (Column("date", "date", False, "Date"), Column("sum", "numeric", False, "Sum")))
    >>> match((Column("sum", "bigint", False, "SUM"), Column("date", "date", False, "Date.")), paid)
    Match(score=1.0, places=(1, 0))
    >>> match((Column("sum", "bigint", False, "Sum"), Column("city", "text", False, "City")), paid)
    """
    kinds = _kinds(columns, evidence)
    kinds_there = _kinds(relation.columns, relation.evidence)
    if not any(column.header for column in columns):
        return _match_by_place(columns, relation.columns, kinds, kinds_there)
    pairs = sorted(
        (-likeness(a.header, b.header), abs(i - j), i, j)
        for i, a in enumerate(columns)
        for j, b in enumerate(relation.columns)
        if likeness(a.header, b.header)
    )
    places: list[int | None] = [None] * len(columns)
    taken: set[int] = set()
    weight = 0.0
    for less, _, i, j in pairs:
        if places[i] is None and j not in taken:
            places[i] = j
            taken.add(j)
            weight += -less * (1 if _agree(kinds[i], kinds_there[j]) else OTHER_KIND)
    either = len(columns) + len(relation.columns) - len(taken)
    fewer = min(len(columns), len(relation.columns))
    score = weight / either
    within = len(taken) == fewer > 1 and score > SAME_WITHIN
    return Match(score, tuple(places)) if within or score >= SAME else None


def _match_by_place(
    columns: Sequence[Column], others: Sequence[Column], kinds: Sequence[str], kinds_there: Sequence[str]
) -> Match | None:
    """Without headers, only tables of the same number of columns of the same kinds can be told to be alike."""
    if len(columns) != len(others) or any(other.header for other in others):
        return None
    same = all(_agree(a, b) for a, b in zip(kinds, kinds_there, strict=True))
    return Match(1.0, tuple(range(len(columns)))) if same else None


def _kinds(columns: Sequence[Column], evidence: Sequence[Evidence]) -> list[str]:
    if not evidence:
        return [KINDS.get(column.type, column.type) for column in columns]
    return [kind_of(e) for e in evidence]


def _agree(a: str, b: str) -> bool:
    return a == b or not a or not b


def kind_of(evidence: Evidence) -> str:
    """What most values of a column are; nothing where there are none.

    >>> kind_of(Evidence(values=4, number=3)), kind_of(Evidence(values=4, date=1)), kind_of(Evidence(nulls=3))
    ('number', 'text', '')
    """
    if not evidence.values:
        return ""
    e = evidence
    counts = {"number": e.number - e.date, "date": e.date + e.timestamp, "time": e.time, "boolean": e.boolean}
    kind, most = max(counts.items(), key=lambda item: item[1])
    return kind if most >= MOSTLY * e.values and e.code < MOSTLY * e.values else "text"


@lru_cache(1 << 16)
def likeness(a: str, b: str) -> float:
    """How far two headers are the same: 1 for the same letters and digits, less for each that is misread, 0 for two.

    Digits must agree: 2018 is no misread 2019.

    >>> likeness("Unit price", "UNIT PRICE:"), likeness("Description", "Descriptlon"), likeness("2018", "2019")
    (1.0, 0.9090909090909091, 0.0)
    """
    a, b = letters(a), letters(b)
    if not a or not b:
        return 0.0
    if a == b:
        return 1.0
    longest = max(len(a), len(b))
    slips = longest // LETTERS_A_SLIP
    if abs(len(a) - len(b)) > slips or re.findall(r"\d+", a) != re.findall(r"\d+", b):
        return 0.0
    distance = edits(a, b, slips)
    return 1 - distance / longest if distance <= slips else 0.0


def edits(a: str, b: str, most: int) -> int:
    """Letters to change, add or leave out to make the one the other (Levenshtein 1966); ``most + 1`` for more.

    >>> edits("amount", "arnount", 2), edits("date", "city", 1)
    (2, 2)
    """
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


@lru_cache(1 << 16)
def letters(header: str) -> str:
    """What of a header is compared.

    >>> letters("Unit Price (€)")
    'unitprice'
    """
    return "".join(c for c in unicodedata.normalize("NFKC", header).casefold() if c.isalnum())
