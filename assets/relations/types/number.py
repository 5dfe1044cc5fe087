"""Numbers: signs, currencies, percent, thousands separators, and both decimal conventions."""

from __future__ import annotations

import re
from typing import NamedTuple

from assets.relations.types.clean import clean

CURRENCY = (
    r"(?:(?:US|HK|NT|CA|AU|[ACR])?\$|[€£¥₩₹₽฿₫]|(?:USD|EUR|GBP|CHF|CNY|RMB|JPY|HKD|AUD|CAD|INR|KRW|SEK|NOK|DKK)\b"
    r"|人民币|美元|欧元|港元|日元|元|Rs\.?|kr\.?)"
)
POINT = r"(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?:[' ]\d{3})+|\d+)(?:\.\d+)?|\.\d+"
COMMA = r"(?:\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[' ]\d{3})+|\d+)(?:,\d+)?|,\d+"
SHAPE = (
    r"(?P<open>\()?\s?(?P<minus>[-+])?\s?(?P<before>{currency})?\s?(?P<inner>[-+(])?\s?(?P<body>{body})"
    r"\s?(?P<percent>[%‰])?\s?(?P<after>{currency})?\s?(?P<trail>-)?\s?(?P<close>\))?"
)
SHAPES = {
    comma: re.compile(SHAPE.replace("{currency}", CURRENCY).replace("{body}", body), re.IGNORECASE)
    for comma, body in ((False, POINT), (True, COMMA))
}
GROUPS = {False: re.compile("[,' ]"), True: re.compile("[.' ]")}
CODE = re.compile(r"0\d|\d{16}")


class Number(NamedTuple):
    """A number as SQL writes it. ``plain`` has no fraction, and is neither money nor percent."""

    value: str
    plain: bool


def read_number(text: str, decimal_comma: bool = False) -> Number | None:
    """The number that a text is, or None. A percentage keeps the size that it is printed in (12.5 % is 12.5).

    >>> read_number("(1,234.50)").value, read_number("1.234,50 €", decimal_comma=True).value
    ('-1234.50', '1234.50')
    >>> read_number("1,23"), read_number("00421")
    (None, None)
    """
    found = SHAPES[decimal_comma].fullmatch(clean(text))
    if found is None:
        return None
    part = found.groupdict()
    opened = bool(part["open"]) + (part["inner"] == "(")
    signs = [sign for sign in (part["minus"], part["inner"], part["trail"]) if sign in ("-", "+")]
    if opened != bool(part["close"]) or len(signs) + opened > 1 or (part["before"] and part["after"]):
        return None
    body = GROUPS[decimal_comma].sub("", part["body"]).replace(",", ".")
    if CODE.match(body):
        return None
    if body.startswith("."):
        body = f"0{body}"
    negative = bool(opened) or "-" in signs
    plain = "." not in body and not (part["percent"] or part["before"] or part["after"])
    return Number(f"-{body}" if negative else body, plain)


def votes_for_comma(text: str) -> int:
    """What a text says of the decimal sign: 1 for a comma, -1 for a point, 0 where it could be either, or neither.

    >>> [votes_for_comma(text) for text in ("12,5", "1.234,50", "1,234.5", "1,234,567", "1,234", "12")]
    [1, 1, -1, -1, 0, 0]
    """
    as_point, as_comma = read_number(text, False), read_number(text, True)
    if as_point is None or as_comma is None:
        return (as_comma is not None) - (as_point is not None)
    if as_point.value == as_comma.value:
        return 0
    # One sign and three digits after it: only after a lone zero it can't part thousands.
    return as_comma.value.lstrip("-").startswith("0.") - as_point.value.lstrip("-").startswith("0.")
