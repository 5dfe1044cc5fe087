"""BMP: a file header of 14 bytes, an information header of 12 or of 40 and more, then rows of pixels."""

from __future__ import annotations

from assets.documents.shape import Shape, damaged, truncated

OLD_HEADER = 12
HEADERS = frozenset({OLD_HEADER, 16, 40, 52, 56, 64, 108, 124})
UNPACKED = frozenset({0, 3, 6})


def matches(data: bytes) -> bool:
    """Whether the bytes begin as a BMP: the letters BM, and an information header of a known length if it is there."""
    return data.startswith(b"BM") and (len(data) < 18 or int.from_bytes(data[14:18], "little") in HEADERS)


def measure(data: bytes, most: int) -> Shape:
    """The one page of a BMP. Raises Refused where rows are missing."""
    if len(data) < 26:
        raise truncated("BMP", "its header is cut off")
    start, header = (int.from_bytes(data[at : at + 4], "little") for at in (10, 14))
    if len(data) < 14 + header:
        raise truncated("BMP", "its header is cut off")
    if header == OLD_HEADER:
        width, height, bits = (int.from_bytes(data[at : at + 2], "little") for at in (18, 20, 24))
        packing = 0
    else:
        width, height = (int.from_bytes(data[at : at + 4], "little", signed=True) for at in (18, 22))
        bits = int.from_bytes(data[28:30], "little")
        packing = int.from_bytes(data[30:34], "little")
        height = abs(height)  # negative: rows run from the top
    if width <= 0 or height <= 0 or bits not in (1, 2, 4, 8, 16, 24, 32):
        raise damaged("BMP", f"it declares {width} x {height} pixels of {bits} bits")
    if packing in UNPACKED:
        needed = start + (width * bits + 31) // 32 * 4 * height
    else:
        needed = start + int.from_bytes(data[34:38], "little")
    if needed > len(data):
        raise truncated("BMP", f"{needed - len(data)} of {needed} bytes are missing")
    return Shape(((width, height),), len(data))
