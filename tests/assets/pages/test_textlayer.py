"""The text of PDF pages as lines and words."""

from __future__ import annotations

import pytest
from page_files import A4, PROSE, glyphs, layer_lines, pdf, prose, raw_pdf, words
from reportlab.lib.pagesizes import landscape
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from assets.pages.textlayer import majority_turn

HELVETICA = b"/Font << /F1 5 0 R >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica %b >>"


def text_pdf(content: bytes) -> bytes:
    """A page of Helvetica, size 10, written as the content says."""
    return raw_pdf(b"BT /F1 10 Tf " + content + b" ET", FONT % b"", resources=HELVETICA)


def test_prose() -> None:
    lines = layer_lines(pdf(prose), dpi=144)
    assert len(lines) == 40 and all(line.text.endswith(PROSE) for line in lines)
    x0, y0, _, y1 = lines[0].box
    assert (x0, y1) == (pytest.approx(121, abs=2), pytest.approx((842 - 780) * 2 + 5, abs=1))
    assert y1 - y0 == pytest.approx(0.95 * 22, rel=0.1)
    assert lines[0].engine == "text-layer" and lines[0].confidence == 1.0 and lines[0].turn == 0


def test_words_lie_side_by_side() -> None:
    for line in layer_lines(pdf(prose)):
        for left, right in zip(line.words, line.words[1:], strict=False):
            assert left.box[2] < right.box[0]
        assert line.text == " ".join(word.text for word in line.words)


def test_words_written_apart_without_spaces() -> None:
    assert words(text_pdf(b"50 700 Td [(Net) -300 (weight) -260 (kg)] TJ")) == [["Net", "weight", "kg"]]


def test_kerning_and_font_changes_part_no_words() -> None:
    assert words(text_pdf(b"50 700 Td [(A) 80 (V) 70 (A) -30 (T)] TJ /F1 10.5 Tf (AR) Tj")) == [["AVATAR"]]


def test_letter_spacing_parts_no_words() -> None:
    assert words(text_pdf(b"50 700 Td 2.2 Tc (INVOICE) Tj [( ) -400] TJ (NUMBER) Tj")) == [["INVOICE", "NUMBER"]]


def test_cells_are_not_glued() -> None:
    table = b"50 700 Td (12.50) Tj 32 0 Td (7.25) Tj 60 0 Td (19.75) Tj"
    assert words(text_pdf(table)) == [["12.50", "7.25"], ["19.75"]]


def test_cells_parted_by_many_spaces() -> None:
    assert words(text_pdf(b"50 700 Td (Total          12.50) Tj")) == [["Total"], ["12.50"]]


def test_a_line_written_in_pieces_and_out_of_order() -> None:
    assert words(text_pdf(b"1 0 0 1 82 700 Tm (world) Tj 1 0 0 1 50 700 Tm (Hello) Tj")) == [["Hello", "world"]]


def test_letters_placed_one_by_one() -> None:
    step = {"W": 9.44, "o": 5.56, "r": 3.33, "d": 5.56}
    content, x = b"", 50.0
    for letter in "Word":
        content += b"1 0 0 1 %.2f 700 Tm (%b) Tj " % (x, letter.encode())
        x += step[letter]
    assert words(text_pdf(content)) == [["Word"]]


def test_superscripts_stay_on_their_line() -> None:
    assert words(text_pdf(b"50 700 Td (area in m) Tj 4.5 Ts /F1 6 Tf (2) Tj")) == [["area", "in", "m2"]]


def test_columns_and_close_lines_stay_apart() -> None:
    content = b"50 700 Td (left one) Tj 0 -11 Td (left two) Tj 200 11 Td (right one) Tj 0 -11 Td (right two) Tj"
    assert words(text_pdf(content)) == [["left", "one"], ["left", "two"], ["right", "one"], ["right", "two"]]


@pytest.mark.parametrize("offset", [0.0, 0.3])
def test_bold_by_printing_twice_is_one_word(offset: float) -> None:
    content = b"50 700 Td (Balance) Tj %.1f 0 Td (Balance) Tj" % offset
    assert words(text_pdf(content)) == [["Balance"]]


def test_doubled_letters_are_kept() -> None:
    assert words(text_pdf(b"50 700 Td (Illicit sheep 1100 ...) Tj")) == [["Illicit", "sheep", "1100", "..."]]


def test_ligatures_are_written_out() -> None:
    cmap = b"1 begincodespacerange <00><ff> endcodespacerange 2 beginbfchar <01> <00660069> <02> <FB03> endbfchar"
    data = raw_pdf(
        b"BT /F1 10 Tf 50 700 Td (pro\\001t o\\002ce) Tj ET",
        FONT % b"/ToUnicode 6 0 R",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(cmap), cmap),
        resources=HELVETICA,
    )
    assert words(data) == [["profit", "office"]]


def test_a_hyphen_at_the_end_of_a_line() -> None:
    assert words(text_pdf(b"50 700 Td (a state-) Tj 0 -12 Td (ment) Tj")) == [["a", "state-"], ["ment"]]


def test_invisible_text_is_not_read() -> None:
    assert words(text_pdf(b"50 700 Td (seen) Tj 3 Tr 0 -20 Td (hidden) Tj")) == [["seen"]]


def test_text_off_the_page_is_not_read() -> None:
    assert words(text_pdf(b"50 700 Td (on) Tj 900 0 Td (off) Tj")) == [["on"]]


def test_an_empty_page() -> None:
    assert layer_lines(raw_pdf(b"")) == ()


def chinese(canvas: Canvas) -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    canvas.setFont("STSong-Light", 12)
    canvas.drawString(60, 700, "采购合同登记表（2026年）")
    for x, text in ((60, "供应商名称"), (200, "金额 (CNY)"), (330, "备注")):
        canvas.drawString(x, 660, text)
    text = canvas.beginText(60, 620)
    text.setCharSpace(4)
    text.textOut("甲方代表")
    canvas.drawText(text)


def test_chinese() -> None:
    assert words(pdf(chinese)) == [
        ["采购合同登记表（2026年）"],
        ["供应商名称"],
        ["金额", "(CNY)"],
        ["备注"],
        ["甲方代表"],
    ]


@pytest.mark.parametrize(("degrees", "turn"), [(90, 3), (180, 2), (270, 1)])
def test_sideways_text(degrees: int, turn: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 700, "upright")
        canvas.translate(300, 400)
        canvas.rotate(degrees)
        canvas.drawString(0, 0, "Number of voters")
        canvas.drawString(0, -20, "Total")

    upright, *sideways = sorted(layer_lines(pdf(draw)), key=lambda line: (line.turn, line.text))
    assert (upright.text, upright.turn) == ("upright", 0)
    assert [(line.text, line.turn) for line in sideways] == [("Number of voters", turn), ("Total", turn)]
    x0, y0, x1, y1 = sideways[0].box
    assert (y1 - y0 > 3 * (x1 - x0)) == (turn % 2 == 1)
    first, last = sideways[0].words[0].box, sideways[0].words[-1].box
    along = {1: last[1] - first[3], 2: first[0] - last[2], 3: first[1] - last[3]}
    assert along[turn] > 0


def test_slanting_text_is_one_line() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 60)
        canvas.translate(100, 300)
        canvas.rotate(45)
        canvas.drawString(0, 0, "DRAFT")

    assert [line.text for line in layer_lines(pdf(draw))] == ["DRAFT"]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [b"", b"/CropBox [30 500 330 800]"])
def test_boxes_lie_on_the_page_as_a_viewer_shows_it(rotate: int, crop: bytes) -> None:
    from page_files import opened

    data = raw_pdf(
        b"0 0 0 rg 60 690 40 12 re f BT /F1 10 Tf 60 705 Td (Under this) Tj ET",
        FONT % b"",
        resources=HELVETICA,
        page=b"/Rotate %d %b" % (rotate, crop),
    )
    found, size = glyphs(data, dpi=144)
    page = opened(data)[0].page
    assert (size[0] < size[1]) == (rotate % 180 == 0) or crop
    assert set(map(round, found.angle.tolist())) == {rotate if rotate < 180 else rotate - 360} or rotate == 180
    assert page.quarter_turns == -rotate // 90 % 4
    assert page.layer is not None and page.layer.trusted and [line.text for line in page.layer.lines] == ["Under this"]
    image = opened(data)[0].image.min(axis=2)
    x0, y0, x1, y1 = map(round, page.layer.lines[0].box)
    assert image[y0 : y1 + 1, x0 : x1 + 1].min() < 128
    below = image[y1 + 4 : y1 + 8, x0 + 3 : x0 + 40]
    assert below.max() < 128  # the black bar under the text


def test_a_page_of_sideways_text_is_known_as_such() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.translate(A4[0], 0)
        canvas.rotate(90)
        prose(canvas, 30)

    assert majority_turn(glyphs(pdf(draw, landscape(A4)))[0]) == 3
    assert majority_turn(glyphs(pdf(prose))[0]) == 0
    assert majority_turn(glyphs(raw_pdf(b""))[0]) == 0
