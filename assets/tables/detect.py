"""Where tables may stand: around rules that belong together, and where rows of print line up in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assets.tables.rules import Rule, Rules
from assets.tables.text import Token, rows_of, runs_of, type_height
from records.geometry import Box, area, intersection


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
        if below is not None and _one_block(a, flat[below], words, height):
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
            i = self.parent[i] = self.parent[self.parent[i]]
        return i

    def join(self, i: int, j: int) -> None:
        self.parent[self._root(i)] = self._root(j)

    def __iter__(self) -> Iterator[list[int]]:
        groups: dict[int, list[int]] = {}
        for i in range(len(self.parent)):
            groups.setdefault(self._root(i), []).append(i)
        return iter(groups.values())


def _cross(a: Rule, b: Rule, near: float) -> bool:
    return a.start - near <= b.at <= a.end + near and b.start - near <= a.at <= b.end + near


def _alike(a: Rule, b: Rule, height: float) -> bool:
    """Whether two horizontal rules begin and end at the same places."""
    slack = 0.03 * max(a.length, b.length) + 0.5 * height
    return abs(a.start - b.start) <= slack and abs(a.end - b.end) <= slack


def _one_block(a: Rule, b: Rule, words: Sequence[Token], height: float) -> bool:
    """Whether what stands between two horizontal rules belongs to one table: a single tight row of print, or rows
    most of which part into columns."""
    between = [t for t in words if a.at < t.y < b.at and a.start - height < t.x < a.end + height]
    rows = [runs_of(row) for row in rows_of(between)]
    if len(rows) <= 1:
        return b.at - a.at < 2.5 * height
    return sum(len(r) > 1 for r in rows) >= 0.7 * len(rows)


def aligned_areas(words: Sequence[Token], taken: Sequence[Box]) -> list[Box]:
    """Areas without rules where consecutive rows of print fall into the same columns."""
    free = [t for t in words if not any(b[0] <= t.x <= b[2] and b[1] <= t.y <= b[3] for b in taken)]
    height = type_height(free)
    rows = [runs_of(row, gap=1.2) for row in rows_of(free)]
    found: list[Box] = []
    block: list[Box] = []
    tabular = 0
    last = None
    for runs in [*rows, []]:
        box = (
            (
                min(r.box[0] for r in runs),
                min(r.box[1] for r in runs),
                max(r.box[2] for r in runs),
                max(r.box[3] for r in runs),
            )
            if runs
            else None
        )
        many = len(runs) > 1 and sum(len(r.tokens) for r in runs) / len(runs) < 5
        near = box is not None and last is not None and box[1] - last[3] < 1.8 * height
        if box and many and (near or not block):
            block.append(box)
            tabular += 1
            last = box
            continue
        if tabular >= 3:
            found.append(
                (min(b[0] for b in block), min(b[1] for b in block), max(b[2] for b in block), max(b[3] for b in block))
            )
        block, tabular, last = ([box], 1, box) if box and many else ([], 0, None)
    return [f for f in found if not any(intersection(f, t) > 0.2 * area(f) for t in taken)]
