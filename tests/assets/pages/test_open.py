"""Documents to upright pages: every kind of image, every way to lie, one page alive at a time."""

from __future__ import annotations

import io
import itertools
import threading
import weakref
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_files import FULL, document, image_file, ink_middle, opened, pdf, prose, raw_pdf, reader, scan
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from assets.pages.errors import Unreadable
from assets.pages.open import OpenPage, open_page, open_pages, reopen_pages
from gpu_ops.orientation import OrientationEngine
from records.document import Document
from records.geometry import IDENTITY, apply
from records.settings import PageSettings

SETTINGS = PageSettings(dpi=100)
GRAY = np.tile(np.linspace(0, 255, 64).astype(np.uint8), (48, 1))


def corner_mark(width: int = 90, height: int = 60) -> Image.Image:
    """White, with a black mark near the top left corner."""
    values = np.full((height, width), 255, np.uint8)
    values[6:14, 8:20] = 0
    return Image.fromarray(values)


def only(data: bytes, settings: PageSettings = SETTINGS, orientation: object = None) -> OpenPage:
    (page,) = opened(data, settings, orientation)
    assert page.image.dtype == np.uint8 and page.image.ndim == 3
    assert page.image.shape == (page.page.image_height, page.page.image_width, 3)
    return page


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP", "TIFF"])
def test_every_format(kind: str) -> None:
    page = only(image_file(scan().convert("RGB"), kind))
    assert (page.page.width, page.page.height) == (1240, 1754) == (page.page.image_width, page.page.image_height)
    assert page.page.to_source == IDENTITY and page.page.layer is None
    assert np.abs(page.image.mean(axis=2) - np.asarray(scan())).mean() < 4


def test_colours_are_in_the_order_blue_green_red() -> None:
    page = only(image_file(Image.new("RGB", (30, 20), (250, 100, 5))))
    assert page.image[0, 0].tolist() == [5, 100, 250]


DEEP = {
    "16 bits": (Image.fromarray(GRAY.astype(np.uint16) * 257), "PNG"),
    "12 bits in 16": (Image.fromarray((GRAY.astype(np.uint32) * 4095 // 255).astype(np.uint16)), "TIFF"),
    "floats": (Image.fromarray(GRAY.astype(np.float32) / 255), "TIFF"),
    "32 bits": (Image.fromarray(GRAY.astype(np.int32)), "TIFF"),
    "palette": (Image.fromarray(GRAY).convert("P"), "PNG"),
    "gray and alpha": (Image.merge("LA", (Image.new("L", (64, 48), 0), Image.fromarray(255 - GRAY))), "PNG"),
    "colour and alpha": (Image.merge("RGBA", (*[Image.new("L", (64, 48), 0)] * 3, Image.fromarray(255 - GRAY))), "PNG"),
    "cmyk": (Image.merge("CMYK", (*[Image.new("L", (64, 48), 0)] * 3, Image.fromarray(255 - GRAY))), "TIFF"),
    "cmyk jpeg": (Image.merge("CMYK", (*[Image.new("L", (64, 48), 0)] * 3, Image.fromarray(255 - GRAY))), "JPEG"),
    "lab": (Image.fromarray(GRAY).convert("RGB"), "TIFF"),
}


@pytest.mark.parametrize("name", DEEP)
def test_every_depth_and_mode(name: str) -> None:
    image, kind = DEEP[name]
    page = only(image_file(image, kind))
    assert np.abs(page.image.astype(int) - GRAY[:, :, None]).max() <= 6


@pytest.mark.parametrize("compression", ["group3", "group4", "packbits", None])
def test_one_bit(compression: str | None) -> None:
    page = only(image_file(corner_mark().convert("1"), "TIFF", compression=compression))
    assert np.array_equal(page.image[:, :, 0], np.asarray(corner_mark()))


def test_a_transparent_palette_lies_on_white() -> None:
    image = Image.new("P", (30, 20), 0)
    image.putpalette([0, 0, 0] * 256)
    page = only(image_file(image, transparency=0))
    assert page.image.min() == 255


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_that_a_camera_noted(kind: str, orientation: int) -> None:
    upright, tag = corner_mark(), Image.Exif()
    tag[274] = orientation
    undo = [None, None, 0, 3, 1, 5, 2, 6, 4][orientation]  # the transposition of Pillow that makes the stored pixels
    undo = {None: None, 0: 0, 3: 3, 1: 1, 5: 5, 2: 2, 6: 6, 4: 4}[undo]
    stored = upright if undo is None else upright.transpose(Image.Transpose(undo))
    page = only(image_file(stored, kind, exif=tag, **({"quality": 95} if kind == "JPEG" else {})))
    assert (page.page.width, page.page.height) == stored.size
    assert ink_middle(page.image) == pytest.approx((14, 10), abs=1)
    assert apply(page.page.to_source, 14, 10) == pytest.approx(ink_middle(np.asarray(stored)), abs=1)


def test_a_fax_in_standard_mode_is_unsquashed() -> None:
    squashed = corner_mark(200, 200).resize((200, 98))
    page = only(image_file(squashed, "TIFF", dpi=(204, 100)))
    assert (page.page.width, page.page.height, page.page.dpi) == (200, 98, 204)
    assert (page.page.image_width, page.page.image_height) == (200, 200)
    assert apply(page.page.to_source, 100, 100) == pytest.approx((100, 49))


def test_the_resolution_that_a_file_tells_or_else_that_of_a4() -> None:
    assert only(image_file(scan(), dpi=(150, 150))).page.dpi == pytest.approx(150, abs=1)
    assert only(image_file(scan())).page.dpi == 150
    assert only(image_file(scan(), dpi=(1, 1))).page.dpi == 150


def test_all_pages_of_a_tiff_in_order() -> None:
    pages = [corner_mark(60 + n, 40) for n in range(5)]
    data = image_file(pages[0], "TIFF", save_all=True, append_images=pages[1:])
    assert [(p.page.index, p.page.width) for p in opened(data)] == [(n, 60 + n) for n in range(5)]
    assert open_page(document(data), data, 3, SETTINGS).page.width == 63


@pytest.mark.parametrize("angle", [-3.0, 0.8, 4.5])
def test_a_scan_askew_is_set_straight_and_told_in_its_own_frame(angle: float) -> None:
    askew = scan().convert("RGB").rotate(-angle, Image.Resampling.BICUBIC, fillcolor="white")
    page = only(image_file(askew))
    assert page.page.skew == pytest.approx(angle, abs=0.05)
    assert (page.page.width, page.page.height) == askew.size
    again = only(image_file(Image.fromarray(page.image)))
    assert again.page.skew == 0.0
    box = page.page.source_box((100, 100, 200, 120))
    back = [apply(page.page.to_source, x, y) for x in (100, 200) for y in (100, 120)]
    assert all(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in back)


@pytest.mark.parametrize("turns", range(4))
def test_a_scan_that_lies_on_its_side(turns: int) -> None:
    lying = scan(45).rotate(90 * turns, expand=True)  # counter-clockwise
    page = only(image_file(lying), orientation=OrientationEngine(threads=1))
    assert page.page.quarter_turns == turns
    assert (page.page.width, page.page.height) == lying.size
    assert np.abs(page.image[:, :, 0].astype(int) - np.asarray(scan(45))).mean() < 1
    off = only(image_file(lying), PageSettings(dpi=100, orientation=False), OrientationEngine(threads=1))
    assert off.page.quarter_turns == 0


class Unsure:
    """An engine that would turn every page, but is not sure."""

    def turns(self, image: np.ndarray) -> tuple[int, float]:
        return 1, 0.5


def test_a_page_is_not_turned_on_a_guess() -> None:
    assert only(image_file(scan()), orientation=Unsure()).page.quarter_turns == 0


def test_settings_leave_pages_as_they_are() -> None:
    data = image_file(scan().rotate(2, fillcolor=255))
    assert only(data, PageSettings(deskew=False)).page.to_source == IDENTITY


def test_a_pdf_is_rendered_at_the_set_resolution() -> None:
    page = only(pdf(prose), PageSettings(dpi=144)).page
    assert (page.width, page.height, page.dpi, page.to_source) == (1190, 1684, 144, IDENTITY)


def test_a_large_sheet_is_rendered_at_a_lower_resolution() -> None:
    page = only(pdf(prose, (7200, 7200)), PageSettings(dpi=200, max_pixels=1_000_000)).page
    assert page.dpi == pytest.approx(10) and page.width * page.height <= 1_010_000


def test_a_scan_in_a_pdf_is_set_straight() -> None:
    askew = scan().rotate(-2, Image.Resampling.BICUBIC, fillcolor=255)
    page = only(pdf(lambda c: c.drawImage(reader(askew), 0, 0, *FULL)), PageSettings(dpi=150)).page
    assert page.skew == pytest.approx(2, abs=0.1) and page.layer is not None and not page.layer.trusted


def sideways(canvas: Canvas) -> None:
    canvas.translate(FULL[1], 0)
    canvas.rotate(90)
    prose(canvas)


def test_a_pdf_page_printed_sideways_is_turned_upright_with_its_text() -> None:
    page, right = only(pdf(sideways, (FULL[1], FULL[0]))), only(pdf(prose))
    assert page.page.quarter_turns == 1 and page.page.layer is not None
    assert {line.turn for line in page.page.layer.lines} == {0}
    small = [
        cv2.resize(image, (80, 110), interpolation=cv2.INTER_AREA).astype(int) for image in (page.image, right.image)
    ]
    assert np.abs(small[0] - small[1]).max() < 40
    straight = right.page.layer
    assert straight is not None
    for a, b in zip(page.page.layer.lines, straight.lines, strict=True):
        assert a.text == b.text and a.box == pytest.approx(b.box, abs=1.5)


def test_what_was_filled_into_a_form_is_drawn() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(300, 200))
    canvas.acroForm.textfield(name="sum", value="1234.50", x=50, y=100, width=120, height=20, borderStyle="inset")
    canvas.showPage()
    canvas.save()
    image = only(out.getvalue(), PageSettings(dpi=144)).image
    assert (image[160:200, 110:330] < 100).sum() > 100


KINDS = {
    "scan askew": image_file(scan().rotate(1.3, Image.Resampling.BICUBIC, fillcolor=255)),
    "colour": image_file(Image.merge("RGB", [scan(), scan(), scan(20)]).rotate(-2, fillcolor="white"), "JPEG"),
    "sideways text": pdf(sideways, (FULL[1], FULL[0])),
    "scan in a pdf": pdf(lambda c: c.drawImage(reader(scan().rotate(3, fillcolor=255)), 0, 0, *FULL)),
    "large sheet": pdf(prose, (7200, 7200)),
    "two pages": image_file(scan(), "TIFF", save_all=True, append_images=[scan(10).rotate(1, fillcolor=255)]),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_known_page_opens_again_pixel_by_pixel(name: str) -> None:
    data = KINDS[name]
    first = opened(data, PageSettings(dpi=90, max_pixels=900_000))
    later = PageSettings(dpi=200, deskew=False)
    for page, again in zip(first, reopen_pages(document(data), data, [p.page for p in first], later), strict=True):
        assert again.page is page.page and np.array_equal(again.image, page.image)
        alone = open_page(document(data), data, page.page.index, later, known=page.page)
        assert np.array_equal(alone.image, page.image)


def test_the_same_document_gives_the_same_pages() -> None:
    for data in KINDS.values():
        assert [p.page for p in opened(data)] == [p.page for p in opened(data)]


def test_a_300_page_pdf_has_one_page_alive_at_a_time() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=FULL)
    for _ in range(300):
        prose(canvas, 10)
        canvas.showPage()
    canvas.save()
    data = out.getvalue()
    alive: list[weakref.ref[np.ndarray]] = []
    resident = []
    for count, page in enumerate(open_pages(document(data), data, PageSettings(dpi=50))):
        assert page.page.index == count
        alive.append(weakref.ref(page.image))
        assert sum(ref() is not None for ref in alive[-3:]) <= 2
        resident.append(int(Path("/proc/self/statm").read_text().split()[1]) * 4096)
    assert len(alive) == 300
    assert max(resident[50:]) - resident[50] < 20_000_000


def test_a_500_page_tiff_is_streamed() -> None:
    pages = itertools.repeat(corner_mark(400, 500).convert("1"), 499)
    data = image_file(
        corner_mark(400, 500).convert("1"), "TIFF", save_all=True, append_images=pages, compression="group4"
    )
    alive = []
    for page in open_pages(document(data), data, PageSettings(deskew=False)):
        alive.append(weakref.ref(page.image))
        assert sum(ref() is not None for ref in alive[-3:]) <= 2
    assert len(alive) == 500


def test_a_reader_that_stops_early_leaves_nothing_open() -> None:
    data = pdf(prose)
    pages = open_pages(document(data), data, SETTINGS)
    next(pages)
    pages.close()  # type: ignore[attr-defined]
    assert len(opened(data)) == 1


def test_pages_open_from_many_threads() -> None:
    data, found = pdf(prose), []
    threads = [threading.Thread(target=lambda: found.append(only(data).image.sum())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6 and len(set(found)) == 1


def test_damage_behind_a_sound_header_is_told() -> None:
    data = bytearray(image_file(scan(), "PNG"))
    data[200:4000] = bytes(3800)
    with pytest.raises(Unreadable) as told:
        only(bytes(data))
    assert told.value.failure.stage == "pages" and told.value.failure.page == 0
    assert "page 1" in told.value.failure.message


def test_a_page_that_is_not_there_is_told() -> None:
    data = raw_pdf(b"")
    for wrong in (data, image_file(scan())):
        with pytest.raises(Unreadable):
            open_page(document(wrong), wrong, 7, SETTINGS)
    with pytest.raises(Unreadable):
        list(open_pages(Document("0" * 64, "application/pdf", 9, 1), b"not a pdf", SETTINGS))
    with pytest.raises(Unreadable):
        list(open_pages(Document("0" * 64, "image/png", 9, 1), b"not a png", SETTINGS))


SMALL = [image_file(scan(8, 124, 175), kind) for kind in ("PNG", "JPEG", "WEBP", "BMP", "TIFF")] + [
    image_file(corner_mark().convert("1"), "TIFF", compression="group4"),
    pdf(lambda c: prose(c, 3)),
]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SMALL), st.data())
def test_damaged_files_open_or_are_told(valid: bytes, draw: st.DataObject) -> None:
    data = bytearray(valid)
    for _ in range(draw.draw(st.integers(1, 5))):
        at = draw.draw(st.integers(0, len(data) - 1))
        data[at] = draw.draw(st.integers(0, 255))
    try:
        found = document(bytes(data))
    except AssertionError:
        return  # refused at intake
    try:
        pages = opened(bytes(data), PageSettings(dpi=40))
    except Unreadable as told:
        assert told.failure.page is not None
    else:
        assert len(pages) == found.pages
