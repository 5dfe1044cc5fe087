"""Pages whose content is known, made on the spot."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from assets.documents.intake import take_in
from assets.pages.glyphs import Glyphs, read_glyphs, user_to_pixels
from assets.pages.open import OpenPage, open_pages
from assets.pages.textlayer import read_lines
from records.document import Document, Source
from records.page import Line
from records.settings import Limits, PageSettings

SETTINGS = PageSettings(dpi=100)
A4 = FULL = (595.0, 842.0)
PROSE = "The quick brown fox jumps over the lazy dog and runs on through the wood"


def pdf(draw: Callable[[Canvas], None], size: tuple[float, float] = A4) -> bytes:
    """A PDF of one page."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def raw_pdf(content: bytes, *more: bytes, resources: bytes = b"", page: bytes = b"") -> bytes:
    """A PDF of one page of 595 x 842 points from its content stream; ``more`` are objects from number 5 on."""
    head = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << %b >> %b >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        head % (resources, page),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        *more,
    ]
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def prose(canvas: Canvas, lines: int = 40, size: float = 11) -> None:
    """Lines of print over most of the page."""
    canvas.setFont("Helvetica", size)
    for number in range(lines):
        canvas.drawString(60, 780 - 18 * number, f"{number + 1} {PROSE}")


def scan(lines: int = 40, width: int = 1240, height: int = 1754) -> Image.Image:
    """A picture of a page of print, gray."""
    image = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=height // 75)
    for number in range(lines):
        draw.text((width // 10, height // 15 + number * height // 48), f"{number + 1} {PROSE}", fill=20, font=font)
    return image


def reader(image: Image.Image) -> ImageReader:
    return ImageReader(image)


def image_file(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def document(data: bytes) -> Document:
    found = take_in(Source("test"), data, Limits()).document
    assert found is not None
    return found


def opened(data: bytes, settings: PageSettings = SETTINGS, orientation: object = None) -> list[OpenPage]:
    return list(open_pages(document(data), data, settings, orientation))  # type: ignore[arg-type]


def glyphs(data: bytes, dpi: float = 72) -> tuple[Glyphs, tuple[int, int]]:
    """The characters of the first page, and its size in pixels."""
    file = pypdfium2.PdfDocument(data)
    page = file[0]
    width, height = (round(side * dpi / 72) for side in page.get_size())
    found = read_glyphs(page, user_to_pixels(page, width, height))
    page.close()
    file.close()
    return found, (width, height)


def layer_lines(data: bytes, dpi: float = 72) -> tuple[Line, ...]:
    """The lines of the first page's text, judged by nobody."""
    found, (width, height) = glyphs(data, dpi)
    return read_lines(found, width, height)


def words(data: bytes) -> list[list[str]]:
    return [[word.text for word in line.words] for line in layer_lines(data)]


def ink_middle(image: np.ndarray, dark: int = 100) -> tuple[float, float]:
    """The middle of all that is dark, as x and y."""
    gray = image if image.ndim == 2 else image.mean(axis=2)
    y, x = np.nonzero(gray < dark)
    return float(x.mean()) + 0.5, float(y.mean()) + 0.5
