"""Pages of image files: every mode and depth to 8 bits, in the frame of the stored pixels."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from PIL import Image

from assets.pages.errors import Unreadable
from assets.pages.frame import Size, draw, exif, gray_if_colourless, scaled
from assets.pages.sheet import Sheet
from records.document import Category, MediaType
from records.geometry import Affine, compose, invert

Image.MAX_IMAGE_PIXELS = None  # what may be decoded is decided at intake, from the settings

ORIENTATION_TAG = 274
SIDEWAYS = frozenset({5, 6, 7, 8})
PLAUSIBLE_DPI = (50.0, 2400.0)
SHEET_INCHES = 11.69
"""The long side of A4: where a file does not tell its resolution, its page is taken to be that long."""
DEPTHS = (8, 10, 12, 14, 16)


class ImageSheets:
    """The pages of an image file."""

    def __init__(self, data: bytes, media_type: MediaType) -> None:
        self.media_type = media_type
        self.file = _open(data, media_type)

    def sheet(self, index: int) -> Sheet:
        """One page at its own resolution. Raises Unreadable."""
        image, orientation = self.stored(index)
        height, width = image.shape[:2]
        x, y = resolutions(self.file.info.get("dpi"), (width, height))
        to_source, shown = exif(orientation, (width, height))
        to_square, size = square(*((y, x) if orientation in SIDEWAYS else (x, y)), shown)
        return Sheet(image, size, max(x, y), compose(to_source, to_square))

    def image(self, index: int, dpi: float) -> np.ndarray:
        """The stored pixels of a page. Raises Unreadable."""
        return self.stored(index)[0]

    def stored(self, index: int) -> tuple[np.ndarray, int]:
        """The stored pixels of a page, and the value of its orientation tag. Raises Unreadable."""
        try:
            self.file.seek(index)
            orientation = int(self.file.getexif().get(ORIENTATION_TAG, 1))
            self.file.load()
            image = pixels(self.file)
        # Pillow raises OSError, SyntaxError, ValueError, struct.error and more for damaged files: all mean the same
        except Exception as error:
            category: Category = "truncated" if "truncated" in str(error) else "not_a_document"
            raise Unreadable(category, index, str(error)) from error
        if self.media_type == "image/tiff":  # Pillow has already turned it as the tag asks
            shown = (image.shape[1], image.shape[0])
            size = shown[::-1] if orientation in SIDEWAYS else shown
            image = draw(image, invert(exif(orientation, size)[0]), size)
        return image, orientation

    def close(self) -> None:
        """Frees the decoder."""
        self.file.close()


def _open(data: bytes, media_type: MediaType) -> Image.Image:
    """The file with its header read. Raises Unreadable."""
    try:
        return Image.open(BytesIO(data), formats=[media_type.removeprefix("image/").upper()])
    except Exception as error:  # as above
        raise Unreadable("not_a_document", 0, str(error)) from error


def square(x: float, y: float, size: Size) -> tuple[Affine, Size]:
    """Pixels made square: a fax in standard mode has 204 x 98 dots an inch, and OCR reads no squashed text."""
    return scaled(max(1.0, y / x), max(1.0, x / y), size) if max(x / y, y / x) > 1.05 else scaled(1.0, 1.0, size)


def resolutions(told: object, size: Size) -> tuple[float, float]:
    """Dots an inch across and down: as the file tells it where that is plausible, else from the length of A4.

    >>> resolutions((204, 98), (1728, 1100)), resolutions((1, 1), (1654, 2338))
    ((204.0, 98.0), (200.0, 200.0))
    """
    low, high = PLAUSIBLE_DPI
    if isinstance(told, tuple) and len(told) == 2 and all(low <= float(v) <= high for v in told):
        return float(told[0]), float(told[1])
    guess = float(round(max(size) / SHEET_INCHES))
    return guess, guess


def pixels(image: Image.Image) -> np.ndarray:
    """8-bit pixels, HxW gray or HxWx3 BGR: transparency laid on white, more bits scaled down by the depth they use."""
    if image.mode.startswith(("I", "F")):
        return deep(np.asarray(image))
    if image.mode in ("LA", "PA", "RGBA", "RGBa", "La") or "transparency" in image.info:
        layer = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer)
    if image.mode in ("1", "L"):
        return np.array(image.convert("L"))
    return gray_if_colourless(np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1]))


def deep(values: np.ndarray) -> np.ndarray:
    """HxW 8-bit gray from integers of up to 16 bits (12-bit scanners store them in 16) or from floats.

    >>> deep(np.array([[0, 4095]], np.uint16)), deep(np.array([[0, 65535]], np.uint16))
    (array([[  0, 255]], dtype=uint8), array([[  0, 255]], dtype=uint8))
    """
    values = np.nan_to_num(values.astype(np.float32))
    top = float(values.max(initial=0.0))
    white = top if top <= 1.0 else next((2.0**depth - 1 for depth in DEPTHS if top < 2**depth), top)
    return np.clip(values * (255.0 / max(white, 1e-6)) + 0.5, 0, 255).astype(np.uint8)
