"""WebP (RFC 9649): a RIFF container whose first chunk is VP8 (lossy), VP8L (lossless) or VP8X (extended)."""

from __future__ import annotations

from assets.documents.shape import Shape, damaged, truncated


def matches(data: bytes) -> bool:
    """Whether the bytes begin as a WebP."""
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def measure(data: bytes, most: int) -> Shape:
    """The one page of a WebP (an animation's canvas). Raises Refused where the container is longer than the file."""
    if len(data) < 30:
        raise truncated("WebP", "its header is cut off")
    declared = int.from_bytes(data[4:8], "little") + 8
    if declared > len(data):
        raise truncated("WebP", f"{declared - len(data)} of {declared} bytes are missing")
    chunk, body = data[12:16], data[20:30]
    if chunk == b"VP8X":
        width, height = (1 + int.from_bytes(body[at : at + 3], "little") for at in (4, 7))
    elif chunk == b"VP8L" and body[0] == 0x2F:
        bits = int.from_bytes(body[1:5], "little")
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    elif chunk == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        width, height = (int.from_bytes(body[at : at + 2], "little") & 0x3FFF for at in (6, 8))
    else:
        raise damaged("WebP", "its first chunk holds no picture")
    if not width or not height:
        raise damaged("WebP", f"it declares {width} x {height} pixels")
    return Shape(((width, height),), len(data))
