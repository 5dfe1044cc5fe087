"""From the texts of a column to its type: each text is evidence, and the sum of the evidence decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from msgspec import Struct

from assets.relations.forms import Texts
from assets.relations.types.boolean import read_boolean
from assets.relations.types.clean import clean
from assets.relations.types.code import is_code
from assets.relations.types.date import read_date, votes_for_month_first
from assets.relations.types.number import read_number, votes_for_comma
from assets.relations.types.placeholder import is_placeholder
from assets.relations.types.time import read_time, read_timestamp
from records.relation import Evidence, SqlType

ENOUGH = 0.9
"""The share of a column's values that must be of a type for the column to be; the rest becomes rejects. The sum of
all tables counts, so that a misread value in a short table does not turn a column into text for all."""

CODES = 0.01
"""The share of values with leading zeros above which digits are codes."""

LARGEST = 2**63 - 1
LONGEST = 60
"""Letters of a text from which on it is nothing but text."""

REMEMBERED = 1 << 16
"""Texts whose reading is remembered: columns repeat themselves."""


class Style(Struct, frozen=True):
    """What a table means by a comma in a number, and by 3/4/2024."""

    decimal_comma: bool = False
    month_first: bool = False


PLAIN = Style()


def style_of(columns: Iterable[Texts]) -> Style:
    """The style for which more texts of a table speak; a point and the day first where none does.

    >>> from assets.relations.forms import look_at
    >>> style_of([look_at(["1.234", "12,5"]), look_at(["4/25/2024"])])
    Style(decimal_comma=True, month_first=True)
    """
    comma = month = 0
    for column in columns:
        if column.form == "numbers":
            comma -= column.fractions
        elif column.form == "mixed":
            for text in column.said:
                here = _votes(text)
                comma, month = comma + here[0], month + here[1]
    return Style(comma > 0, month > 0)


@lru_cache(REMEMBERED)
def _votes(text: str) -> tuple[int, int]:
    return votes_for_comma(text), votes_for_month_first(text)


@lru_cache(REMEMBERED)
def weigh(text: str, style: Style = PLAIN) -> Evidence:
    """What one text says of its column's type.

    >>> weigh("12")
    Evidence(values=1, nulls=0, boolean=0, integer=1, number=1, date=0, time=0, timestamp=0, code=0)
    """
    if is_placeholder(text):
        return Evidence(nulls=1)
    if len(text) > LONGEST:
        return Evidence(values=1)
    number = read_number(text, style.decimal_comma)
    return Evidence(
        values=1,
        boolean=int(read_boolean(text) is not None),
        integer=int(number is not None and number.plain and abs(int(number.value)) <= LARGEST),
        number=int(number is not None),
        date=int(read_date(text, style.month_first) is not None),
        time=int(read_time(text) is not None),
        timestamp=int(read_timestamp(text, style.month_first) is not None),
        code=int(is_code(text)),
    )


def weigh_all(column: Texts, style: Style = PLAIN) -> Evidence:
    """The sum over a column; a row that has no such cell counts as one in which nothing stands.

    >>> from assets.relations.forms import look_at
    >>> weigh_all(look_at(["1", "2.5", "-", None]))
    Evidence(values=2, nulls=2, boolean=0, integer=1, number=2, date=0, time=0, timestamp=0, code=0)
    """
    said = len(column.said)
    nulls = len(column.texts) - said
    if column.form == "numbers" and not style.decimal_comma:
        numbers = said - column.codes
        return Evidence(said, nulls, integer=numbers - column.fractions, number=numbers, code=column.codes)
    if column.form == "dates":
        return Evidence(said, nulls, date=said)
    if column.form == "words":
        return Evidence(said, nulls)
    counts = Counter(weigh(text, style) for text in column.said)
    names = Evidence.__struct_fields__
    return Evidence(nulls=nulls) + Evidence(*(sum(getattr(e, n) * times for e, times in counts.items()) for n in names))


RULES: tuple[tuple[SqlType, Callable[[Evidence], bool]], ...] = (
    ("text", lambda e: e.values == 0 or e.code > CODES * e.values),
    ("boolean", lambda e: e.boolean >= ENOUGH * e.values),
    ("date", lambda e: e.date >= ENOUGH * e.values),
    ("timestamp", lambda e: e.timestamp > 0 and e.date + e.timestamp >= ENOUGH * e.values),
    ("time", lambda e: e.time >= ENOUGH * e.values),
    ("bigint", lambda e: e.integer == e.number >= ENOUGH * e.values),
    ("numeric", lambda e: e.number >= ENOUGH * e.values),
)
"""Types in the order in which they are tried; a column of which no rule holds is text."""


def decide(evidence: Evidence) -> SqlType:
    """The type for which a column's evidence speaks.

    >>> decide(Evidence(values=10, integer=9, number=10)), decide(Evidence(values=10, number=8)), decide(Evidence())
    ('numeric', 'text', 'text')
    """
    for sql_type, holds in RULES:
        if holds(evidence):
            return sql_type
    return "text"


@lru_cache(REMEMBERED)
def read_value(text: str, sql_type: SqlType, style: Style = PLAIN) -> str | None:
    """The value that a text is in a column of a type, as SQL writes it; None where it is no such value.

    A placeholder is no value, and not for here. A text stays as it is read, but for white space around.

    >>> read_value("1,234", "numeric"), read_value("1,234", "numeric", Style(decimal_comma=True))
    ('1234', '1.234')
    >>> read_value("l2", "bigint") is None
    True
    """
    if sql_type == "text":
        return text.strip()
    if sql_type in ("bigint", "numeric"):
        number = read_number(text, style.decimal_comma)
        if number is None or (sql_type == "bigint" and not weigh(text, style).integer):
            return None
        return number.value
    if sql_type == "timestamp":
        day = read_date(text, style.month_first)
        return read_timestamp(text, style.month_first) or (day and f"{day} 00:00:00")
    if sql_type == "date":
        return read_date(text, style.month_first)
    return read_boolean(text) if sql_type == "boolean" else read_time(text)


def read_all(column: Texts, sql_type: SqlType, style: Style = PLAIN) -> list[str | None]:
    """What ``read_value`` gives for each text of a column that says something, in order; None also for placeholders.

    >>> from assets.relations.forms import look_at
    >>> read_all(look_at(["1,200", "-", "7"]), "bigint"), read_all(look_at(["1,200", "x", "n/a."]), "bigint")
    (['1200', '7'], ['1200', None, None])
    """
    form, said = column.form, column.said
    if (form, sql_type) in (("dates", "date"), ("numbers", "text"), ("words", "text")):
        return [*said]
    fits = sql_type == "numeric" or (sql_type == "bigint" and not column.fractions)
    if form == "numbers" and fits and not column.codes and not style.decimal_comma:
        return [*column.joined.replace(",", "").split("\n")[:-1]]
    return [None if is_placeholder(text) else read_value(text, sql_type, style) for text in said]


WORDS: dict[SqlType, str] = {
    "bigint": "a whole number",
    "numeric": "a number",
    "boolean": "yes or no",
    "date": "a date",
    "time": "a time of day",
    "timestamp": "a date with a time",
}


def reason(text: str, sql_type: SqlType) -> str:
    """Why a text is no value of a type, in words.

    >>> reason("12O", "bigint")
    "not a whole number: '12O'"
    """
    return f"not {WORDS[sql_type]}: {clean(text)!r}"
