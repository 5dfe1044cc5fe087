"""From what the paper says above a column to a name that SQL can use without quotes, the same way every time."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache

from assets.relations.keywords import RESERVED

LONGEST = 56
"""Bytes of a name: PostgreSQL cuts at 63, and a number may be added."""

HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
SIGNS = {"%": " percent ", "#": " number ", "&": " and ", "№": " number ", "€": " eur ", "£": " gbp ", "$": " usd "}


def plain_forms(text: str) -> str:
    """Full-width and other forms of a letter become the letter."""
    return unicodedata.normalize("NFKC", text)


def chinese_by_sound(text: str) -> str:
    """Han characters as pinyin, a word each.

    >>> chinese_by_sound("单价(元)")
    ' dan jia ( yuan )'
    """
    if not HAN.search(text):
        return text
    from pypinyin import lazy_pinyin  # a third of a second, and only where there is something to say

    return HAN.sub(lambda found: f" {' '.join(lazy_pinyin(found[0], errors='ignore'))} ", text).rstrip()


def signs_by_name(text: str) -> str:
    """Signs that mean a word; a name of nothing but pictures becomes the pictures' names.

    >>> signs_by_name("Tax %"), signs_by_name("💰")
    ('Tax  percent ', 'money bag')
    """
    named = "".join(SIGNS.get(c, c) for c in text)
    if any(c.isalnum() for c in named):
        return named
    return " ".join(unicodedata.name(c, "").lower() for c in named if unicodedata.category(c) in ("So", "Sc", "Sm"))


def without_accents(text: str) -> str:
    """Latin letters without their marks; letters of other scripts stay.

    >>> without_accents("Größe"), without_accents("Цена")
    ('Grosse', 'Цена')
    """
    folded = text.replace("ß", "ss").replace("ø", "o").replace("Ø", "O").replace("ł", "l").replace("æ", "ae")
    apart = unicodedata.normalize("NFD", folded)
    kept = (c for i, c in enumerate(apart) if not (unicodedata.combining(c) and i and apart[i - 1].isascii()))
    return unicodedata.normalize("NFC", "".join(kept))


def snake_case(text: str) -> str:
    """Small letters and digits, parted by single underscores.

    >>> snake_case("Unit Price (net)"), snake_case("unitPrice"), snake_case("P.O. No.")
    ('unit_price_net', 'unit_price', 'po_no')
    """
    text = re.sub(r"(?<![^\W_])([^\W\d_])\.(?=[^\W\d_])", r"\1", text)
    text = re.sub(r"['’]", "", text)
    text = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", text)
    return "_".join(re.findall(r"[^\W_]+", text.casefold()))


def short(text: str) -> str:
    """At most as many bytes as a name may have, cut between words where there are any.

    >>> short("a_" * 50)[-5:], len(short("价" * 50).encode())
    ('a_a_a', 54)
    """
    if len(text.encode()) <= LONGEST:
        return text.strip("_")
    cut = text.encode()[:LONGEST].decode(errors="ignore")
    return (cut.rpartition("_")[0] or cut).strip("_")


def not_a_digit_first(text: str) -> str:
    """A name begins with a letter.

    >>> not_a_digit_first("2019"), not_a_digit_first("q1")
    ('c_2019', 'q1')
    """
    return f"c_{text}" if text[:1].isdigit() else text


def not_reserved(text: str) -> str:
    """A word that SQL keeps for itself gets an underscore after it.

    >>> not_reserved("order"), not_reserved("ordered")
    ('order_', 'ordered')
    """
    return f"{text}_" if text in RESERVED else text


RULES: tuple[Callable[[str], str], ...] = (
    plain_forms,
    chinese_by_sound,
    signs_by_name,
    without_accents,
    snake_case,
    not_a_digit_first,
    short,
    not_reserved,
)


@cache
def identifier(text: str) -> str:
    """The readable name that a text gives; empty where it gives none.

    >>> identifier("Unit Price (€)"), identifier("单价"), identifier("ORDER"), identifier("--")
    ('unit_price_eur', 'dan_jia', 'order_', '')
    """
    for rule in RULES:
        text = rule(text)
    return text


def column_names(headers: Sequence[str]) -> tuple[str, ...]:
    """A name for each header, in order: by its place where there is nothing to read, with a number where taken.

    >>> column_names(["Amount", "", "Amount", "amount_2"])
    ('amount', 'column_2', 'amount_2', 'amount_2_2')
    """
    names: list[str] = []
    for place, header in enumerate(headers, 1):
        names.append(free_name(identifier(header) or f"column_{place}", names))
    return tuple(names)


def free_name(name: str, taken: Sequence[str] | set[str]) -> str:
    """The name, with the first number that makes it a new one where it is taken.

    >>> free_name("date", ["date", "date_2"])
    'date_3'
    """
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name.rstrip('_')}_{number}"
    return found


def is_numbered(name: str, of: str) -> bool:
    """Whether a name is another, or that with a number.

    >>> is_numbered("order_2", "order_"), is_numbered("ordered", "order_")
    (True, False)
    """
    return name == of or re.fullmatch(rf"{re.escape(of.rstrip('_'))}_\d+", name) is not None
