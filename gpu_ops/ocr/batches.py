"""Lines of like width put together, so that little of a batch is padding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

BUCKET = 32
"""Widths are rounded up to a multiple of this, so that shapes repeat."""
MOST = 32
"""Lines in a batch at the most."""


def batches(widths: Sequence[int], pixels: int) -> Iterator[tuple[int, list[int]]]:
    """Pairs of a batch's width and the indices of its lines; each line is in exactly one. A batch has at most
    ``pixels`` columns, unless one line alone has more.

    >>> list(batches([100, 20, 90], 256))
    [(32, [1]), (96, [2]), (128, [0])]
    """
    waiting: list[int] = []
    width = 0
    for index in sorted(range(len(widths)), key=lambda i: widths[i]):
        rounded = -(-widths[index] // BUCKET) * BUCKET
        if waiting and (rounded != width or (len(waiting) + 1) * rounded > pixels or len(waiting) == MOST):
            yield width, waiting
            waiting = []
        width = rounded
        waiting.append(index)
    if waiting:
        yield width, waiting
