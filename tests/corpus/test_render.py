"""The files that scanners write."""

from __future__ import annotations

import base64
import hashlib
import io
import json

import numpy as np
import pypdfium2
from PIL import Image

from corpus.blocks import Document, Paragraph
from corpus.render import render, to_envelope, to_fax, to_jpeg, to_pdf, to_png, to_tiff
from corpus.typeset import typeset

PAGE = np.tile(np.linspace(0, 255, 90).astype(np.uint8), (120, 1))


def test_render_gives_gray_a4_pages() -> None:
    (image,) = render(typeset(Document("x", "en", (Paragraph("Text."),))).pdf, 100)
    assert image.shape == (1170, 827) and image.dtype == np.uint8 and image.min() < 100


def test_png_is_exact() -> None:
    few = (PAGE // 32) * 32
    for image in (PAGE, few):
        assert np.array_equal(np.array(Image.open(io.BytesIO(to_png(image, 200))).convert("L")), image)
    assert to_png(few, 200)[24] == 4, "bits a pixel, in the header"


def test_jpeg_knows_its_resolution() -> None:
    image = Image.open(io.BytesIO(to_jpeg(PAGE, 150)))
    assert (image.size, image.mode, image.info["dpi"]) == ((90, 120), "L", (150, 150))


def test_tiff_holds_all_pages_and_fax_is_black_and_white() -> None:
    tiff = Image.open(io.BytesIO(to_tiff([PAGE, PAGE, PAGE], 200)))
    assert getattr(tiff, "n_frames", 1) == 3 and tiff.info["compression"] == "jpeg"
    fax = Image.open(io.BytesIO(to_fax(PAGE, 200)))
    assert fax.mode == "1" and fax.info["compression"] == "group4"
    assert np.array_equal(np.array(fax), PAGE > 127)


def test_pdf_of_pictures_has_no_text_and_the_right_size() -> None:
    pdf = to_pdf([PAGE, PAGE], 72)
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 2 and document[0].get_size() == (90, 120)
    assert document[0].get_textpage().count_chars() == 0
    assert pdf == to_pdf([PAGE, PAGE], 72)


def test_envelope_holds_the_bytes_and_their_hash() -> None:
    envelope = json.loads(to_envelope(b"abc", {"sender": "x"}))
    assert base64.b64decode(envelope["data"]) == b"abc"
    assert envelope["sha256"] == hashlib.sha256(b"abc").hexdigest()
