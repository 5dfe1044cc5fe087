"""Yes and no."""

from __future__ import annotations

from assets.relations.types.clean import clean

TRUE = frozenset({"true", "yes", "y", "是", "对", "✓", "✔", "√", "☑"})
FALSE = frozenset({"false", "no", "n", "否", "错", "✗", "✘", "×", "☒", "☐"})


def read_boolean(text: str) -> str | None:
    """``true``, ``false`` or None.

    >>> read_boolean("Yes"), read_boolean("否"), read_boolean("1")
    ('true', 'false', None)
    """
    word = clean(text).casefold()
    return "true" if word in TRUE else "false" if word in FALSE else None
