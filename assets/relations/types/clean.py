"""The same text, however it was typed: full-width forms, odd spaces and dashes made plain."""

from __future__ import annotations

import re
import unicodedata

DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣", "-"))
SPACES = re.compile(r"\s+")


def clean(text: str) -> str:
    """NFKC, one kind of dash, single spaces, nothing around.

    >>> clean(" １２３　—\\u00a0５ ")
    '123 - 5'
    """
    return SPACES.sub(" ", unicodedata.normalize("NFKC", text).translate(DASHES)).strip()
