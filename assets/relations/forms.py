"""Columns of one plain form, judged at once: what needs a rule a text elsewhere is one match over the column here.

A short cut only: it says nothing that the rules would not say of each text (a test holds it to them).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Form = Literal["numbers", "dates", "words", "mixed", "none"]

COMMON = frozenset({"-", "—", "–", "--", "/", "N/A", "n/a", "无", "..."})
"""Placeholders that are so frequent that they must not make a column a mixed one."""

WHOLE = r"(?:0|[1-9]\d{0,2}|[1-9]\d{0,2},\d{3}|[1-9]\d{3,6}|[1-9]\d{8,14})"
"""Not of eight digits, which may be a date, and with one comma at most, which leaves open what it means."""

FRACTION = r"(?:0|[1-9]\d{0,2}(?:,\d{3})*|[1-9]\d{3,14})\.(?:\d{1,2}|\d{4,9})"
"""With a point that can't part thousands."""

CODE = r"0\d{1,14}"
"""With a leading zero: among numbers, since many codes have none."""

MONTH_DAY = (
    r"(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))"
)


def _lines(line: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?:{line})\n)*+")


FORMS: tuple[tuple[Form, re.Pattern[str]], ...] = (
    ("numbers", _lines(rf"-?(?:{WHOLE}|{FRACTION})|{CODE}")),
    ("dates", _lines(rf"[12]\d{{3}}-{MONTH_DAY}")),
    ("words", _lines(r"[A-Za-z][^\d\n]{4,}[A-Za-z.)]")),
)


CODES = re.compile(r"^0\d", re.MULTILINE)


class Texts(Struct, frozen=True):
    """A column's texts, parted into those that say something and the rest: empty, absent, or a common placeholder.

    ``joined`` holds the former, a line each, and ``form`` is the form that they all have. Of numbers, ``codes`` have a
    leading zero, and ``fractions`` a point.
    """

    texts: Sequence[str | None]
    said: Sequence[str]
    joined: str
    form: Form
    codes: int = 0
    fractions: int = 0


def look_at(texts: Sequence[str | None]) -> Texts:
    """The form of a column.

    >>> look_at(["12", None, "-", "1,200.50"]).form, look_at(["12", "bolts"]).form
    ('numbers', 'mixed')
    """
    said = [text for text in texts if text and text not in COMMON]
    joined = "\n".join([*said, ""])
    if not said:
        return Texts(texts, said, joined, "none")
    if joined.isascii() and joined.count("\n") == len(said):
        for form, pattern in FORMS:
            if pattern.fullmatch(joined):
                numbers = form == "numbers"
                codes, fractions = (len(CODES.findall(joined)), joined.count(".")) if numbers else (0, 0)
                return Texts(texts, said, joined, form, codes, fractions)
    return Texts(texts, said, joined, "mixed")
