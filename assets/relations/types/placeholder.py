"""Signs that say: nothing here."""

from __future__ import annotations

import re

from assets.relations.types.clean import clean

NOTHING = re.compile(r"[-_./\\·…*]*|n\.?/?a\.|n/a|nil|null|none|无|無|不适用|未填|空", re.IGNORECASE)


def is_placeholder(text: str) -> bool:
    """Whether the text stands for no value.

    >>> [is_placeholder(text) for text in ("—", "N/A", "无", "", "0", "NA")]
    [True, True, True, True, False, False]
    """
    return NOTHING.fullmatch(clean(text).replace(" ", "")) is not None
