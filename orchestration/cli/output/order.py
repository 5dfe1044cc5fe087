"""The order in which a person reads the blocks of a page."""

from __future__ import annotations

from collections.abc import Sequence

from records.geometry import Box


def reading_order(boxes: Sequence[Box]) -> list[int]:
    """Places of the boxes in reading order: down a column, columns from the left, and what spans columns between what
    stands above and below it (T. Breuel, High Performance Document Layout Analysis, 2003, the two rules there).

    >>> title, left, right, left_below, foot = (0, 0, 9, 1), (0, 2, 4, 3), (5, 2, 9, 3), (0, 4, 4, 5), (0, 6, 9, 7)
    >>> reading_order([foot, right, left_below, left, title])
    [4, 3, 2, 1, 0]
    """
    before = {i: {j for j in range(len(boxes)) if j != i and _precedes(j, i, boxes)} for i in range(len(boxes))}
    order: list[int] = []
    while before:
        # Boxes that overlap can make a circle; then the one with the fewest before it, from the top, goes first.
        first = min(before, key=lambda i: (len(before[i]), boxes[i][1], boxes[i][0]))
        order.append(first)
        del before[first]
        for others in before.values():
            others.discard(first)
    return order


def _precedes(a: int, b: int, boxes: Sequence[Box]) -> bool:
    one, two = boxes[a], boxes[b]
    if _share_column(one, two):
        return (one[1] + one[3], a) < (two[1] + two[3], b)
    return one[2] <= two[0] and not any(
        _share_column(c, one) and _share_column(c, two) and _between(c, one, two)
        for i, c in enumerate(boxes)
        if i not in (a, b)
    )


def _share_column(one: Box, two: Box) -> bool:
    return min(one[2], two[2]) - max(one[0], two[0]) > 0


def _between(c: Box, one: Box, two: Box) -> bool:
    middle = (c[1] + c[3]) / 2
    return min(one[3], two[3]) <= middle <= max(one[1], two[1])
