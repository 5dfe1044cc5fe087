"""Words as numbers of characters, for an encoder that Chinese and English share."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import numpy as np

from gpu_ops.graph.sheet import Floats, Indices

LENGTH = 16
"""Characters of a word that are looked at: the first of it, and its last four."""
TAIL = 4
ALPHABET = 2048
"""Numbers for characters: ASCII its own, all else shared out by its code; 0 is for nothing."""

FEATURES = 10


def encode(texts: Sequence[str]) -> Indices:
    """[N, 16] numbers of characters.

    >>> encode(["Ab"])[0, :3].tolist()
    [65, 98, 0]
    """
    out = np.zeros((len(texts), LENGTH), np.int64)
    for i, text in enumerate(texts):
        text = unicodedata.normalize("NFKC", text)
        if len(text) > LENGTH:
            text = text[: LENGTH - TAIL] + text[-TAIL:]
        out[i, : len(text)] = [number(c) for c in text]
    return out


def number(character: str) -> int:
    """A character's number, from 1 to 2047."""
    code = ord(character)
    return max(1, code) if code < 128 else 128 + code % (ALPHABET - 128)


def shape(texts: Sequence[str]) -> Floats:
    """[N, 10]: shares of digits, letters, ideographs, capitals and marks; length (log, an eighth); whether it is a
    figure, looks like a year, ends in a colon, opens with a bracket or dash."""
    out = np.zeros((len(texts), FEATURES), np.float32)
    for i, text in enumerate(texts):
        text = unicodedata.normalize("NFKC", text).strip()
        n = max(1, len(text))
        digits = sum(c.isdigit() for c in text)
        ideographs = sum("一" <= c <= "鿿" for c in text)
        letters = sum(c.isalpha() for c in text) - ideographs
        marks = sum(not c.isalnum() for c in text)
        out[i] = (
            digits / n,
            letters / n,
            ideographs / n,
            sum(c.isupper() for c in text) / n,
            marks / n,
            np.log1p(len(text)) / 8,
            digits > 0 and letters + ideographs == 0,
            len(text) == 4 and digits == 4 and text[:2] in ("19", "20"),
            text.endswith(":"),
            text[:1] in ("(", "-", "–", "—", "*", "["),
        )
    return out
