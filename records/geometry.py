"""Boxes and the affine transforms between the frame that we read in and the frame that was handed in."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 with the origin at the top left."""

Affine = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a·x + b·y + c and y' = d·x + e·y + f."""

IDENTITY: Affine = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)


def apply(transform: Affine, x: float, y: float) -> tuple[float, float]:
    """The point (x, y) moved by the transform.

    >>> apply((2, 0, 1, 0, 2, 5), 3, 4)
    (7, 13)
    """
    a, b, c, d, e, f = transform
    return a * x + b * y + c, d * x + e * y + f


def map_box(transform: Affine, box: Box) -> Box:
    """The smallest upright box around the moved corners of the box.

    >>> map_box((0, -1, 10, 1, 0, 0), (0, 0, 2, 1))
    (9, 0, 10, 2)
    """
    x0, y0, x1, y1 = box
    corners = [apply(transform, x, y) for x in (x0, x1) for y in (y0, y1)]
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    return min(xs), min(ys), max(xs), max(ys)


def compose(outer: Affine, inner: Affine) -> Affine:
    """The transform that does ``inner`` first and then ``outer``.

    >>> compose((1, 0, 5, 0, 1, 0), (2, 0, 0, 0, 2, 0))
    (2, 0, 5, 0, 2, 0)
    """
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + b * j, a * h + b * k, a * i + b * m + c, d * g + e * j, d * h + e * k, d * i + e * m + f


def invert(transform: Affine) -> Affine:
    """The transform that undoes this one. Raises ZeroDivisionError for one that flattens the plane.

    >>> invert((2, 0, 4, 0, 2, 6))
    (0.5, 0.0, -2.0, 0.0, 0.5, -3.0)
    """
    a, b, c, d, e, f = transform
    det = a * e - b * d
    ia, ib, id_, ie = e / det, -b / det, -d / det, a / det
    return ia + 0.0, ib + 0.0, -(ia * c + ib * f), id_ + 0.0, ie + 0.0, -(id_ * c + ie * f)


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them; raises ValueError where there is none.

    >>> union([(0, 0, 1, 1), (2, -1, 3, 0.5)])
    (0, -1, 3, 1)
    """
    x0s, y0s, x1s, y1s = zip(*boxes, strict=True)
    return min(x0s), min(y0s), max(x1s), max(y1s)


def area(box: Box) -> float:
    """The area of a box; nothing for one that is turned inside out."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def intersection(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    return area((max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])))
