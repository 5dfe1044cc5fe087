"""The edges of the graph: who stands next to whom, what lies between them, and which rules bound a word."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from gpu_ops.graph.sheet import Floats, Indices, Sheet

BESIDE = 2
"""Neighbours to the right that a word is linked with,"""
BELOW = 3
"""those below that overlap it,"""
AROUND = 6
"""and those that are nearest whatever their direction, lines counting twice as far as columns."""
EQUAL = 2
"""Other places with the same text, the nearest first; a text of more than TWINS places links nothing."""
TWINS = 6

KINDS = ("beside", "below", "around", "equal")


def word_links(sheet: Sheet) -> tuple[Indices, Indices]:
    """Pairs of words [2, P], each once with the first in reading order, and their kind [P] (see KINDS)."""
    n = len(sheet.texts)
    if n < 2:
        return np.zeros((2, 0), np.int64), np.zeros(0, np.int64)
    h = sheet.type_height
    x0, y0, x1, y1 = sheet.boxes.T.astype(np.float32)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    dx, dy = cx[None] - cx[:, None], cy[None] - cy[:, None]
    over_x = np.minimum(x1[None], x1[:, None]) - np.maximum(x0[None], x0[:, None])
    over_y = np.minimum(y1[None], y1[:, None]) - np.maximum(y0[None], y0[:, None])
    low = np.minimum((y1 - y0)[None], (y1 - y0)[:, None])

    found: dict[tuple[int, int], int] = {}

    def take(distance: Floats, k: int, kind: int) -> None:
        k = min(k, n - 1)
        nearest = np.argpartition(distance, k - 1, axis=1)[:, :k]
        for i, row in enumerate(nearest):
            for j in row[np.isfinite(distance[i, row])].tolist():
                found.setdefault((min(i, j), max(i, j)), kind)

    level = over_y > 0.4 * low
    take(np.where(level & (dx > 0), x0[None] - x1[:, None] + 2 * np.abs(dy), np.inf), BESIDE, 0)
    under = (over_x > 0) & ~level & (dy > 0)
    take(np.where(under, -over_y + 0.1 * np.abs(dx), np.inf), BELOW, 1)
    apart = np.maximum(-over_x, 0) / 2 + np.maximum(-over_y, 0) + 0.05 * h * (np.abs(dx) + np.abs(dy)) / h
    np.fill_diagonal(apart, np.inf)
    take(apart, AROUND, 2)
    for i, j in _twins(sheet, cx, cy):
        found.setdefault((i, j), 3)
    pairs = sorted(found)
    return np.array(pairs, np.int64).reshape(-1, 2).T, np.array([found[p] for p in pairs], np.int64)


def _twins(sheet: Sheet, cx: Floats, cy: Floats) -> list[tuple[int, int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for i, text in enumerate(sheet.texts):
        if len(text) > 2:
            places[text.casefold()].append(i)
    pairs: set[tuple[int, int]] = set()
    for same in places.values():
        if 1 < len(same) <= TWINS:
            for i in same:
                far = sorted((j for j in same if j != i), key=lambda j: (cx[j] - cx[i]) ** 2 + (cy[j] - cy[i]) ** 2)
                pairs.update((min(i, j), max(i, j)) for j in far[:EQUAL])
    return sorted(pairs)


PAIR_FEATURES = 22


def pair_features(sheet: Sheet, pairs: Indices, kinds: Indices) -> Floats:
    """[P, 22] for pairs [2, P]: the way from the first word to the second, what they have alike, and what is drawn
    between them. Lengths in type heights, squashed."""
    i, j = pairs
    h = sheet.type_height
    a, b = sheet.boxes[i].astype(np.float32), sheet.boxes[j].astype(np.float32)
    ac, bc = (a[:, :2] + a[:, 2:]) / 2, (b[:, :2] + b[:, 2:]) / 2
    gap_x = np.maximum(a[:, 0], b[:, 0]) - np.minimum(a[:, 2], b[:, 2])
    gap_y = np.maximum(a[:, 1], b[:, 1]) - np.minimum(a[:, 3], b[:, 3])
    high = np.stack([a[:, 3] - a[:, 1], b[:, 3] - b[:, 1]]).clip(1)
    wide = np.stack([a[:, 2] - a[:, 0], b[:, 2] - b[:, 0]]).clip(1)
    same = np.array([sheet.texts[p].casefold() == sheet.texts[q].casefold() for p, q in pairs.T.tolist()], np.float32)
    columns = [
        _squash(gap_x / h),
        _squash(gap_y / h),
        np.tanh(gap_x / h),
        np.tanh(gap_y / h),
        _squash((bc[:, 0] - ac[:, 0]) / h),
        _squash((bc[:, 1] - ac[:, 1]) / h),
        np.tanh((b[:, 0] - a[:, 0]) / h),
        np.tanh((b[:, 2] - a[:, 2]) / h),
        np.tanh((bc[:, 0] - ac[:, 0]) / h),
        np.tanh(2 * (bc[:, 1] - ac[:, 1]) / h),
        (-gap_x / wide.min(0)).clip(0, 1),
        (-gap_y / high.min(0)).clip(0, 1),
        np.log(high[1] / high[0]).clip(-2, 2),
        same,
        sheet.ink[j] - sheet.ink[i],
        sheet.paper[j] - sheet.paper[i],
        _crossed(ac, bc, sheet.upright, 0.3 * h).clip(0, 2) / 2,
        _crossed(ac[:, ::-1], bc[:, ::-1], sheet.level, 0.3 * h).clip(0, 2) / 2,
        *(np.asarray(kinds == k, np.float32) for k in range(len(KINDS))),
    ]
    return np.stack(columns, 1).astype(np.float32)


def _squash(value: Floats) -> Floats:
    return np.asarray(np.sign(value) * np.log1p(np.abs(value)) / 4, np.float32)


def _crossed(a: Floats, b: Floats, rules: Floats, slack: float) -> Floats:
    """How many rules (across the first axis) part two points each: [P]."""
    if not len(rules) or not len(a):
        return np.zeros(len(a), np.float32)
    at, start, end = rules[:, 0][None], rules[:, 1][None], rules[:, 2][None]
    low, high = np.minimum(a[:, 0], b[:, 0])[:, None], np.maximum(a[:, 0], b[:, 0])[:, None]
    share = (at - a[:, :1]) / np.where(np.abs(b[:, :1] - a[:, :1]) < 1e-3, 1e-3, b[:, :1] - a[:, :1])
    along = a[:, 1:] + share * (b[:, 1:] - a[:, 1:])
    hit = (low < at) & (at < high) & (start - slack <= along) & (along <= end + slack)
    return np.asarray(hit.sum(1), np.float32)


SIDES = 4
BOUND_FEATURES = SIDES + 2


def bounds(sheet: Sheet) -> tuple[Indices, Floats]:
    """Which rules bound a word: pairs [2, B] of rule (horizontal ones first) and word, and [B, 6]: on which side
    (above, below, left, right), how far, and the share of the word that the rule runs along."""
    h = sheet.type_height
    x0, y0, x1, y1 = sheet.boxes.T.astype(np.float32)
    found_pairs: list[Indices] = []
    found: list[Floats] = []
    axes = ((sheet.level, (y0, y1), (x0, x1), 0, 0), (sheet.upright, (x0, x1), (y0, y1), 2, len(sheet.level)))
    for rules, across, along, side, first in axes:
        if not len(rules) or not len(x0):
            continue
        at, start, end = rules[:, 0][None], rules[:, 1][None], rules[:, 2][None]
        shared = np.minimum(end, along[1][:, None]) - np.maximum(start, along[0][:, None])
        share = (shared / np.maximum(along[1] - along[0], 1)[:, None]).clip(0, 1)
        middle = ((across[0] + across[1]) / 2)[:, None]
        for k, far in enumerate((middle - at, at - middle)):
            far = np.where((far > 0) & (share > 0.3), far, np.inf)
            best = far.argmin(1)
            words = np.flatnonzero(np.isfinite(far[np.arange(len(far)), best]))
            best = best[words]
            features = np.zeros((len(words), BOUND_FEATURES), np.float32)
            features[:, side + k] = 1
            features[:, SIDES] = _squash(far[words, best] / h)
            features[:, SIDES + 1] = share[words, best]
            found_pairs.append(np.stack([best + first, words]))
            found.append(features)
    if not found:
        return np.zeros((2, 0), np.int64), np.zeros((0, BOUND_FEATURES), np.float32)
    return np.concatenate(found_pairs, 1).astype(np.int64), np.concatenate(found)


def crossings(sheet: Sheet) -> Indices:
    """Rules that meet, [2, C], each pair in both directions; horizontal ones are numbered first."""
    if not len(sheet.level) or not len(sheet.upright):
        return np.zeros((2, 0), np.int64)
    slack = 0.5 * sheet.type_height
    a, b = sheet.level[:, None], sheet.upright[None]
    meet = (a[..., 1] - slack <= b[..., 0]) & (b[..., 0] <= a[..., 2] + slack)
    meet &= (b[..., 1] - slack <= a[..., 0]) & (a[..., 0] <= b[..., 2] + slack)
    i, j = np.nonzero(meet)
    j = j + len(sheet.level)
    return np.concatenate([np.stack([i, j]), np.stack([j, i])], 1).astype(np.int64)
