"""From a PDF to gray page images, and from images to the files that scanners write."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from collections.abc import Sequence

import numpy as np
import pypdfium2
from PIL import Image
from reportlab.lib.utils import ImageReader

from corpus.canvas import new_canvas
from corpus.degrade import Gray


def render(pdf: bytes, dpi: int) -> list[Gray]:
    """All pages, gray, uint8."""
    document = pypdfium2.PdfDocument(pdf)
    images = [page.render(scale=dpi / 72, grayscale=True).to_numpy() for page in document]
    return [np.ascontiguousarray(image.reshape(image.shape[:2])) for image in images]


def to_jpeg(image: Gray, dpi: int, quality: int = 60) -> bytes:
    """Baseline JPEG, gray."""
    return _save(image, "JPEG", quality=quality, dpi=(dpi, dpi), optimize=True)


def to_png(image: Gray, dpi: int) -> bytes:
    """PNG with a palette of the gray values that occur; at most 16 of them make 4 bits a pixel."""
    values = np.unique(image)
    indexed = Image.fromarray(np.searchsorted(values, image).astype(np.uint8))
    indexed.putpalette([int(v) for v in values for _ in range(3)])
    file = io.BytesIO()
    indexed.save(file, "PNG", optimize=True, dpi=(dpi, dpi), bits=4 if len(values) <= 16 else 8)
    return file.getvalue()


def to_fax(image: Gray, dpi: int) -> bytes:
    """A TIFF of one black and white page, coded as group 4 faxes are."""
    return _save((image > 127), "TIFF", compression="group4", dpi=(dpi, dpi))


def to_tiff(images: Sequence[Gray], dpi: int, quality: int = 60) -> bytes:
    """A TIFF of several gray pages, JPEG inside."""
    first, *others = [Image.fromarray(image) for image in images]
    file = io.BytesIO()
    first.save(
        file,
        "TIFF",
        save_all=True,
        append_images=others,
        compression="jpeg",
        quality=quality,
        dpi=(dpi, dpi),
    )
    return file.getvalue()


def to_pdf(images: Sequence[Gray], dpi: int, quality: int = 60) -> bytes:
    """A PDF whose pages are pictures only."""
    file = io.BytesIO()
    canvas = new_canvas(file, 0, 0)
    for image in images:
        height, width = (side * 72 / dpi for side in image.shape)
        canvas.setPageSize((width, height))
        jpeg = ImageReader(io.BytesIO(to_jpeg(image, dpi, quality)))
        canvas.drawImage(jpeg, 0, 0, width, height)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def to_envelope(data: bytes, metadata: dict[str, str]) -> bytes:
    """The JSON in which programs hand documents in."""
    envelope = {
        "modality": "image",
        "encoding": "base64",
        "data": base64.b64encode(data).decode(),
        "metadata": metadata,
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    return json.dumps(envelope, indent=1).encode() + b"\n"


def _save(image: Gray | np.ndarray, form: str, **options: object) -> bytes:
    file = io.BytesIO()
    Image.fromarray(image).save(file, form, **options)
    return file.getvalue()
