"""Pages into lines: a trusted text layer is kept, and what it leaves unread is read: pictures on such a page with print
of their own, and all other pages, in bounded groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec
import numpy as np

from assets.pages.open import OpenPage
from records.geometry import Affine, Box, map_box
from records.page import Layer, Line

REVISION = "2"
"""Raised when this code makes other lines of what the same engine reads."""
TOGETHER = 8
"""Images that the engine is given at once: enough to fill batches of like lines, few enough to bound memory."""


class Ocr(Protocol):
    """What reads images."""

    @property
    def version(self) -> str: ...

    def read(self, images: Sequence[np.ndarray]) -> list[tuple[Line, ...]]: ...


def read_lines(pages: Sequence[OpenPage], ocr: Ocr) -> list[tuple[Line, ...]]:
    """The lines of each page, in the order given, boxes in pixels of its upright image. Lines of pictures come after
    those of the text layer."""
    kept = [_kept(page) for page in pages]
    lines = [layer.lines if layer else () for layer in kept]
    places = [(i, box) for i, page in enumerate(pages) for box in _unread(page, kept[i])]
    for start in range(0, len(places), TOGETHER):
        group = places[start : start + TOGETHER]
        images = [_cut(pages[i].image, box) for i, box in group]
        for (i, box), read in zip(group, ocr.read(images), strict=True):
            layer = kept[i]
            lines[i] += tuple(_moved(read, box, layer)) if layer else read
    return lines


def _kept(page: OpenPage) -> Layer | None:
    """The page's own text where it is trusted."""
    layer = page.page.layer
    return layer if layer is not None and layer.trusted else None


def _unread(page: OpenPage, layer: Layer | None) -> tuple[Box, ...]:
    """What has to be read of a page, in whole pixels: all of it, or pictures on it."""
    if layer is None:
        return ((0, 0, page.page.image_width, page.page.image_height),)
    return tuple((int(left), int(top), int(right), int(bottom)) for left, top, right, bottom in layer.unread)


def _cut(image: np.ndarray, box: Box) -> np.ndarray:
    left, top, right, bottom = (int(v) for v in box)
    return np.ascontiguousarray(image[top:bottom, left:right])


def _moved(lines: Sequence[Line], box: Box, layer: Layer) -> Iterator[Line]:
    """Lines read in a picture, told in the page's frame; without those that the page's own text lies over."""
    shift: Affine = (1, 0, box[0], 0, 1, box[1])
    for line in lines:
        place = map_box(shift, line.box)
        x, y = (place[0] + place[2]) / 2, (place[1] + place[3]) / 2
        if not any(own.box[0] <= x <= own.box[2] and own.box[1] <= y <= own.box[3] for own in layer.lines):
            words = tuple(msgspec.structs.replace(word, box=map_box(shift, word.box)) for word in line.words)
            yield msgspec.structs.replace(line, box=place, words=words)
