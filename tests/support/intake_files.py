"""Small files of every format, made on the spot."""

from __future__ import annotations

import io
import struct

import numpy as np
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

IMAGES = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp", "BMP": "image/bmp", "TIFF": "image/tiff"}


def picture(width: int = 120, height: int = 80) -> Image.Image:
    values = np.random.default_rng(7).integers(0, 256, (height, width, 3), dtype=np.uint8)
    return Image.fromarray(values)


def image_file(kind: str, image: Image.Image | None = None, **options: object) -> bytes:
    out = io.BytesIO()
    (image or picture()).save(out, kind, **options)
    return out.getvalue()


def tiff_pages(count: int, **options: object) -> bytes:
    first, *rest = [picture(16, 8 + n % 3) for n in range(count)]
    return image_file("TIFF", first, save_all=True, append_images=rest, **options)


def pdf_file(
    pages: int = 1, size: tuple[float, float] = (300, 400), user: str | None = None, owner: str | None = None
) -> bytes:
    out = io.BytesIO()
    encrypt = None if owner is None else StandardEncryption(user or "", ownerPassword=owner, canCopy=0)
    canvas = Canvas(out, pagesize=size, encrypt=encrypt)
    for number in range(pages):
        canvas.drawString(40, size[1] - 60, f"Page {number + 1}")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def bmp_header(width: int, height: int) -> bytes:
    """A run-length packed BMP with hardly any data, of whatever size it says."""
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 8, 1, 16, 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 70, 0, 0, 54) + info + bytes(16)


def shared_tiff(pages: int, width: int = 1000, height: int = 1000) -> bytes:
    """Pages that all point at the same strip of pixels."""
    strip = bytes(5000)
    data = bytearray(b"II*\0" + struct.pack("<I", 8 + len(strip)) + strip)
    for number in range(pages):
        entries = [
            (256, 4, width),
            (257, 4, height),
            (258, 3, 8),
            (259, 3, 1),
            (262, 3, 1),
            (273, 4, 8),
            (279, 4, 5000),
        ]
        data += struct.pack("<H", len(entries))
        for tag, kind, value in entries:
            data += struct.pack("<HHII", tag, kind, 1, value)
        data += struct.pack("<I", len(data) + 4 if number < pages - 1 else 0)
    return bytes(data)
