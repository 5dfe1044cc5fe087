"""Which text layers are trusted: one test a reason."""

from __future__ import annotations

import pytest
from page_files import FULL, PROSE, opened, pdf, prose, raw_pdf, reader, scan
from reportlab.pdfgen.canvas import Canvas

from records.page import Layer
from records.settings import PageSettings

FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica %b >>"


def layer(data: bytes) -> Layer:
    found = opened(data)[0].page.layer
    assert found is not None
    return found


def distrusted(data: bytes) -> str:
    found = layer(data)
    assert not found.trusted and not found.lines
    return found.reason


def test_print_with_its_text() -> None:
    found = layer(pdf(prose))
    assert found.trusted and found.reason == "its text covers 100% of the print" and len(found.lines) == 40


def test_white_print_on_dark() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(0.1)
        canvas.rect(0, 0, *FULL, fill=1)
        canvas.setFillGray(1)
        prose(canvas)

    assert layer(pdf(draw)).trusted


def test_a_blank_page() -> None:
    found = layer(raw_pdf(b""))
    assert found == Layer(True, "the page is blank")


def test_a_scan_without_text() -> None:
    assert distrusted(pdf(lambda c: c.drawImage(reader(scan()), 0, 0, *FULL))) == "the page has no text of its own"


def test_invisible_text_over_a_scan() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawImage(reader(scan()), 0, 0, *FULL)
        text = canvas.beginText(60, 780)
        text.setTextRenderMode(3)
        for _ in range(40):
            text.textLine(PROSE)
        canvas.drawText(text)

    assert "invisible" in distrusted(pdf(draw))


def test_text_under_a_scan() -> None:
    def draw(canvas: Canvas) -> None:
        prose(canvas)
        canvas.drawImage(reader(scan()), 0, 0, *FULL)

    assert distrusted(pdf(draw)) == "a picture of the whole page lies over its text"


def test_text_on_a_picture_of_paper_is_kept() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawImage(reader(scan(0)), 0, 0, *FULL)
        prose(canvas)

    assert layer(pdf(draw)).trusted


@pytest.mark.parametrize("target", ["E041", "FFFD", "0007"])
def test_characters_without_a_meaning(target: str) -> None:
    cmap = (
        b"1 begincodespacerange <00><ff> endcodespacerange 1 beginbfrange <20> <7e> <%b> endbfrange" % target.encode()
    )
    lines = b" ".join(b"(%b) Tj 0 -20 Td" % PROSE.encode() for _ in range(10))
    data = raw_pdf(
        b"BT /F1 10 Tf 50 700 Td %b ET" % lines,
        FONT % b"/ToUnicode 6 0 R",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(cmap), cmap),
        resources=b"/Font << /F1 5 0 R >>",
    )
    assert "no meaning" in distrusted(data)


def test_letters_that_are_all_the_same() -> None:
    ranges = b" ".join(b"<%02x> <0058>" % code for code in range(0x41, 0x7B))
    cmap = b"1 begincodespacerange <00><ff> endcodespacerange 58 beginbfchar %b endbfchar" % ranges
    lines = b" ".join(b"(%b) Tj 0 -20 Td" % PROSE.encode() for _ in range(10))
    data = raw_pdf(
        b"BT /F1 10 Tf 50 700 Td %b ET" % lines,
        FONT % b"/ToUnicode 6 0 R",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(cmap), cmap),
        resources=b"/Font << /F1 5 0 R >>",
    )
    assert distrusted(data) == "nearly all of its letters are the same"


def test_text_beside_the_print() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawImage(reader(scan(20)), 0, 421, FULL[0], 421)
        canvas.setFillGray(1)
        for line in range(20):
            canvas.drawString(60, 380 - 18 * line, PROSE)

    assert "stand over ink" in distrusted(pdf(draw))


def test_print_drawn_as_shapes() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(60, 800, "A heading that is text")
        for row in range(30):
            for column in range(40):
                canvas.rect(60 + 12 * column, 700 - 20 * row, 5, 8, fill=1)

    assert distrusted(pdf(draw)).startswith("its text covers only")


def test_a_picture_with_print_is_named() -> None:
    def draw(canvas: Canvas) -> None:
        prose(canvas, 3)
        canvas.drawImage(reader(scan()), 60, 30, 490, 680)

    found = layer(pdf(draw))
    assert found.trusted and len(found.lines) == 3
    (box,) = found.unread
    assert box == pytest.approx([60 / 0.72, 132 / 0.72, 550 / 0.72, 812 / 0.72], abs=2)


def test_a_picture_without_print_is_not() -> None:
    def draw(canvas: Canvas) -> None:
        prose(canvas, 3)
        canvas.drawImage(reader(scan(0)), 60, 30, 490, 680)

    assert layer(pdf(draw)).unread == ()


def test_nobody_asked() -> None:
    page = opened(pdf(prose), PageSettings(dpi=100, text_layer=False))[0].page
    assert page.layer is None
