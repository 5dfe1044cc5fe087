"""A page as it comes out of its file, before anything is judged or straightened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from assets.pages.frame import Size
from records.geometry import IDENTITY, Affine
from records.page import Layer


@dataclass(frozen=True)
class Sheet:
    """``image`` is HxW or HxWx3 BGR in the frame as handed in; ``to_source`` and ``size`` tell how the page wants to
    be shown (by the file's own word, or by that of its text). ``layer`` is the verdict on a PDF page's own text; None
    where there can be none, or nobody asked."""

    image: np.ndarray
    size: Size
    dpi: float
    to_source: Affine = IDENTITY
    turns: int = 0
    layer: Layer | None = None


class Sheets(Protocol):
    """An open file, page by page."""

    def sheet(self, index: int) -> Sheet:
        """One page for the first time. Raises Unreadable."""
        ...

    def image(self, index: int, dpi: float) -> np.ndarray:
        """The image of a page that was opened before, at the resolution of that time. Raises Unreadable."""
        ...

    def close(self) -> None:
        """Frees what the file holds."""
        ...
