"""Digits that are a name: leading zeros would be lost, and so would the last of very many."""

from __future__ import annotations

import re

from assets.relations.types.clean import clean

CODE = re.compile(r"0\d+|\d{16,}")


def is_code(text: str) -> bool:
    """Whether the text consists of digits and is no number.

    >>> [is_code(text) for text in ("00421", "6222020200112233445", "421", "0", "0.5")]
    [True, True, False, False, False]
    """
    return CODE.fullmatch(clean(text)) is not None
