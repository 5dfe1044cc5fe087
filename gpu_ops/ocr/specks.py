"""Dust that was read as print."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from records.page import Line

DOTS = frozenset("•·∙'`´‘’")
"""What a speck is read as. Not full stops and dashes: tables use those alone, for no value."""

SMALL = 0.3
"""A speck is less high and less long than this share of the page's median line."""


def without_specks(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page but those that are one small dot.

    >>> from records.page import Word
    >>> def line(text, x1, y1):
    ...     return Line(text, (0, 0, x1, y1), 0.9, "t", (Word(text, (0, 0, x1, y1), 0.9),))
    >>> text = [line("Total", 80, 24)] * 3
    >>> [ln.text for ln in without_specks([*text, line("•", 4, 4), line("•", 12, 12), line("–", 9, 4)])][3:]
    ['•', '–']
    """
    if not lines:
        return []
    limit = SMALL * median(_high(line) for line in lines)
    return [line for line in lines if line.text not in DOTS or max(_high(line), _long(line)) >= limit]


def _high(line: Line) -> float:
    return line.box[3] - line.box[1]


def _long(line: Line) -> float:
    return line.box[2] - line.box[0]
