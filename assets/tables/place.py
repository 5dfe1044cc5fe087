"""Which columns each piece of a row of print belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from assets.tables.boundaries import index
from assets.tables.text import GAP, Token, is_number

WORD_SPACE = 0.5
"""A gap of fewer type heights between two words is the space between words of one text."""
DIGIT_SPACE = 0.3
"""The same between two numbers, which seldom follow each other in one text."""


class Segment(Struct, frozen=True):
    """Words of one row of print that belong together, and the first and last column that they take."""

    tokens: tuple[Token, ...]
    first: int
    last: int


def place(
    row: Sequence[Token], xs: Sequence[float], solid: Sequence[float], opened: Sequence[float], height: float
) -> list[Segment]:
    """A row of print (from the left) as segments with their columns.

    Words part at every boundary that is ruled there (``solid``), and at any other unless only a space between words
    lies on it; where the boundary is ruled elsewhere and left open here (``opened``), that space may be as wide as
    loose setting makes it. What then runs over a boundary takes both columns, unless another segment stands in one of
    them: then it is a long entry that runs out of its own column.
    """
    parts: list[list[Token]] = []
    for token in row:
        if parts and not _parted(parts[-1][-1], token, xs, solid, opened, height):
            parts[-1].append(token)
        else:
            parts.append([token])
    spans = [_span(part, xs, height) for part in parts]
    segments = []
    for i, (part, (first, last)) in enumerate(zip(parts, spans, strict=True)):
        taken = {c for j, (a, b) in enumerate(spans) if j != i for c in range(a, b + 1)}
        if first < last and taken & set(range(first, last + 1)):
            first = last = _fullest(part, xs, [c for c in range(first, last + 1) if c not in taken] or [first])
        segments.append(Segment(tuple(part), first, last))
    return segments


def _parted(
    a: Token, b: Token, xs: Sequence[float], solid: Sequence[float], opened: Sequence[float], height: float
) -> bool:
    if any(a.x < x < b.x for x in solid):
        return True
    if index(xs, a.x) == index(xs, b.x):
        return False
    if any(a.x < x < b.x for x in opened):
        space = GAP
    else:
        space = DIGIT_SPACE if is_number(a.text) and is_number(b.text) else WORD_SPACE
    return b.box[0] - a.box[2] >= space * height


def _span(part: Sequence[Token], xs: Sequence[float], height: float) -> tuple[int, int]:
    """The columns that a part covers by more than a fringe."""
    start, end = min(t.box[0] for t in part), max(t.box[2] for t in part)
    fringe = min(0.6 * height, 0.3 * (end - start))
    return index(xs, start + fringe), index(xs, end - fringe)


def _fullest(part: Sequence[Token], xs: Sequence[float], columns: Sequence[int]) -> int:
    start, end = min(t.box[0] for t in part), max(t.box[2] for t in part)
    return max(columns, key=lambda c: min(end, xs[c + 1]) - max(start, xs[c]))
