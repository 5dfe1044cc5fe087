"""Pages drawn for tests: words in monospaced type, rules and fills, and the lines that a perfect reader would give."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from records.geometry import union
from records.page import Line, Page, Word

HIGH = 24
WIDE = 8


class Sheet:
    """A white page of 1000 by 1200 pixels at 200 dpi, to draw on."""

    def __init__(self, width: int = 1000, height: int = 1200) -> None:
        self.image: NDArray[np.uint8] = np.full((height, width), 255, np.uint8)
        self.lines: list[Line] = []

    def text(self, x: float, y: float, text: str) -> None:
        """A line of text with its top left corner at (x, y): each letter a box of ink."""
        words = []
        for word in text.split():
            at = x + WIDE * text.index(word, sum(len(w.text) + 1 for w in words))
            box = (at, y, at + WIDE * len(word) - 2, y + HIGH)
            words.append(Word(word, box, 0.9))
            for i in range(len(word)):
                left = int(at) + WIDE * i
                self.image[int(y) + 2 : int(y) + HIGH - 2, left + 1 : left + 4] = 0
                self.image[int(y) + 8 : int(y) + 11, left + 1 : left + 6] = 0
        self.lines.append(Line(text, union(w.box for w in words), 0.9, "drawn", tuple(words)))

    def level(self, y: int, start: int, end: int, grey: int = 0) -> None:
        self.image[y : y + 2, start:end] = grey

    def upright(self, x: int, start: int, end: int, grey: int = 0) -> None:
        self.image[start:end, x : x + 2] = grey

    def fill(self, x0: int, y0: int, x1: int, y1: int, grey: int) -> None:
        self.image[y0:y1, x0:x1] = np.minimum(self.image[y0:y1, x0:x1], grey)

    def lattice(self, xs: Sequence[int], ys: Sequence[int], grey: int = 0) -> None:
        for y in ys:
            self.level(y, xs[0], xs[-1] + 2, grey)
        for x in xs:
            self.upright(x, ys[0], ys[-1] + 2, grey)

    def page(self, index: int = 0) -> Page:
        height, width = self.image.shape
        return Page(index, width, height, width, height, 200.0)

    def read(self) -> tuple[Line, ...]:
        return tuple(self.lines)


def grid_of(table) -> dict[tuple[int, int], str]:
    """Text of each cell with text, by its first row and column."""
    return {(c.row, c.column): c.text for c in table.cells if c.text}
