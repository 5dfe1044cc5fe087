"""From blocks to a PDF with text, and to the places where each table ended up. A4, points, nothing random."""

from __future__ import annotations

import io

from msgspec import Struct
from reportlab.lib.pagesizes import A4

from corpus.blocks import Block, Document, Grid, Heading, Letterhead, Pairs, Paragraph
from corpus.canvas import new_canvas
from corpus.fonts import Fonts, fonts, wrap
from corpus.gridset import draw_rows, measure

MARGIN = 50.0
LEADING = 1.35
"""Distance of baselines as a multiple of the type's size."""


class Piece(Struct, frozen=True):
    """Rows of a table that stand on one page; a repeated header is not counted."""

    page: int
    first_row: int
    rows: int


class Typeset(Struct, frozen=True):
    """A PDF, and for each of its tables the pieces on its pages."""

    pdf: bytes
    pages: int
    pieces: tuple[tuple[Piece, ...], ...]


def typeset(document: Document) -> Typeset:
    """Lay out a document. Raises FontMissing."""
    pages = _Layout(document, 0).run().pages
    return _Layout(document, pages).run()


class _Layout:
    """A pen that goes down the page. ``y`` counts from the top."""

    def __init__(self, document: Document, pages: int) -> None:
        self.document, self.total = document, pages
        self.width, self.height = A4[::-1] if document.landscape else A4
        self.file = io.BytesIO()
        self.canvas = new_canvas(self.file, self.width, self.height)
        self.canvas.setTitle(document.name)
        self.fonts: Fonts = fonts(document.language, document.face)
        self.size = document.size
        self.page, self.y = 0, MARGIN
        self.pieces: list[tuple[Piece, ...]] = []

    def run(self) -> Typeset:
        for block in self.document.blocks:
            if block is None:
                self.turn_page()
            else:
                self.place(block)
        self.end_page()
        self.canvas.save()
        return Typeset(self.file.getvalue(), self.page + 1, tuple(self.pieces))

    def place(self, block: Block) -> None:
        match block:
            case Letterhead(name, lines):
                self.lines([name], self.size * 1.7, bold=True)
                self.lines(lines, self.size * 0.85)
                self.y += self.size * 1.6
            case Heading(text, level):
                self.y += self.size * (0.3 if self.y == MARGIN else 1.0)
                self.lines([text], self.size * (1.9 if level == 1 else 1.35), bold=True)
                self.y += self.size * 0.7
            case Paragraph(text, small):
                size = self.size * (0.8 if small else 1.0)
                self.lines(wrap(text, self.width - 2 * MARGIN, size, self.fonts), size)
                self.y += self.size * 0.9
            case Pairs(left, right):
                self.pairs(left, right)
            case Grid():
                self.grid(block)

    def lines(self, texts: list[str] | tuple[str, ...], size: float, bold: bool = False) -> None:
        for text in texts:
            if self.y + size * LEADING > self.height - MARGIN - 20:
                self.turn_page()
            self.write(MARGIN, self.y, text, size, bold)
            self.y += size * LEADING

    def pairs(self, left: tuple[tuple[str, str], ...], right: tuple[tuple[str, str], ...]) -> None:
        step = self.size * 1.55
        for side, x in ((left, MARGIN), (right, MARGIN + 0.58 * (self.width - 2 * MARGIN))):
            shift = max((self.fonts.width(label, self.size) for label, value in side if value), default=0.0)
            for i, (label, value) in enumerate(side):
                self.write(x, self.y + i * step, label, self.size)
                self.write(x + shift + self.size, self.y + i * step, value, self.size)
        self.y += step * max(len(left), len(right)) + self.size

    def grid(self, grid: Grid) -> None:
        if grid.title:
            self.lines([grid.title], self.size, bold=True)
            self.y += self.size * 0.3
        rows = measure(grid, self.width - 2 * MARGIN, self.size, self.fonts)
        bottom = self.height - MARGIN - 24
        pieces: list[Piece] = []
        first = grid.header_rows
        while first < len(grid.rows):
            room = bottom - self.y - sum(rows.heights[: grid.header_rows])
            end = first
            while end < len(grid.rows) and sum(rows.heights[first : end + 1]) <= room:
                end += 1
            if end == first:
                self.turn_page()
                continue
            shown = [*range(grid.header_rows), *range(first, end)]
            self.y = draw_rows(self, grid, rows, shown, MARGIN, self.y)
            pieces.append(Piece(self.page, 0 if not pieces else first, end - (first if pieces else 0)))
            first = end
            if first < len(grid.rows):
                self.turn_page()
        self.pieces.append(tuple(pieces))
        self.y += self.size * 1.4

    def write(self, x: float, y: float, text: str, size: float, bold: bool = False, align: str = "l") -> None:
        """Text whose line begins at height y; x is its left edge, middle or right edge."""
        pen = self.canvas.beginText()
        shift = {"l": 0.0, "c": 0.5, "r": 1.0}[align] * self.fonts.width(text, size, bold)
        pen.setTextOrigin(x - shift, self.height - y - size)
        pen.setFont(self.fonts.bold if bold else self.fonts.plain, size)
        heavy = bold and self.fonts.stroke > 0
        pen.setTextRenderMode(2 if heavy else 0)
        self.canvas.setLineWidth(self.fonts.stroke)
        pen.textOut(text)
        pen.setTextRenderMode(0)
        self.canvas.drawText(pen)

    def rule(self, x0: float, y0: float, x1: float, y1: float, weight: float) -> None:
        self.canvas.setLineWidth(weight)
        self.canvas.line(x0, self.height - y0, x1, self.height - y1)

    def shade(self, x0: float, y0: float, x1: float, y1: float, gray: float) -> None:
        self.canvas.setFillGray(gray)
        self.canvas.rect(x0, self.height - y1, x1 - x0, y1 - y0, stroke=0, fill=1)
        self.canvas.setFillGray(0)

    def turn_page(self) -> None:
        self.end_page()
        self.page, self.y = self.page + 1, MARGIN

    def end_page(self) -> None:
        if self.document.footer:
            text = self.document.footer.format(page=self.page + 1, pages=self.total)
            self.write(self.width / 2, self.height - MARGIN + 6, text, self.size * 0.75, align="c")
        self.canvas.showPage()
