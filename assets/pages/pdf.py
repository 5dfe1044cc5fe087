"""Pages of PDF files, rendered by pdfium as a viewer shows them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from math import sqrt

import numpy as np
import pypdfium2

from assets.documents.formats.pdf import PDFIUM, opened
from assets.documents.shape import Refused
from assets.pages.errors import Unreadable
from assets.pages.frame import gray_if_colourless, turned
from assets.pages.glyphs import read_glyphs, user_to_pixels
from assets.pages.judge import judge
from assets.pages.objects import painted
from assets.pages.sheet import Sheet
from assets.pages.textlayer import majority_turn, read_lines
from records.geometry import compose, invert, map_box
from records.page import Layer
from records.settings import PageSettings


class PdfSheets:
    """The pages of a PDF."""

    def __init__(self, data: bytes, settings: PageSettings) -> None:
        self.settings = settings
        self.stack = ExitStack()
        try:
            self.document = self.stack.enter_context(opened(data))
        except Refused as refused:
            raise Unreadable(refused.category, 0, refused.message) from refused
        with PDFIUM:
            if self.document.get_formtype():
                self.document.init_forms()  # without it, what was filled into form fields is not drawn

    def sheet(self, index: int) -> Sheet:
        """One page, rendered at the set resolution or at the one at which it fits. Raises Unreadable."""
        with self.page(index) as page:
            dpi = fitting(page.get_size(), self.settings.dpi, self.settings.max_pixels)
            image = render(page, dpi)
            size = (image.shape[1], image.shape[0])
            if not self.settings.text_layer:
                return Sheet(image, size, dpi)
            to_pixels = user_to_pixels(page, *size)
            glyphs = read_glyphs(page, to_pixels)
            verdict = judge(glyphs, painted(page, to_pixels), image)
            if not verdict.trusted:
                return Sheet(image, size, dpi, layer=Layer(False, verdict.reason))
            turns = -majority_turn(glyphs) % 4
            to_source, shown = turned(turns, size)
            to_upright = invert(to_source)
            if turns:
                glyphs = read_glyphs(page, compose(to_upright, to_pixels))
        unread = tuple(map_box(to_upright, box) for box in verdict.unread)
        layer = Layer(True, verdict.reason, read_lines(glyphs, *shown), unread)
        return Sheet(image, shown, dpi, to_source, turns, layer)

    def image(self, index: int, dpi: float) -> np.ndarray:
        """The page rendered at ``dpi``. Raises Unreadable."""
        with self.page(index) as page:
            return render(page, dpi)

    @contextmanager
    def page(self, index: int) -> Iterator[pypdfium2.PdfPage]:
        """A loaded page, with the lock held. Raises Unreadable, also for what pdfium raises inside."""
        with PDFIUM:
            try:
                with closing(self.document[index]) as page:
                    yield page
            except (pypdfium2.PdfiumError, IndexError, ValueError, MemoryError) as error:
                raise Unreadable("not_a_document", index, str(error)) from error

    def close(self) -> None:
        """Frees the document."""
        self.stack.close()


def fitting(points: tuple[float, float], dpi: float, max_pixels: int) -> float:
    """The resolution, lowered where a page of that size in points would have more than that many pixels.

    >>> fitting((595, 842), 200, 40_000_000), fitting((7200, 7200), 200, 40_000_000) < 64
    (200, True)
    """
    pixels = points[0] * points[1] * (dpi / 72) ** 2
    return dpi if pixels <= max_pixels else dpi * sqrt(max_pixels / pixels)


def render(page: pypdfium2.PdfPage, dpi: float) -> np.ndarray:
    """The page with its annotations and form fields, HxW where it has no colour, else HxWx3 BGR."""
    with closing(page.render(scale=dpi / 72)) as bitmap:
        return gray_if_colourless(np.array(bitmap.to_numpy()))
