"""Where tables may stand: around rules that belong together, and where rows of print line up in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from assets.tables.columns import find_gaps
from assets.tables.rules import Rule, Rules
from assets.tables.text import Run, Token, rows_of, runs_of, type_height
from records.geometry import Box, area, union
from records.page import Line


def ruled_areas(rules: Rules, words: Sequence[Token]) -> list[Box]:
    """Areas that rules enclose or stack up, the largest first."""
    height = type_height(words)
    flat = sorted((r for r in rules.horizontal if r.length > 2 * height), key=lambda r: r.at)
    tall = [r for r in rules.vertical if r.length > height]
    groups = Groups(len(flat) + len(tall))
    for i, a in enumerate(flat):
        for j, b in enumerate(tall):
            if _cross(a, b, 0.5 * height):
                groups.join(i, len(flat) + j)
    for i, a in enumerate(flat):
        below = next((j for j in range(i + 1, len(flat)) if _alike(a, flat[j], height)), None)
        if below is None or groups.same(i, below) or (_shut(groups, i, len(flat)) and _shut(groups, below, len(flat))):
            continue
        between = [flat[j] for j in range(i + 1, below) if _shut(groups, j, len(flat))]
        if not any(_beside(a, r) for r in between) and _one_block(a, flat[below], words, height):
            groups.join(i, below)
    boxes = []
    for members in groups:
        level = [flat[i] for i in members if i < len(flat)]
        upright = [tall[i - len(flat)] for i in members if i >= len(flat)]
        if len(level) < 2:
            continue
        xs = [x for r in level for x in (r.start, r.end)] + [r.at for r in upright]
        ys = [r.at for r in level] + [y for r in upright for y in (r.start, r.end)]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    return sorted(boxes, key=area, reverse=True)


class Groups:
    """Numbers 0 to n - 1 in groups that can be joined; iterates over the groups."""

    def __init__(self, n: int) -> None:
        self.parent = list(range(n))

    def _root(self, i: int) -> int:
        while self.parent[i] != i:
            self.parent[i] = self.parent[self.parent[i]]
            i = self.parent[i]
        return i

    def join(self, i: int, j: int) -> None:
        self.parent[self._root(i)] = self._root(j)

    def same(self, i: int, j: int) -> bool:
        return self._root(i) == self._root(j)

    def members(self, i: int) -> list[int]:
        return [j for j in range(len(self.parent)) if self.same(i, j)]

    def __iter__(self) -> Iterator[list[int]]:
        groups: dict[int, list[int]] = {}
        for i in range(len(self.parent)):
            groups.setdefault(self._root(i), []).append(i)
        return iter(groups.values())


def _shut(groups: Groups, i: int, levels: int) -> bool:
    """Whether upright rules bound the group: two such groups, one below the other, are two tables."""
    return sum(j >= levels for j in groups.members(i)) >= 2


def _cross(a: Rule, b: Rule, near: float) -> bool:
    return a.start - near <= b.at <= a.end + near and b.start - near <= a.at <= b.end + near


def _alike(a: Rule, b: Rule, height: float) -> bool:
    """Whether two horizontal rules begin and end at the same places."""
    slack = 0.03 * max(a.length, b.length) + 0.5 * height
    return abs(a.start - b.start) <= slack and abs(a.end - b.end) <= slack


def _beside(a: Rule, b: Rule) -> bool:
    return min(a.end, b.end) > max(a.start, b.start)


def _one_block(a: Rule, b: Rule, words: Sequence[Token], height: float) -> bool:
    """Whether what stands between two horizontal rules belongs to one table: a single tight row of print, or rows
    most of which part into columns."""
    between = [t for t in words if a.at < t.y < b.at and a.start - height < t.x < a.end + height]
    rows = [runs_of(row) for row in rows_of(between)]
    tabular = sum(len(r) > 1 for r in rows)
    if len(rows) <= 1 and not tabular:
        return b.at - a.at < 2.5 * height
    return tabular >= 0.7 * len(rows)


def aligned_areas(words: Sequence[Token]) -> list[Box]:
    """Areas where rows of print, near each other, part into runs that keep to the same columns.

    ``words`` are those that may be in such a table: neither running text nor in a table or figure found already.
    A row of one run may stand between others (a heading over a group of rows, the rest of a long label).
    """
    height = type_height(words)
    blocks: list[list[list[Run]]] = []
    loose = 0
    for runs in (runs_of(row) for row in rows_of(words)):
        last = blocks[-1][-1] if blocks else None
        near = last is not None and _top(runs) - _bottom(last) < 2 * height
        if len(runs) > 1 and near and _fits(blocks[-1], runs, height):
            blocks[-1].append(runs)
            loose = 0
        elif len(runs) > 1:
            blocks.append([runs])
            loose = 0
        elif near and loose < 2:
            blocks[-1].append(runs)
            loose += 1
    found = []
    for block in blocks:
        while block and len(block[-1]) < 2:
            block.pop()
        if sum(len(runs) > 1 for runs in block) >= 3:
            found.append(union(run.box for runs in block for run in runs))
    return found


def _top(runs: Sequence[Run]) -> float:
    return min(r.box[1] for r in runs)


def _bottom(runs: Sequence[Run]) -> float:
    return max(r.box[3] for r in runs)


def _fits(block: Sequence[Sequence[Run]], runs: Sequence[Run], height: float) -> bool:
    """Whether a row of print leaves free at least one gap that the block's last rows leave free."""
    rows = [r for r in block[-4:] if len(r) > 1]
    left = min(r.box[0] for row in [*rows, runs] for r in row)
    right = max(r.box[2] for row in [*rows, runs] for r in row)
    return bool(find_gaps([*rows, runs], left, right, 0.5 * height, crossed=0.0))


def running_text(lines: Sequence[Line]) -> set[int]:
    """The lines that are running text: five words or more with no wide gap, and another such line above or below."""
    long = [i for i, line in enumerate(lines) if _sentence(line)]
    found = set()
    for i in long:
        x0, y0, x1, y1 = lines[i].box
        for j in long:
            a0, b0, a1, b1 = lines[j].box
            apart = max(b0 - y1, y0 - b1)
            over = min(x1, a1) - max(x0, a0) > 0.6 * min(x1 - x0, a1 - a0)
            if over and apart < 1.2 * (y1 - y0) < abs((y0 + y1) - (b0 + b1)) * 1.2:
                found.add(i)
                break
    return found


def _sentence(line: Line) -> bool:
    high = line.box[3] - line.box[1]
    words = [w for w in line.words if any(c.isalpha() for c in w.text)]
    gaps = [b.box[0] - a.box[2] for a, b in pairwise(line.words)]
    close = not gaps or max(gaps) < 1.5 * high
    return len(words) >= 5 and close and line.box[2] - line.box[0] > 12 * high and not line.turn % 2
