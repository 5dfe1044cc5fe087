"""Counts that no word of a line is lost or made up."""

from __future__ import annotations

from collections.abc import Sequence

from records.page import Line


def unlike(lines: Sequence[Line]) -> list[int]:
    """Places of the lines whose text is not that of their words, white space aside.

    >>> unlike([Line("a b", (0, 0, 1, 1), 1.0, "x", ())])
    [0]
    """
    return [i for i, line in enumerate(lines) if _bare(line.text) != "".join(_bare(word.text) for word in line.words)]


def _bare(text: str) -> str:
    return "".join(text.split())
