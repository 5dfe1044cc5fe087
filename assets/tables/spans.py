"""Cells that take more than one place of the grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assets.tables.text import Token

Block = tuple[int, int, int, int]
"""First row, first column, and the row and column after the last."""


def merge(
    rows: int,
    columns: int,
    words: Mapping[tuple[int, int], Sequence[Token]],
    walls_x: Sequence[Sequence[bool]],
    walls_y: Sequence[Sequence[bool]],
    across: set[tuple[int, int]],
) -> list[Block]:
    """The blocks that fill a grid without overlap, from the top left.

    ``walls_x[r][i]`` tells whether something parts columns i and i + 1 in row r, ``walls_y[i][c]`` whether something
    parts rows i and i + 1 in column c, ``across`` where (row, i) text runs over that boundary.
    """
    blocks = {(r, c): (r, c, r + 1, c + 1) for r in range(rows) for c in range(columns)}

    def join(a: tuple[int, int], b: tuple[int, int]) -> None:
        r0, c0 = min(blocks[a][0], blocks[b][0]), min(blocks[a][1], blocks[b][1])
        r1, c1 = max(blocks[a][2], blocks[b][2]), max(blocks[a][3], blocks[b][3])
        while True:
            touched = {blocks[r, c] for r in range(r0, r1) for c in range(c0, c1)}
            grown = (
                min(t[0] for t in touched),
                min(t[1] for t in touched),
                max(t[2] for t in touched),
                max(t[3] for t in touched),
            )
            if grown == (r0, c0, r1, c1):
                break
            r0, c0, r1, c1 = grown
        for r in range(r0, r1):
            for c in range(c0, c1):
                blocks[r, c] = (r0, c0, r1, c1)

    for r in range(rows):
        for i in range(columns - 1):
            open_wall = not walls_x[r][i] and not (words.get((r, i)) and words.get((r, i + 1)))
            if open_wall or (r, i) in across:
                join((r, i), (r, i + 1))
    for i in range(rows - 1):
        for c in range(columns):
            if not walls_y[i][c] and not (words.get((i, c)) and words.get((i + 1, c))):
                join((i, c), (i + 1, c))
    return sorted(set(blocks.values()))
