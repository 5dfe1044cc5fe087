"""Counts that no word of a table is lost or doubled, and that no cell's text lies in another's box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from records.page import Line
from records.table import Cell, Table, WordRef


def miscounted(table: Table, lines: Sequence[Sequence[Line]]) -> list[WordRef]:
    """Words inside the table's pieces that are told of never, and words that are told of more than once.

    ``lines`` are those of each page of the document. A word is inside where its centre is.
    """
    told = Counter(ref for cell in table.cells for ref in cell.words)
    told.update(table.leftovers)
    return sorted({ref for ref, count in told.items() if count > 1} | (set(_inside(table, lines)) - set(told)))


def trespassing(table: Table, lines: Sequence[Sequence[Line]]) -> list[tuple[Cell, Cell]]:
    """Pairs of a cell and another one on the same page in whose box the centre of one of its words lies."""
    found = []
    for page in {cell.page for cell in table.cells}:
        cells = [cell for cell in table.cells if cell.page == page and cell.words]
        owners = [i for i, cell in enumerate(cells) for _ in cell.words]
        if not owners:
            continue
        x, y = np.array([_centre(ref, lines) for cell in cells for ref in cell.words]).T
        x0, y0, x1, y1 = np.array([cell.box for cell in cells]).T
        inside = (x[:, None] > x0) & (x[:, None] < x1) & (y[:, None] > y0) & (y[:, None] < y1)
        inside[np.arange(len(owners)), owners] = False
        pairs = sorted({(owners[word], other) for word, other in zip(*np.nonzero(inside), strict=True)})
        found += [(cells[a], cells[b]) for a, b in pairs]
    return found


def _inside(table: Table, lines: Sequence[Sequence[Line]]) -> Iterator[WordRef]:
    for piece in table.pieces:
        x0, y0, x1, y1 = piece.box
        for i, line in enumerate(lines[piece.page]):
            for j in range(len(line.words)):
                ref = WordRef(piece.page, i, j)
                x, y = _centre(ref, lines)
                if x0 <= x <= x1 and y0 <= y <= y1:
                    yield ref


def _centre(ref: WordRef, lines: Sequence[Sequence[Line]]) -> tuple[float, float]:
    x0, y0, x1, y1 = lines[ref.page][ref.line].words[ref.word].box
    return (x0 + x1) / 2, (y0 + y1) / 2
