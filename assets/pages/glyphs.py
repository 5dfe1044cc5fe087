"""The characters of a PDF page as arrays, read from pdfium without a Python frame for each.

The raw functions are called through ``map`` over ranges of addresses, so the loop over a page's characters runs in C.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

from records.geometry import Affine

INVISIBLE = pdfium.FPDF_TEXTRENDERMODE_INVISIBLE
CLIP = pdfium.FPDF_TEXTRENDERMODE_CLIP
HYPHEN = 0x02
"""What pdfium gives for a hyphen at the end of a line."""


def _raw(name: str, result: type, *arguments: type) -> Callable[..., int]:
    """A function of pdfium that takes handles and addresses as plain integers."""
    address = ctypes.cast(getattr(pdfium, name), ctypes.c_void_p).value or 0
    return ctypes.CFUNCTYPE(result, *arguments)(address)


_HANDLE, _INT = ctypes.c_void_p, ctypes.c_int
_unicode = _raw("FPDFText_GetUnicode", ctypes.c_uint, _HANDLE, _INT)
_generated = _raw("FPDFText_IsGenerated", _INT, _HANDLE, _INT)
_unmapped = _raw("FPDFText_HasUnicodeMapError", _INT, _HANDLE, _INT)
_font_size = _raw("FPDFText_GetFontSize", ctypes.c_double, _HANDLE, _INT)
_loose_box = _raw("FPDFText_GetLooseCharBox", _INT, _HANDLE, _INT, _HANDLE)
_tight_box = _raw("FPDFText_GetCharBox", _INT, _HANDLE, _INT, _HANDLE, _HANDLE, _HANDLE, _HANDLE)
_matrix = _raw("FPDFText_GetMatrix", _INT, _HANDLE, _INT, _HANDLE)
_object = _raw("FPDFText_GetTextObject", _HANDLE, _HANDLE, _INT)
_mode = _raw("FPDFTextObj_GetTextRenderMode", _INT, _HANDLE)


@dataclass(frozen=True)
class Glyphs:
    """Characters in the order of the page's content, in pixels of the page as rendered.

    ``code`` (n): Unicode; ``box`` (n, 4): advance wide, font high; ``ink`` (n, 4): tight around the drawn shape;
    ``em`` (n): size of the font; ``angle`` (n): degrees by which the text runs clockwise of rightwards; ``base``
    (n, 2): a point on the baseline; ``visible`` and ``mapped`` (n): drawn at all, and with a Unicode of its own;
    ``holder`` (n): the text object that it belongs to.
    """

    code: np.ndarray
    box: np.ndarray
    ink: np.ndarray
    em: np.ndarray
    angle: np.ndarray
    base: np.ndarray
    visible: np.ndarray
    mapped: np.ndarray
    holder: np.ndarray

    def __len__(self) -> int:
        return len(self.code)

    def take(self, which: np.ndarray) -> Glyphs:
        """Those of a mask or an array of indices."""
        return Glyphs(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


def read_glyphs(page: pypdfium2.PdfPage, to_pixels: Affine) -> Glyphs:
    """All characters that the page itself holds (not the spaces and line ends that pdfium makes up).

    The caller holds the lock on pdfium. ``to_pixels`` leads from the page's own units, as of ``user_to_pixels``.
    """
    text = page.get_textpage()
    try:
        return _read(ctypes.cast(text.raw, ctypes.c_void_p).value or 0, to_pixels)
    finally:
        text.close()


def _read(text: int, to_pixels: Affine) -> Glyphs:
    count = max(0, pdfium.FPDFText_CountChars(ctypes.cast(text, pdfium.FPDF_TEXTPAGE)))
    page = repeat(text)
    each = np.flatnonzero(~np.fromiter(map(_generated, page, range(count)), bool, count)).tolist()
    count = len(each)
    loose, tight = np.zeros((count, 4), np.float32), np.zeros((count, 4), np.float64)
    matrix = np.zeros((count, 6), np.float32)
    _drain(map(_loose_box, page, each, _places(loose)))
    _drain(map(_tight_box, page, each, *(_places(tight, 8 * k) for k in range(4))))
    _drain(map(_matrix, page, each, _places(matrix)))
    holders = list(map(_object, page, each))
    modes = {holder: _mode(holder) for holder in set(holders) if holder}
    size = np.fromiter(map(_font_size, page, each), np.float64, count)
    a, b, c, d, e, f = matrix.astype(np.float64).T
    ta, tb, tc, td, te, tf = to_pixels
    along = np.stack([ta * a + tb * b, td * a + te * b])
    up = np.stack([ta * c + tb * d, td * c + te * d])
    return Glyphs(
        code=np.fromiter(map(_unicode, page, each), np.uint32, count),
        box=_moved(loose[:, [0, 1, 2, 3]], to_pixels),
        ink=_moved(tight[:, [0, 2, 1, 3]], to_pixels),
        em=size * np.hypot(*up),
        angle=np.degrees(np.arctan2(along[1], along[0])),
        base=np.stack([ta * e + tb * f + tc, td * e + te * f + tf], axis=1),
        visible=np.fromiter((modes.get(h, 0) not in (INVISIBLE, CLIP) for h in holders), bool, count),
        mapped=~np.fromiter(map(_unmapped, page, each), bool, count),
        holder=np.fromiter((h or 0 for h in holders), np.uint64, count),
    )


def _places(array: np.ndarray, offset: int = 0) -> range:
    """The addresses of the array's rows."""
    first, step = array.ctypes.data + offset, array.strides[0]
    return range(first, first + step * len(array), step) if len(array) else range(0)


def _drain(calls: Iterator[int]) -> None:
    """Makes all calls; pdfium writes what they find to the addresses that they were given."""
    deque(calls, maxlen=0)


def _moved(boxes: np.ndarray, to_pixels: Affine) -> np.ndarray:
    """(n, 4) boxes by two opposite corners, moved by a transform of quarter turns and scales."""
    a, b, c, d, e, f = to_pixels
    x = boxes[:, [0, 2]].astype(np.float64)
    y = boxes[:, [1, 3]].astype(np.float64)
    u, v = a * x + b * y + c, d * x + e * y + f
    return np.stack([u.min(axis=1), v.min(axis=1), u.max(axis=1), v.max(axis=1)], axis=1)


def user_to_pixels(page: pypdfium2.PdfPage, width: int, height: int) -> Affine:
    """From the page's own units (origin at the bottom left, before /Rotate) to pixels of its rendering of that size:
    the crop box is what a viewer shows, turned as /Rotate asks."""
    left, bottom, right, top = page.get_bbox()
    turns = page.get_rotation() // 90
    across, along = (top - bottom, right - left) if turns % 2 else (right - left, top - bottom)
    x, y = width / across, height / along
    ways: tuple[Affine, ...] = (
        (x, 0.0, -left * x, 0.0, -y, top * y),
        (0.0, x, -bottom * x, y, 0.0, -left * y),
        (-x, 0.0, right * x, 0.0, y, -bottom * y),
        (0.0, -x, top * x, -y, 0.0, right * y),
    )
    return ways[turns]
