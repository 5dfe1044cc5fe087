"""JPEG (ITU-T T.81): marker segments up to the first scan, then coded pixels up to the marker EOI."""

from __future__ import annotations

from assets.documents.shape import Shape, damaged, truncated

FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
SCAN, END = 0xDA, b"\xff\xd9"


def matches(data: bytes) -> bool:
    """Whether the bytes begin as a JPEG."""
    return data.startswith(b"\xff\xd8\xff")


def measure(data: bytes, most: int) -> Shape:
    """The one page of a JPEG. Raises Refused where the scan never comes to its end.

    A preview inside an application segment has its own EOI; that is why segments are stepped over, not searched.
    """
    at, size = 2, None
    while True:
        if at + 4 > len(data):
            raise truncated("JPEG", "the pixels are missing")
        if data[at] != 0xFF:
            raise damaged("JPEG", f"a marker is expected at byte {at}")
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in ALONE:
            at += 2
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if length < 2:
            raise damaged("JPEG", f"a segment of {length} bytes at byte {at}")
        if at + 2 + length > len(data):
            raise truncated("JPEG", "a segment of its header is cut off")
        if marker in FRAMES and length >= 8:
            height, width = (int.from_bytes(data[at + k : at + k + 2], "big") for k in (5, 7))
            size = (width, height)
        at += 2 + length
        if marker == SCAN:
            break
    if size is None or not size[0] or not size[1]:
        raise damaged("JPEG", "it declares no size before its pixels")
    if data.rfind(END, at) < 0:
        raise truncated("JPEG", "the end marker is missing")
    return Shape((size,), len(data))
