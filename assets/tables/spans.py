"""Cells that take more than one place of the grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from assets.tables.text import Token

Block = tuple[int, int, int, int]
"""First row, first column, and the row and column after the last."""


class Walls(Struct, frozen=True):
    """What parts neighbouring places of a grid: True drawn, False open though drawn elsewhere, None not drawn anywhere
    (white space parts them). ``upright[r][i]`` is the left wall of column i in row r, ``level[i][c]`` the upper wall of
    row i in column c; both count the outer edges as well."""

    upright: Sequence[Sequence[bool | None]]
    level: Sequence[Sequence[bool | None]]

    def closed(self, row: int, column: int) -> bool:
        """Whether lines stand on the left and on the right."""
        return self.upright[row][column] is True and self.upright[row][column + 1] is True


def merge(walls: Walls, words: Mapping[tuple[int, int], Sequence[Token]], across: set[tuple[int, int]]) -> list[Block]:
    """The blocks that fill a grid without overlap, from the top left.

    ``words`` are those of each place (row, column), and ``across`` tells where (row, i) text runs over the wall
    between columns i - 1 and i. An opening in a wall that is drawn elsewhere merges the places on its two sides when
    the row (or column) is parted by lines at all, or lines close it in, and not both have text of their own; text on
    both sides counts as one where it runs on, or where lines do both.
    """
    rows, columns = len(walls.upright), len(walls.level[0])
    blocks = {(r, c): (r, c, r + 1, c + 1) for r in range(rows) for c in range(columns)}

    def full(r: int, c: int) -> bool:
        r0, c0, r1, c1 = blocks[r, c]
        return any(words.get((i, j)) for i in range(r0, r1) for j in range(c0, c1))

    for r in range(rows):
        ruled = _ruled(walls.upright[r][1:-1])
        for i in range(1, columns):
            opening = walls.upright[r][i] is False and ruled and not (full(r, i - 1) and full(r, i))
            if opening or ((r, i) in across and walls.upright[r][i] is not True):
                _join(blocks, (r, i - 1), (r, i))
    for c in range(columns):
        ruled = _ruled([walls.level[i][c] for i in range(1, rows)])
        for i in range(1, rows):
            if walls.level[i][c] is not False:
                continue
            shut = walls.closed(i - 1, c) and walls.closed(i, c)
            both = full(i - 1, c) and full(i, c)
            if (ruled and shut) or ((ruled or shut) and not both):
                _join(blocks, (i - 1, c), (i, c))
    return sorted(set(blocks.values()))


def _ruled(walls: Sequence[bool | None]) -> bool:
    """Whether enough of the walls that could be drawn are: a line of the grid without any is parted by white space."""
    drawn = [w for w in walls if w is not None]
    return sum(drawn) >= 0.3 * len(drawn)


def _join(blocks: dict[tuple[int, int], Block], a: tuple[int, int], b: tuple[int, int]) -> None:
    """Make one block of two, and of whatever the rectangle around them touches."""
    r0, c0 = min(blocks[a][0], blocks[b][0]), min(blocks[a][1], blocks[b][1])
    r1, c1 = max(blocks[a][2], blocks[b][2]), max(blocks[a][3], blocks[b][3])
    while True:
        touched = {blocks[r, c] for r in range(r0, r1) for c in range(c0, c1)}
        lows, highs = [t[:2] for t in touched], [t[2:] for t in touched]
        grown = (*map(min, *lows), *map(max, *highs)) if len(touched) > 1 else (r0, c0, r1, c1)
        if grown == (r0, c0, r1, c1):
            break
        r0, c0, r1, c1 = grown
    for r in range(r0, r1):
        for c in range(c0, c1):
            blocks[r, c] = (r0, c0, r1, c1)
