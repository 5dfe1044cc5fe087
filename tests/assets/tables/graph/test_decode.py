"""Where the graph is right about every pair, the grid is the one that was drawn."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from assets.tables.graph.decode import decode
from assets.tables.text import Token
from gpu_ops.graph.scores import ROLES, Scores
from records.table import WordRef

Place = tuple[int, int, int, int]
"""First row, first column, row span, column span."""


def drawn(cells: dict[Place, str], step: tuple[float, float] = (120.0, 30.0)) -> list[tuple[Token, Place]]:
    """Words set in the middle of their cells, one after the other."""
    out = []
    for (r, c, h, w), text in cells.items():
        parts = text.split()
        x = (c + w / 2) * step[0] - sum(8 * len(p) + 6 for p in parts) / 2
        y = (r + h / 2) * step[1]
        for part in parts:
            box = (x, y - 10, x + 8 * len(part), y + 10)
            out.append((Token(WordRef(0, 0, len(out)), part, box, 1.0), (r, c, h, w)))
            x += 8 * len(part) + 6
    return out


def perfect(words: list[tuple[Token, Place]], sure: float = 0.97) -> Scores:
    """What a graph would say that sees every pair and errs in none."""
    pairs = np.array(list(combinations(range(len(words)), 2))).T
    places = [p for _, p in words]

    def share(a: Place, b: Place, axis: int) -> bool:
        return max(a[axis], b[axis]) < min(a[axis] + a[axis + 2], b[axis] + b[axis + 2])

    def told(of: list[bool]) -> np.ndarray:
        return np.where(np.array(of), sure, 1 - sure).astype(np.float32)

    both = [(places[i], places[j]) for i, j in pairs.T.tolist()]
    n = len(words)
    return Scores(
        pairs,
        inside=told([True] * n),
        over_rows=told([p[2] > 1 for p in places]),
        over_columns=told([p[3] > 1 for p in places]),
        primary=np.zeros(n, np.float32),
        foreign=np.zeros(n, np.float32),
        roles=np.full((n, ROLES), 1 / ROLES, np.float32),
        cell=told([a == b for a, b in both]),
        row=told([share(a, b, 0) for a, b in both]),
        column=told([share(a, b, 1) for a, b in both]),
        table=told([True] * len(both)),
    )


PLAIN = {(r, c, 1, 1): f"r{r}c{c}" for r in range(4) for c in range(3)}
MERGED_HEADER = {
    (0, 0, 2, 1): "Region",
    (0, 1, 1, 2): "Sales in euro",
    (1, 1, 1, 1): "2023",
    (1, 2, 1, 1): "2024",
    **{(r, c, 1, 1): f"v{r}{c}" for r in range(2, 5) for c in range(3)},
}
MERGED_ROWS = {
    (0, 0, 1, 1): "Plant",
    (0, 1, 1, 1): "Line",
    (0, 2, 1, 1): "Output",
    (1, 0, 3, 1): "North works",
    **{(r, c, 1, 1): f"v{r}{c}" for r in range(1, 4) for c in (1, 2)},
}
BLANKS = {p: t for p, t in PLAIN.items() if p[:2] not in ((1, 1), (2, 0))}


@pytest.mark.parametrize("cells", [PLAIN, MERGED_HEADER, MERGED_ROWS, BLANKS], ids=["plain", "header", "rows", "blank"])
def test_perfect_votes_give_the_grid(cells: dict[Place, str]) -> None:
    words = drawn(cells)
    (found,) = decode([t for t, _ in words], perfect(words))
    got = {
        (s.row, s.column, s.row_span, s.column_span): " ".join(t.text for t in sorted(s.words, key=lambda t: t.ref))
        for s in found.grid.slots
        if s.words
    }
    assert got == cells


def test_every_place_is_filled_once_and_no_word_is_lost() -> None:
    words = drawn(MERGED_HEADER)
    (found,) = decode([t for t, _ in words], perfect(words))
    places = [
        (r, c)
        for s in found.grid.slots
        for r in range(s.row, s.row + s.row_span)
        for c in range(s.column, s.column + s.column_span)
    ]
    assert sorted(places) == [(r, c) for r in range(found.grid.rows) for c in range(found.grid.columns)]
    assert sorted(t.ref for s in found.grid.slots for t in s.words) == [t.ref for t, _ in words]


def test_scores_that_contradict_each_other_still_fill_a_grid() -> None:
    """Noise on every probability: whatever comes out is a grid in which each word is told once."""
    rng = np.random.default_rng(5)
    words = drawn(MERGED_ROWS)
    for _ in range(30):
        good = perfect(words)
        noisy = {
            k: np.clip(v + rng.normal(0, 0.5, v.shape), 0, 1).astype(np.float32)
            for k, v in vars(good).items()
            if k not in ("pairs", "roles")
        }
        for found in decode([t for t, _ in words], Scores(good.pairs, roles=good.roles, **noisy)):
            told = [t.ref for s in found.grid.slots for t in s.words]
            assert len(told) == len(set(told)) == len(found.words)
