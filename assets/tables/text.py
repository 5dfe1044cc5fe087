"""Words of a page as the table stage sees them: tokens with a place, runs without a wide gap, and rows of print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from statistics import median

from msgspec import Struct

from records.geometry import Box, union
from records.page import Line, Word
from records.table import WordRef

GAP = 0.85
"""A gap of this many type heights parts two runs of words; the space between words is about 0.3."""

DIGITS = 0.45
"""The same between two numbers, which seldom follow each other in one text."""

TALL = 2.2
"""Times the usual height from which a word stands over more than one row."""

LEADER = re.compile(r"[.·…‥_]+$")
"""Dots that lead from a label to its value: marks of the printer, no text."""
NUMBER = re.compile(r"^[^\w]*\d[\d\s.,:/%()€$£¥+\-–−]*[^\w]*$")


def is_number(text: str) -> bool:
    """Whether a text is a value rather than a name: figures with what goes with them, or the mark of an empty value.

    >>> [is_number(t) for t in ("1 234.5", "(12%)", "–", "2nd", "Total 5")]
    [True, True, True, False, False]
    """
    return bool(NUMBER.match(text)) or text.strip() in {"-", "–", "—", "−", ":", ".", "..", "n.a.", "n/a"}


class Token(Struct, frozen=True):
    """A word with its place in the page's lines."""

    ref: WordRef
    text: str
    box: Box
    confidence: float
    turn: int = 0

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]

    @property
    def x(self) -> float:
        return (self.box[0] + self.box[2]) / 2

    @property
    def y(self) -> float:
        return (self.box[1] + self.box[3]) / 2


class Run(Struct, frozen=True):
    """Words that follow each other on one row of print with no wide gap between them."""

    tokens: tuple[Token, ...]
    box: Box

    @property
    def text(self) -> str:
        return " ".join(t.text for t in self.tokens)


def tokens(page: int, lines: Sequence[Line]) -> tuple[Token, ...]:
    """All words of a page."""
    return tuple(
        Token(WordRef(page, i, j), word.text, _without_leader(word), word.confidence, line.turn)
        for i, line in enumerate(lines)
        for j, word in enumerate(line.words)
    )


def is_leader(text: str) -> bool:
    """Whether a word is nothing but dots of a leader."""
    return bool(LEADER.match(text))


def _without_leader(word: Word) -> Box:
    """The box of a word, without the leader that is stuck to its end (whose dots are half as wide as a letter)."""
    x0, y0, x1, y1 = word.box
    body = LEADER.sub("", word.text)
    dots = len(word.text) - len(body)
    if dots < 3 or not body:
        return word.box
    return x0, y0, x0 + (x1 - x0) * len(body) / (len(body) + 0.5 * dots), y1


def type_height(words: Iterable[Token]) -> float:
    """The median height of upright words in pixels; 1 where there are none."""
    heights = [t.height for t in words if not t.turn % 2]
    return max(1.0, median(heights)) if heights else 1.0


def rows_of(words: Iterable[Token]) -> list[list[Token]]:
    """Words gathered into rows of print, from the top; each row from the left. Words that stand over several rows are
    in none: sideways ones, and those far taller than the rest (a reader's mistake, or a brace)."""
    words = list(words)
    tallest = TALL * type_height(words)
    rows: list[tuple[float, float, list[Token]]] = []
    flat = [t for t in words if not t.turn % 2 and t.height <= tallest]
    for token in sorted(flat, key=lambda t: (t.y, t.box[0])):
        best, share = -1, 0.5
        for i in range(len(rows) - 1, max(-1, len(rows) - 4), -1):
            top, bottom, _ = rows[i]
            common = min(bottom, token.box[3]) - max(top, token.box[1])
            part = common / max(1e-6, min(bottom - top, token.height))
            if part > share:
                best, share = i, part
        if best < 0:
            rows.append((token.box[1], token.box[3], [token]))
        else:
            top, bottom, members = rows[best]
            members.append(token)
            n = len(members)
            rows[best] = (top + (token.box[1] - top) / n, bottom + (token.box[3] - bottom) / n, members)
    rows.sort(key=lambda r: r[0] + r[1])
    return [sorted(members, key=lambda t: t.box[0]) for _, _, members in rows]


def runs_of(row: Sequence[Token], cuts: Sequence[float] = (), gap: float = GAP) -> list[Run]:
    """A row of print (from the left) cut into runs at gaps of so many type heights, at narrower ones between two
    numbers, and wherever one of ``cuts`` (x) lies between two words."""
    runs: list[list[Token]] = []
    for token in row:
        if runs:
            last = runs[-1][-1]
            room = token.box[0] - max(t.box[2] for t in runs[-1])
            cut = any(last.x < x < token.x for x in cuts)
            wide = min(gap, DIGITS) if _two_numbers(last.text, token.text) else gap
            if not cut and room < wide * min(max(last.height, token.height), 1.5 * min(last.height, token.height)):
                runs[-1].append(token)
                continue
        runs.append([token])
    return [Run(tuple(r), union(t.box for t in r)) for r in runs]


def _two_numbers(a: str, b: str) -> bool:
    """Whether two words are a number each, not the parts of one (1 234).

    >>> _two_numbers("12.5", "13.0"), _two_numbers("1", "234"), _two_numbers("10", "%")
    (True, False, False)
    """
    parts = re.fullmatch(r"\D{0,2}\d{1,3}", a) and re.match(r"\d{3}(\D|$)", b)
    return not parts and any(c.isdigit() for c in b) and is_number(a) and is_number(b)


def reading_order(words: Iterable[Token]) -> list[Token]:
    """Words row by row, each row from the left; then those that are in no row, as they were read."""
    words = list(words)
    printed = [t for row in rows_of(words) for t in row]
    told = {t.ref for t in printed}
    return printed + sorted((t for t in words if t.ref not in told), key=lambda t: t.ref)
