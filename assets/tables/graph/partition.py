"""Two ways to make groups of pairwise votes: along a line exactly, and in general greedily.

A vote is a number a pair, above 0 where the two belong together: log p/(1 - p) of the probability that they do. The
best grouping has the largest sum of votes within its groups.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Votes = NDArray[np.float64]
Pairs = NDArray[np.int64]

SURE = 6.0
"""No vote counts more than this: log-odds of 400 to 1."""


def votes(probability: NDArray[np.float32]) -> Votes:
    """The votes of probabilities."""
    p = np.clip(probability.astype(float), 1e-6, 1 - 1e-6)
    return np.clip(np.log(p / (1 - p)), -SURE, SURE)


def bands(order: Sequence[int], pairs: Pairs, vote: Votes) -> list[list[int]]:
    """Things that stand in an order, cut into the contiguous groups that the votes [P] of pairs [2, P] like best.

    Exact, by dynamic programming over the place of the last cut: O(n²). Of equally good ones that with fewest groups.

    >>> bands([2, 0, 1], np.array([[2, 0], [0, 1]]), np.array([1.0, -1.0]))
    [[2, 0], [1]]
    """
    n = len(order)
    place = {thing: k for k, thing in enumerate(order)}
    weight = np.zeros((n + 1, n + 1))
    for (i, j), v in zip(pairs.T.tolist(), vote.tolist(), strict=True):
        if i in place and j in place:
            a, b = sorted((place[i], place[j]))
            weight[a + 1, b + 1] += v
    total = weight.cumsum(0).cumsum(1)
    best = np.zeros(n + 1)
    last = np.zeros(n + 1, int)
    diagonal = total.diagonal()
    for end in range(1, n + 1):
        start = np.arange(end)
        inside = total[end, end] - total[start, end] - total[end, start] + diagonal[start]
        value = best[start] + inside - 1e-6
        last[end] = int(value.argmax())
        best[end] = value[last[end]]
    groups: list[list[int]] = []
    end = n
    while end:
        groups.append(list(order[last[end] : end]))
        end = int(last[end])
    return groups[::-1]


def clusters(things: Sequence[int], pairs: Pairs, vote: Votes) -> list[list[int]]:
    """Things in groups: the two whose pairs vote most for it are joined, their votes added up, and so on as long as a
    sum is above 0 (greedy additive edge contraction; Keuper et al., ICCV 2015).

    >>> clusters([0, 1, 2], np.array([[0, 1, 0], [1, 2, 2]]), np.array([3.0, 1.0, -2.0]))
    [[0, 1], [2]]
    """
    parent = {t: t for t in things}
    links: dict[int, dict[int, float]] = {t: {} for t in things}
    for (i, j), v in zip(pairs.T.tolist(), vote.tolist(), strict=True):
        if i in parent and j in parent and i != j:
            links[i][j] = links[i].get(j, 0.0) + v
            links[j][i] = links[i][j]
    heap = [(-v, i, j) for i, near in links.items() for j, v in near.items() if i < j and v > 0]
    heapq.heapify(heap)
    while heap:
        v, i, j = heapq.heappop(heap)
        if parent[i] != i or parent[j] != j or links[i].get(j) != -v:
            continue
        if len(links[i]) < len(links[j]):
            i, j = j, i
        parent[j] = i
        for k, w in links.pop(j).items():
            del links[k][j]
            if k != i:
                links[i][k] = links[k][i] = links[i].get(k, 0.0) + w
                if links[i][k] > 0:
                    heapq.heappush(heap, (-links[i][k], min(i, k), max(i, k)))

    def root(t: int) -> int:
        while parent[t] != t:
            t = parent[t]
        return t

    groups: dict[int, list[int]] = {}
    for t in things:
        groups.setdefault(root(t), []).append(t)
    return sorted(sorted(g) for g in groups.values())
