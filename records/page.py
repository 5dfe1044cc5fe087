"""Pages, lines and words. Boxes are in pixels of the upright page image, unless a name says otherwise."""

from __future__ import annotations

from msgspec import Struct

from records.geometry import IDENTITY, Affine, Box, map_box


class Word(Struct, frozen=True):
    """A run of characters without a gap; for Chinese, a run as the engine or the text layer parts it."""

    text: str
    box: Box
    confidence: float


class Line(Struct, frozen=True):
    """Words on one baseline, as read. ``engine`` says by what: ``text-layer``, or a model's name.

    ``turn`` is the number of clockwise quarter turns by which the text itself is turned on the upright page
    (sideways text in a cell); 0 for nearly all.
    """

    text: str
    box: Box
    confidence: float
    engine: str
    words: tuple[Word, ...]
    turn: int = 0


class Layer(Struct, frozen=True):
    """The verdict on a PDF page's own text: whether it is kept, why, and its lines where it is. ``unread`` are the
    pictures on such a page that seem to hold print of their own, which only OCR can read."""

    trusted: bool
    reason: str
    lines: tuple[Line, ...] = ()
    unread: tuple[Box, ...] = ()


class Page(Struct, frozen=True):
    """One page. ``width`` and ``height`` tell the frame as it was handed in (its own pixels; for a PDF, pixels
    of the rendering at ``dpi``); ``image_width`` and ``image_height`` that of the upright image in which all
    boxes are told; ``to_source`` leads from the upright image to the frame as handed in.
    """

    index: int
    width: float
    height: float
    image_width: int
    image_height: int
    dpi: float
    to_source: Affine = IDENTITY
    quarter_turns: int = 0
    skew: float = 0.0
    """Degrees that were taken out, counted clockwise."""
    layer: Layer | None = None

    def source_box(self, box: Box) -> Box:
        """The box in the frame of the page as it was handed in, cut at the page's edges."""
        x0, y0, x1, y1 = map_box(self.to_source, box)
        return max(0.0, x0), max(0.0, y0), min(self.width, x1), min(self.height, y1)
