"""Pages: text where it belongs, tables over page breaks, the same bytes each time."""

from __future__ import annotations

import pypdfium2
import pytest

from corpus.blocks import Document, Grid, Paragraph, Span
from corpus.fonts import CHINESE, Fonts, wrap
from corpus.gridset import measure
from corpus.typeset import typeset

LATIN = Fonts("Helvetica", "Helvetica-Bold")


def long_table(rows: int) -> Document:
    body = tuple((f"key {i}", f"value {i}") for i in range(rows))
    grid = Grid((("Key", "Value"), *body), (1, 2), "lr")
    return Document("long", "en", (Paragraph("Before."), grid, Paragraph("After.")), footer="{page} of {pages}")


def text_of(pdf: bytes) -> list[str]:
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf)]


def test_same_content_gives_same_bytes() -> None:
    assert typeset(long_table(9)).pdf == typeset(long_table(9)).pdf


def test_a_long_table_repeats_its_header_and_tells_its_pieces() -> None:
    made = typeset(long_table(120))
    pages = text_of(made.pdf)
    assert made.pages == len(pages) == 4
    assert all(page.count("Key") == 1 for page in pages)
    (pieces,) = made.pieces
    assert [p.page for p in pieces] == [0, 1, 2, 3]
    assert pieces[0].first_row == 0 and sum(p.rows for p in pieces) == 121
    for page, piece in zip(pages, pieces, strict=True):
        first = max(piece.first_row, 1)
        assert f"key {first - 1}\r" in page.replace("\n", "\r").replace(" value", "\r")
    assert "4 of 4" in pages[3] and "After." in pages[3]


def test_every_text_is_on_the_page() -> None:
    (page,) = text_of(typeset(long_table(12)).pdf)
    assert all(f"value {i}" in page for i in range(12))


@pytest.mark.skipif(not CHINESE.is_file(), reason="needs Debian's package fonts-wqy-microhei")
def test_chinese_text_can_be_read_back() -> None:
    grid = Grid((("名称", "单价（元）"), ("高山红茶", "96.00")), (1, 1), "lr")
    (page,) = text_of(typeset(Document("zh", "zh", (grid,))).pdf)
    assert "高山红茶" in page and "单价（元）" in page


def test_wrapping_breaks_between_words_and_chinese_characters() -> None:
    assert wrap("one two three", 40, 10, LATIN) == ["one two", "three"]
    assert wrap("unbreakable", 5, 10, LATIN) == ["unbreakable"]
    assert "".join(wrap("a b " * 30, 50, 10, LATIN)).replace(" ", "") == "ab" * 30


def test_rows_are_as_high_as_their_text_and_spans_do_not_count() -> None:
    text = "several words that need more than one line"
    narrow = measure(Grid(((text, "x"), ("y", "z")), (1, 1), "ll"), 100, 10, LATIN)
    spanned = Grid(((text, ""), ("y", "z")), (1, 1), "ll", spans=(Span(0, 0, columns=2),))
    assert narrow.heights[0] > narrow.heights[1]
    assert len(measure(spanned, 200, 10, LATIN).lines[0, 0]) < len(narrow.lines[0, 0])
