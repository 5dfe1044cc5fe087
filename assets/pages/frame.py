"""The way between the upright image and the frame as handed in, and drawing along it.

Transforms lead from the image that comes out to the one that goes in, as ``Page.to_source`` does. A pixel in column
i and row j covers [i, i + 1] x [j, j + 1].
"""

from __future__ import annotations

from math import ceil, cos, radians, sin

import cv2
import numpy as np

from records.geometry import IDENTITY, Affine, compose

FINE = 2_500_000
"""Pixels (A4 at 165 dpi) from which linear interpolation does: it takes a third of the time of cubic, and OCR read the
same number of characters right, to one in a thousand, of four 200 dpi pages."""

Size = tuple[int, int]
"""Width and height in pixels."""


def turned(turns: int, size: Size) -> tuple[Affine, Size]:
    """Clockwise quarter turns of an image of that size: the way back from the turned image, and its size.

    >>> turned(1, (30, 20))
    ((0.0, 1.0, 0.0, -1.0, 0.0, 20.0), (20, 30))
    """
    width, height = size
    ways: tuple[Affine, ...] = (
        IDENTITY,
        (0.0, 1.0, 0.0, -1.0, 0.0, float(height)),
        (-1.0, 0.0, float(width), 0.0, -1.0, float(height)),
        (0.0, -1.0, float(width), 1.0, 0.0, 0.0),
    )
    return ways[turns % 4], (height, width) if turns % 2 else size


def mirrored(size: Size) -> Affine:
    """The way back from an image whose left and right have been exchanged.

    >>> mirrored((30, 20))
    (-1.0, 0.0, 30.0, 0.0, 1.0, 0.0)
    """
    return (-1.0, 0.0, float(size[0]), 0.0, 1.0, 0.0)


def scaled(x: float, y: float, size: Size) -> tuple[Affine, Size]:
    """The image stretched by the factors x and y."""
    new = (max(1, round(size[0] * x)), max(1, round(size[1] * y)))
    return (size[0] / new[0], 0.0, 0.0, 0.0, size[1] / new[1], 0.0), new


def deskewed(degrees: float, size: Size) -> tuple[Affine, Size]:
    """A page turned back by the angle by which it lies askew (clockwise is positive), on a sheet with room for all
    of it."""
    if not degrees:
        return IDENTITY, size
    width, height = size
    c, s = cos(radians(degrees)), sin(radians(degrees))
    new = (ceil(width * c + height * abs(s)), ceil(height * c + width * abs(s)))
    x, y = new[0] / 2, new[1] / 2
    return (c, -s, width / 2 - c * x + s * y, s, c, height / 2 - s * x - c * y), new


def exif(orientation: int, size: Size) -> tuple[Affine, Size]:
    """An image shown as its EXIF (or TIFF) orientation tag asks: values 1 to 8, others as 1 (EXIF 2.32, 4.6.5).

    >>> exif(6, (30, 20)) == turned(1, (30, 20)), exif(2, (30, 20))[0] == mirrored((30, 20))
    (True, True)
    """
    turns, mirror = {
        2: (0, True),
        3: (2, False),
        4: (2, True),
        5: (1, True),
        6: (1, False),
        7: (3, True),
        8: (3, False),
    }.get(orientation, (0, False))
    way, new = turned(turns, size)
    return (compose(way, mirrored(new)) if mirror else way), new


def draw(source: np.ndarray, to_source: Affine, size: Size) -> np.ndarray:
    """The image of that size in which each point shows the point of ``source`` to which the transform leads.

    Turns and mirrors move pixels unchanged. Else they are interpolated; what lies outside has the paper's colour.
    """
    a, b, c, d, e, f = to_source
    width, height = source.shape[1], source.shape[0]
    flip_x, flip_y = a < 0 or b < 0, d < 0 or e < 0
    whole = {abs(a), abs(b), abs(d), abs(e)} == {0.0, 1.0} and (c, f) == (width * flip_x, height * flip_y)
    if whole and size == ((height, width) if b else (width, height)):
        image = source[:: -1 if flip_y else 1, :: -1 if flip_x else 1]
        return np.ascontiguousarray(image.swapaxes(0, 1) if b else image)
    matrix = np.array(compose((1, 0, -0.5, 0, 1, -0.5), compose(to_source, (1, 0, 0.5, 0, 1, 0.5)))).reshape(2, 3)
    return cv2.warpAffine(
        source,
        matrix,
        size,
        flags=(cv2.INTER_CUBIC if width * height < FINE else cv2.INTER_LINEAR) | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=paper(source),
    )


def paper(image: np.ndarray) -> tuple[float, ...]:
    """The colour of the paper: the median of a sample, channel by channel."""
    sample = image[:: max(1, image.shape[0] // 64), :: max(1, image.shape[1] // 64)]
    return tuple(float(v) for v in np.atleast_1d(np.median(sample, axis=(0, 1))))


def gray_if_colourless(image: np.ndarray) -> np.ndarray:
    """HxW where an HxWx3 image has no colour: a third of the work for whatever follows."""
    blue, green, red = cv2.split(image)
    return green if np.array_equal(blue, green) and np.array_equal(green, red) else image
