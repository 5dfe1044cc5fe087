"""The text of a PDF page as lines of words: characters to runs, runs to lines, lines to words.

Works in the frame in which the text itself runs rightwards: u along it, v down from it. A run is what the content
writes without a jump; runs that stand side by side on one baseline make a line, whatever the order in which they
were written. All lengths are in em, the size of the font, so nothing depends on the resolution.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from assets.pages.glyphs import HYPHEN, Glyphs
from records.geometry import union
from records.page import Line, Word

ENGINE = "text-layer"
LINE_GAP = 1.5
"""A wider gap parts lines: cells of a table stand further apart than words do."""
WORD_GAP = 0.17
"""A wider gap, beyond the line's own letter spacing, parts words: justified print goes down to about 0.2."""
EXACT, EXACT_WORD_GAP = 0.03, 0.1
"""The same on a line most of whose characters stand exactly where their advance puts them: a narrow space shows."""
WIDE_WORD_GAP = 0.5
"""The same between two full-width characters, which are set loosely more often than they are parted."""
BACK = 0.6
"""How far the next character may begin before the end of the last: kerning and italics, not a new column."""
SAME_LINE = 0.4
"""Share of the lower one's height by which two runs must stand beside each other."""
ASCENT, DESCENT = 0.7, 0.2
"""Height of a line of print above and below its baseline where its own ink is lower: all lines of one font then
have one height, which fonts' own figures, often wrong, don't give."""
OBLIQUE = 10.0
"""Degrees off a quarter turn from which text counts as slanting (a watermark)."""
HALF_WIDTH = 0.36
"""Half the width of a capital."""
DOUBLE = 0.2
"""Copies of a character nearer than this are one, printed twice for boldness or shadow."""

SPACES = np.array([0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x1680, *range(0x2000, 0x200C), 0x202F, 0x205F, 0x3000], np.uint32)
_COMPATIBLE = (*range(0xFB00, 0xFB07), *range(0x2E80, 0x2FE0), *range(0xF900, 0xFB00))
PLAIN = {c: p for c in _COMPATIBLE if (p := unicodedata.normalize("NFKC", chr(c))) != chr(c)} | {
    HYPHEN: "-",
    0xAD: "-",
}
"""Ligatures, radicals and compatibility ideographs to what they stand for; hyphens at a line's end to a hyphen."""


def read_lines(glyphs: Glyphs, width: int, height: int) -> tuple[Line, ...]:
    """Lines of the visible characters on a page of that size, in the order in which the page writes them."""
    glyphs = glyphs.take(on_page(glyphs, width, height) & glyphs.visible)
    found: list[tuple[int, Line]] = []
    quarter = np.rint(glyphs.angle / 90).astype(int) % 4
    slant = np.abs(glyphs.angle - np.rint(glyphs.angle / 90) * 90) > OBLIQUE
    kinds = np.where(slant, np.rint(glyphs.angle), quarter * 90 + 1000)
    for kind in np.unique(kinds):
        which = np.flatnonzero(kinds == kind)
        turn = int(quarter[which[0]])
        angle = float(kind) if kind < 500 else 90.0 * turn
        found += ((int(which[first]), line) for first, line in _lines(glyphs.take(which), angle, turn, kind < 500))
    found.sort(key=lambda pair: pair[0])
    return tuple(line for _, line in found)


def on_page(glyphs: Glyphs, width: int, height: int) -> np.ndarray:
    """Which characters have their middle on the page."""
    x, y = (glyphs.box[:, 0] + glyphs.box[:, 2]) / 2, (glyphs.box[:, 1] + glyphs.box[:, 3]) / 2
    return (x >= 0) & (y >= 0) & (x <= width) & (y <= height)


def majority_turn(glyphs: Glyphs) -> int:
    """Clockwise quarter turns by which four fifths of the visible characters are turned, else 0."""
    shown = glyphs.angle[glyphs.visible]
    counts = np.bincount(np.rint(shown / 90).astype(int) % 4, minlength=4)
    best = int(counts.argmax())
    return best if counts[best] > 0.8 * max(1, counts.sum()) else 0


@dataclass(frozen=True)
class Flow:
    """Characters that all run at one angle, without the spaces between them; all arrays of n.

    ``u0``, ``u1``: where the advance of each begins and ends along the text; ``v0``, ``v1``: its line's height; ``xy``
    (n, 4): what it adds to the box of its word; ``spaced``: whether a space was written before it; ``index``: its
    place among the characters that were given.
    """

    u0: np.ndarray
    u1: np.ndarray
    v0: np.ndarray
    v1: np.ndarray
    em: np.ndarray
    code: np.ndarray
    xy: np.ndarray
    spaced: np.ndarray
    index: np.ndarray


def _flow(glyphs: Glyphs, angle: float, turn: int, slanting: bool) -> Flow:
    """The characters in the frame in which they run rightwards."""
    c, s = round(cos(radians(angle)), 9), round(sin(radians(angle)), 9)
    base = -glyphs.base[:, 0] * s + glyphs.base[:, 1] * c
    u0, u1, _, _ = _along(glyphs.box, glyphs.em, c, s, slanting)
    i0, i1, v0, v1 = _along(glyphs.ink, glyphs.em, c, s, slanting)
    empty = i1 - i0 <= 0
    i0, i1 = np.where(empty, u0, i0), np.where(empty, u1, i1)
    known = u1 - u0 > 0
    u0, u1 = np.where(known, u0, i0), np.where(known, u1, i1)
    v0 = np.minimum(np.where(empty, np.inf, v0), base - ASCENT * glyphs.em)
    v1 = np.maximum(np.where(empty, -np.inf, v1), base + DESCENT * glyphs.em)
    xy = glyphs.ink if slanting else _upright(i0, i1, v0, v1, turn)
    space = np.isin(glyphs.code, SPACES)
    control = (glyphs.code < 0x20) & (glyphs.code != HYPHEN)
    keep = np.flatnonzero(~space & ~control & ~doubles(glyphs, (u0 + u1) / 2, base))
    spaced = np.diff(np.cumsum(space)[keep], prepend=0) > 0
    u0, u1, v0, v1, em, code, xy = (a[keep] for a in (u0, u1, v0, v1, glyphs.em, glyphs.code, xy))
    return Flow(u0, u1, v0, v1, em, code, xy, spaced, keep)


def run_starts(flow: Flow) -> np.ndarray:
    """Where the content jumps: to another line, far ahead, or back."""
    u0, u1, v0, v1, em = flow.u0, flow.u1, flow.v0, flow.v1, flow.em
    gap, size = u0[1:] - u1[:-1], np.maximum(em[1:], em[:-1])
    beside = np.minimum(v1[1:], v1[:-1]) - np.maximum(v0[1:], v0[:-1])
    lower = np.minimum(v1[1:] - v0[1:], v1[:-1] - v0[:-1])
    jumps = (beside < SAME_LINE * lower) | (gap > LINE_GAP * size) | (gap < -BACK * size)
    piece = (np.diff(u0) == 0) & (np.diff(u1) == 0)  # of a ligature
    return np.append(True, jumps & ~piece)


def _lines(glyphs: Glyphs, angle: float, turn: int, slanting: bool) -> Iterator[tuple[int, Line]]:
    """Lines of characters that all run at one angle, each with the index of its first character."""
    flow = _flow(glyphs, angle, turn, slanting)
    if not len(flow.index):
        return
    starts = run_starts(flow)
    first, run = np.flatnonzero(starts), np.cumsum(starts) - 1
    lows = [np.minimum.reduceat(a, first) for a in (flow.u0, flow.v0)]
    highs = [np.maximum.reduceat(a, first) for a in (flow.u1, flow.v1, flow.em)]
    line_of_run = join_runs(lows[0], highs[0], lows[1], highs[1], highs[2])
    order = np.lexsort((np.arange(len(run)), lows[0][run], line_of_run[run]))

    new_line = np.diff(line_of_run[run][order], prepend=-1) != 0
    em, code = flow.em[order], flow.code[order]
    gap = np.append(np.inf, (flow.u0[order][1:] - flow.u1[order][:-1]) / ((em[1:] + em[:-1]) / 2))
    new_word = new_line | (flow.spaced & ~starts)[order] | word_breaks(gap, code, new_line)

    word_at = np.flatnonzero(new_word)
    words = _words(code, flow.xy[order], word_at)
    firsts = np.minimum.reduceat(flow.index[order], np.flatnonzero(new_line)).tolist()
    line_at = np.flatnonzero(new_line[word_at]).tolist()
    for index, a, b in zip(firsts, line_at, [*line_at[1:], len(words)], strict=True):
        its = tuple(words[a:b])
        yield index, Line(" ".join(w.text for w in its), union(w.box for w in its), 1.0, ENGINE, its, turn)


def _words(code: np.ndarray, xy: np.ndarray, at: np.ndarray) -> list[Word]:
    """Words from characters in order, each beginning at one of the places ``at``."""
    text = "".join(map(chr, np.where((code == 0) | (code > 0x10FFFF), 0xFFFD, code).tolist()))
    low, high = np.minimum.reduceat(xy[:, :2], at).tolist(), np.maximum.reduceat(xy[:, 2:], at).tolist()
    places = at.tolist()
    return [
        Word(plain(text[a:b]), (x0, y0, x1, y1), 1.0)
        for a, b, (x0, y0), (x1, y1) in zip(places, [*places[1:], len(code)], low, high, strict=True)
    ]


def _along(
    boxes: np.ndarray, em: np.ndarray, c: float, s: float, slanting: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Where boxes begin and end along the text and across it, as u0, u1, v0, v1. The box around a slanting character
    says little about its width: that of a capital is taken."""
    x0, y0, x1, y1 = boxes.T
    if slanting:
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        u, v = x * c + y * s, -x * s + y * c
        return u - HALF_WIDTH * em, u + HALF_WIDTH * em, v - em / 2, v + em / 2
    us = np.stack([x0 * c + y0 * s, x1 * c + y1 * s])
    vs = np.stack([-x0 * s + y0 * c, -x1 * s + y1 * c])
    return us.min(axis=0), us.max(axis=0), vs.min(axis=0), vs.max(axis=0)


def _upright(u0: np.ndarray, u1: np.ndarray, v0: np.ndarray, v1: np.ndarray, turn: int) -> np.ndarray:
    """(n, 4) boxes on the page of boxes in the frame of text turned by quarter turns."""
    sides = ((u0, v0, u1, v1), (-v1, u0, -v0, u1), (-u1, -v1, -u0, -v0), (v0, -u1, v1, -u0))
    return np.stack(sides[turn], axis=1)


def doubles(glyphs: Glyphs, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Which characters are copies of another of the same kind at the same place, from another text object.

    Pieces of one ligature share their place too, but also their object.
    """
    copies = np.zeros(len(glyphs), bool)
    if len(glyphs) < 2:
        return copies
    step = max(float(np.median(glyphs.em)), 1.0)
    for offset in (0.0, 0.5):  # twice, so that a pair on the border of two rows is found once
        order = np.lexsort((u, np.floor(v / step + offset), glyphs.code))
        a, b = order[:-1], order[1:]
        near = DOUBLE * np.minimum(glyphs.em[a], glyphs.em[b])
        same = (glyphs.code[a] == glyphs.code[b]) & (glyphs.holder[a] != glyphs.holder[b])
        copies[b[same & (np.abs(u[a] - u[b]) < near) & (np.abs(v[a] - v[b]) < near)]] = True
    return copies


def join_runs(u0: np.ndarray, u1: np.ndarray, v0: np.ndarray, v1: np.ndarray, em: np.ndarray) -> np.ndarray:
    """The line of each run: the index of the first run of it. Runs side by side on one baseline are one line."""
    parent = list(range(len(u0)))

    def root(run: int) -> int:
        while parent[run] != run:
            parent[run] = parent[parent[run]]
            run = parent[run]
        return run

    middle = (v0 + v1) / 2
    by_middle = np.argsort(middle, kind="stable")
    sorted_middle = middle[by_middle]
    reach = float((v1 - v0).max()) / 2
    for run in range(len(u0)):
        a, b = np.searchsorted(sorted_middle, (middle[run] - reach, middle[run] + reach))
        near = by_middle[a:b]
        size = np.maximum(em[near], em[run])
        gap = u0[near] - u1[run]
        beside = np.minimum(v1[near], v1[run]) - np.maximum(v0[near], v0[run])
        lower = np.minimum(v1[near] - v0[near], v1[run] - v0[run])
        follows = (gap > -BACK * size / 2) & (gap <= LINE_GAP * size) & (beside >= SAME_LINE * lower)
        for other in near[follows & (u0[near] > u0[run])].tolist():
            parent[max(root(run), root(other))] = min(root(run), root(other))
    return np.array([root(run) for run in range(len(u0))])


def word_breaks(gap: np.ndarray, code: np.ndarray, new_line: np.ndarray) -> np.ndarray:
    """Where the gap before a character, in em, is a space: wider than the letters of its line stand anyway."""
    starts = np.flatnonzero(new_line)
    spacing, least = np.zeros(len(gap)), np.full(len(gap), WORD_GAP)
    for a, b in zip(starts.tolist(), np.append(starts[1:], len(gap)).tolist(), strict=True):
        if b - a > 5:
            inner = gap[a + 1 : b]
            spacing[a:b] = min(max(float(np.median(inner)), 0.0), WIDE_WORD_GAP)
            if np.mean(np.abs(inner - np.median(inner)) < EXACT) > 0.6:
                least[a:b] = EXACT_WORD_GAP
    full = wide(code)
    both = full & np.append(False, full[:-1])
    return gap > np.where(both, WIDE_WORD_GAP, least) + spacing


def wide(code: np.ndarray) -> np.ndarray:
    """Which codes are full-width characters: ideographs, kana, hangul and their punctuation."""
    return (
        ((code >= 0x2E80) & (code <= 0xD7AF))
        | ((code >= 0xF900) & (code <= 0xFAFF))
        | ((code >= 0xFF00) & (code <= 0xFF60))
        | ((code >= 0x20000) & (code <= 0x3FFFF))
    )


def plain(text: str) -> str:
    """The text with ligatures and compatibility characters written out, and surrogates paired.

    >>> plain("ef\\ufb01cient")
    'efficient'
    """
    if any("\ud800" <= c <= "\udfff" for c in text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.translate(PLAIN)
