"""Pages into lines: a trusted text layer is kept as it is, all other pages are read in bounded groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from assets.pages.open import OpenPage
from records.page import Line

TOGETHER = 8
"""Pages that the engine is given at once: enough to fill batches of like lines, few enough to bound memory."""


class Ocr(Protocol):
    """What reads images."""

    @property
    def version(self) -> str: ...

    def read(self, images: Sequence[np.ndarray]) -> list[tuple[Line, ...]]: ...


def read_lines(pages: Sequence[OpenPage], ocr: Ocr) -> list[tuple[Line, ...]]:
    """The lines of each page, in the order given, boxes in pixels of its upright image."""
    lines: list[tuple[Line, ...]] = [p.page.layer.lines if _kept(p) and p.page.layer else () for p in pages]
    scans = [i for i, p in enumerate(pages) if not _kept(p)]
    for start in range(0, len(scans), TOGETHER):
        group = scans[start : start + TOGETHER]
        for i, read in zip(group, ocr.read([pages[i].image for i in group]), strict=True):
            lines[i] = read
    return lines


def _kept(page: OpenPage) -> bool:
    """Whether the page's own text is trusted."""
    return page.page.layer is not None and page.page.layer.trusted
