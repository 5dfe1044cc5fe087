"""What a PDF page paints, in what order: its pictures, and where text comes before or after them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

from records.geometry import Affine, Box, map_box

MAX_DEPTH = 8
"""Forms within forms are followed this far: pdfium refuses deeper ones to draw as well."""


@dataclass(frozen=True)
class Painted:
    """``pictures``: the box in pixels of each picture, and its place in the order of painting; ``order``: that place
    for each text object, by its handle (as in ``Glyphs.holder``)."""

    pictures: tuple[tuple[Box, int], ...]
    order: dict[int, int]

    def of(self, holders: np.ndarray) -> np.ndarray:
        """The places of characters, by the handles of their text objects; -1 for unknown ones."""
        found, back = np.unique(holders, return_inverse=True)
        return np.array([self.order.get(int(h), -1) for h in found], dtype=int)[back]


def painted(page: pypdfium2.PdfPage, to_pixels: Affine) -> Painted:
    """All pictures and text objects of a page. The caller holds the lock on pdfium. A picture inside a form is told
    with the box of that form."""
    pictures: list[tuple[Box, int]] = []
    order: dict[int, int] = {}
    for place, (item, kind, outer) in enumerate(_walk(page)):
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            order[ctypes.cast(item, ctypes.c_void_p).value or 0] = place
        elif kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
            box = _bounds(outer)
            if box is not None:
                pictures.append((map_box(to_pixels, box), place))
    return Painted(tuple(pictures), order)


def _walk(page: pypdfium2.PdfPage) -> Iterator[tuple[Any, int, Any]]:
    """Objects in the order of painting, forms opened: each with its kind and the object of the page that holds it."""
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        item = pdfium.FPDFPage_GetObject(page, index)
        yield from _open(item, item, 0)


def _open(item: Any, outer: Any, depth: int) -> Iterator[tuple[Any, int, Any]]:
    kind = pdfium.FPDFPageObj_GetType(item)
    if kind != pdfium.FPDF_PAGEOBJ_FORM:
        yield item, kind, outer
    elif depth < MAX_DEPTH:
        for index in range(pdfium.FPDFFormObj_CountObjects(item)):
            yield from _open(pdfium.FPDFFormObj_GetObject(item, index), outer, depth + 1)


def _bounds(item: Any) -> Box | None:
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(item, *sides):
        return None
    left, bottom, right, top = (side.value for side in sides)
    return left, bottom, right, top
