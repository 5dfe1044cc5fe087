"""Where tables may stand: around rules that belong together, and where rows of print line up in columns."""

from __future__ import annotations

from collections.abc import Sequence

from assets.tables.rules import Rule, Rules
from assets.tables.text import Token, rows_of, runs_of, type_height
from records.geometry import Box, area, intersection


def ruled_areas(rules: Rules, words: Sequence[Token]) -> list[Box]:
    """Areas that rules enclose or stack up, the largest first."""
    height = type_height(words)
    near = 0.5 * height
    items = [(r, True) for r in rules.horizontal if r.length > 2 * height]
    items += [(r, False) for r in rules.vertical if r.length > height]
    parent = list(range(len(items)))

    def root(i: int) -> int:
        while parent[i] != i:
            i = parent[i] = parent[parent[i]]
        return i

    for i, (a, flat) in enumerate(items):
        for j in range(i):
            b, level = items[j]
            if (_cross(a, b, near) if flat != level else flat and _stacked(a, b, words, height)) and root(i) != root(j):
                parent[root(i)] = root(j)
    groups: dict[int, list[tuple[Rule, bool]]] = {}
    for i, item in enumerate(items):
        groups.setdefault(root(i), []).append(item)
    boxes = []
    for group in groups.values():
        flat = [r for r, level in group if level]
        if len(flat) < 2:
            continue
        upright = [r for r, level in group if not level]
        xs = [x for r in flat for x in (r.start, r.end)] + [r.at for r in upright]
        ys = [r.at for r in flat] + [y for r in upright for y in (r.start, r.end)]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    return sorted(boxes, key=area, reverse=True)


def _cross(a: Rule, b: Rule, near: float) -> bool:
    return a.start - near <= b.at <= a.end + near and b.start - near <= a.at <= b.end + near


def _stacked(a: Rule, b: Rule, words: Sequence[Token], height: float) -> bool:
    """Whether two horizontal rules are top and bottom of one block: the same extent, and only tabular rows between."""
    slack = 0.03 * max(a.length, b.length) + 0.5 * height
    if abs(a.start - b.start) > slack or abs(a.end - b.end) > slack:
        return False
    top, bottom = sorted((a.at, b.at))
    between = [t for t in words if top < t.y < bottom and a.start - height < t.x < a.end + height]
    rows = [runs_of(row) for row in rows_of(between)]
    return bool(rows) and sum(len(r) > 1 for r in rows) >= 0.6 * len(rows)


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
