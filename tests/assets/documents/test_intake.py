"""What becomes of a file: each format, each reason for quarantine, and nothing else whatever the bytes."""

from __future__ import annotations

import struct
import zlib
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from intake_files import IMAGES, bmp_header, image_file, pdf_file, picture, shared_tiff, tiff_pages

from assets.documents.intake import take_in
from records.document import Category, Document, Source
from records.settings import Limits

LIMITS = Limits()


def document(data: bytes, limits: Limits = LIMITS) -> Document:
    intake = take_in(Source("here"), data, limits)
    assert intake.document is not None, intake.failure
    return intake.document


def reason(data: bytes, limits: Limits = LIMITS) -> Category:
    intake = take_in(Source("letter.pdf"), data, limits)
    assert intake.document is None and intake.failure is not None
    assert intake.failure.stage == "documents" and intake.failure.message.startswith("letter.pdf: ")
    assert (intake.sha256, intake.size) == (sha256(data).hexdigest(), len(data))
    return intake.failure.category


@pytest.mark.parametrize("kind", IMAGES)
def test_images_are_told_by_content(kind: str) -> None:
    data = image_file(kind)
    assert document(data) == Document(sha256(data).hexdigest(), IMAGES[kind], len(data), 1)


@pytest.mark.parametrize(
    "options", [{"lossless": True}, {"quality": 50}, {"exif": b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0"}]
)
def test_every_kind_of_webp(options: dict[str, object]) -> None:
    assert document(image_file("WEBP", **options)).media_type == "image/webp"


@pytest.mark.parametrize("options", [{"progressive": True}, {"exif": b"Exif\0\0" + b"\xff\xd9" * 9}])
def test_every_kind_of_jpeg(options: dict[str, object]) -> None:
    assert document(image_file("JPEG", **options)).pages == 1


@pytest.mark.parametrize("options", [{"compression": "tiff_lzw"}, {"big_tiff": True}, {"tiffinfo": {278: 2}}])
def test_a_tiff_of_many_pages(options: dict[str, object]) -> None:
    assert document(tiff_pages(5, **options)).pages == 5


def test_a_tiff_of_500_pages() -> None:
    assert document(tiff_pages(500)).pages == 500


def test_pdf_pages_are_counted() -> None:
    assert document(pdf_file(3)).pages == 3


def test_a_pdf_whose_header_comes_late() -> None:
    assert document(b"\n" * 700 + pdf_file()).media_type == "application/pdf"


def test_the_same_bytes_are_the_same_document() -> None:
    data = pdf_file()
    one, two = (take_in(Source(name), data, LIMITS) for name in ("a.pdf", "b.dat"))
    assert one.document == two.document and one.source != two.source


def test_empty() -> None:
    assert reason(b"") == "empty"


@pytest.mark.parametrize("kind", IMAGES)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.999])
def test_truncated_images(kind: str, share: float) -> None:
    data = image_file(kind)
    assert reason(data[: max(8, 12 if kind == "WEBP" else 0, int(len(data) * share))]) == "truncated"


def test_a_truncated_tiff_of_many_pages() -> None:
    data = tiff_pages(5)
    assert {reason(data[: int(len(data) * share)]) for share in (0.2, 0.5, 0.8, 0.97)} == {"truncated"}


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.95])
def test_a_truncated_pdf(share: float) -> None:
    data = pdf_file(5)
    assert reason(data[: int(len(data) * share)]) == "truncated"


def test_a_pdf_cut_off_in_a_later_revision() -> None:
    assert reason(pdf_file() + b"\n9 0 obj\n<< /Type /Annot") == "truncated"


def test_a_pdf_that_only_lacks_its_end_mark_is_whole() -> None:
    assert document(pdf_file().rstrip().removesuffix(b"%%EOF")).pages == 1


def test_a_linearised_pdf_says_how_long_it_is() -> None:
    data = pdf_file().replace(b"%PDF-1.3\n", b"%PDF-1.3\n1 0 obj <</Linearized 1/L 999999>> endobj\n", 1)
    assert reason(data) == "truncated"


def test_encrypted() -> None:
    assert reason(pdf_file(user="secret", owner="other")) == "encrypted"


def test_a_pdf_that_only_its_owner_may_change_is_read() -> None:
    assert document(pdf_file(user="", owner="other")).pages == 1


@pytest.mark.parametrize(
    "data",
    [
        b"Dear Sir or Madam",
        b"PK\x03\x04 a spreadsheet",
        b"GIF89a" + bytes(40),
        b"%PDF-1.7\nnothing behind the header\n%%EOF",
        b"BM was not meant to be a picture",
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s", 13, b"IDAT") + bytes(40),
        b'{"modality": "document"}',
    ],
)
def test_not_a_document(data: bytes) -> None:
    assert reason(data) == "not_a_document"


def test_a_small_image_that_unfolds_to_a_huge_one() -> None:
    row = bytes(3751)
    pixels = zlib.compress(row * 30000, 9)
    header = struct.pack(">IIBBBBB", 30000, 30000, 1, 0, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", pixels), (b"IEND", b"")]
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    assert len(data) < 1_000_000
    assert reason(data) == "decompression_bomb"


def test_a_bmp_that_unfolds() -> None:
    assert reason(bmp_header(60000, 60000)) == "decompression_bomb"


def test_tiff_pages_that_share_their_pixels() -> None:
    assert reason(shared_tiff(1500)) == "decompression_bomb"


def test_tiff_directories_in_a_circle() -> None:
    data = bytearray(image_file("TIFF"))
    (start,) = struct.unpack_from("<I", data, 4)
    (count,) = struct.unpack_from("<H", data, start)
    struct.pack_into("<I", data, start + 2 + 12 * count, start)
    assert reason(bytes(data)) == "not_a_document"


@pytest.mark.parametrize(
    ("data", "limits"),
    [
        (pdf_file(), Limits(max_bytes=100)),
        (pdf_file(12), Limits(max_pages=11)),
        (tiff_pages(12), Limits(max_pages=11)),
        (image_file("PNG", picture(300, 300)), Limits(max_pixels=80_000)),
        (pdf_file(size=(2_000_000, 2_000_000)), LIMITS),
    ],
)
def test_over_a_limit(data: bytes, limits: Limits) -> None:
    assert reason(data, limits) == "over_limit"


def test_a_large_sheet_is_no_bomb() -> None:
    assert document(pdf_file(size=(14_400, 14_400))).pages == 1


VALID = [pdf_file(2), tiff_pages(3), shared_tiff(3), *(image_file(kind, picture(24, 16)) for kind in IMAGES)]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(VALID), st.data())
def test_whatever_the_bytes_there_is_an_intake(valid: bytes, draw: st.DataObject) -> None:
    data = bytearray(valid)
    for _ in range(draw.draw(st.integers(0, 6))):
        at = draw.draw(st.integers(0, len(data) - 1))
        data[at : at + draw.draw(st.integers(0, 3))] = draw.draw(st.binary(max_size=8))
        data = data or bytearray(b"x")
    if draw.draw(st.booleans()):
        del data[draw.draw(st.integers(0, len(data))) :]
    intake = take_in(Source("fuzzed"), bytes(data), LIMITS)
    assert (intake.document is None) != (intake.failure is None)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(
        [b"", b"%PDF-1.4\n", b"II*\0", b"MM\0+", b"BM", b"\xff\xd8\xff", b"RIFF\x10\0\0\0WEBP", b"\x89PNG\r\n\x1a\n"]
    ),
    st.binary(max_size=200),
)
def test_whatever_follows_a_signature(signature: bytes, rest: bytes) -> None:
    intake = take_in(Source("fuzzed"), signature + rest, LIMITS)
    assert (intake.document is None) != (intake.failure is None)
