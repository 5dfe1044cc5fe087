"""Groups from pairwise votes: the best along a line, and what clear votes leave no doubt about."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.tables.graph.partition import bands, clusters, votes

NUMBERS = st.integers(2, 7).flatmap(
    lambda n: st.lists(st.floats(-3, 3, allow_nan=False), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2)
)


def all_pairs(count: int) -> tuple[int, np.ndarray]:
    n = next(n for n in range(2, 8) if n * (n - 1) // 2 == count)
    return n, np.array(list(combinations(range(n), 2))).T


def score(groups: list[list[int]], pairs: np.ndarray, vote: np.ndarray) -> float:
    of = {i: k for k, g in enumerate(groups) for i in g}
    return float(sum(v for (i, j), v in zip(pairs.T.tolist(), vote, strict=True) if of[i] == of[j]))


@settings(max_examples=60, deadline=None)
@given(NUMBERS)
def test_bands_are_the_best_of_all_ways_to_cut(values: list[float]) -> None:
    n, pairs = all_pairs(len(values))
    vote = np.array(values)
    found = bands(range(n), pairs, vote)
    assert [i for g in found for i in g] == list(range(n))
    every = []
    for cuts in range(2 ** (n - 1)):
        groups = [[0]]
        for i in range(1, n):
            if cuts >> (i - 1) & 1:
                groups.append([i])
            else:
                groups[-1].append(i)
        every.append(score(groups, pairs, vote))
    assert score(found, pairs, vote) >= max(every) - 1e-4


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 2), min_size=2, max_size=7))
def test_clear_votes_are_followed(groups: list[int]) -> None:
    n = len(groups)
    pairs = np.array(list(combinations(range(n), 2))).T
    vote = votes(np.array([0.9 if groups[i] == groups[j] else 0.1 for i, j in pairs.T], np.float32))
    wanted = sorted([i for i in range(n) if groups[i] == g] for g in set(groups))
    assert clusters(range(n), pairs, vote) == wanted


def test_many_doubts_outweigh_one_wrong_link() -> None:
    """Two tables side by side, one pair of whose words is taken for one table by mistake."""
    pairs = np.array([[0, 1, 3, 4, 2, 2, 1], [1, 2, 4, 5, 3, 4, 3]])
    vote = np.array([4.0, 4.0, 4.0, 4.0, 2.0, -3.0, -3.0])
    assert clusters(range(6), pairs, vote) == [[0, 1, 2], [3, 4, 5]]
