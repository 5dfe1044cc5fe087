"""PNG (ISO/IEC 15948): a signature, then chunks of length, name, data and checksum up to IEND."""

from __future__ import annotations

from assets.documents.shape import Shape, damaged, truncated

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def matches(data: bytes) -> bool:
    """Whether the bytes begin as a PNG."""
    return data.startswith(SIGNATURE)


def measure(data: bytes, most: int) -> Shape:
    """The one page of a PNG. Raises Refused where a chunk is cut off or the header makes no sense."""
    if len(data) < 33:
        raise truncated("PNG", "its header is cut off")
    if data[12:16] != b"IHDR":
        raise damaged("PNG", "it does not begin with the chunk IHDR")
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    if not width or not height:
        raise damaged("PNG", f"it declares {width} x {height} pixels")
    at, pixels = 8, False
    while True:
        if at + 12 > len(data):
            raise truncated("PNG", "the closing chunk IEND is missing")
        name, end = data[at + 4 : at + 8], at + 12 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            raise truncated(
                "PNG", f"{end - len(data)} bytes of the chunk {name.decode('ascii', 'replace')} are missing"
            )
        pixels |= name == b"IDAT"
        if name == b"IEND":
            break
        at = end
    if not pixels:
        raise damaged("PNG", "it holds no pixels (no chunk IDAT)")
    return Shape(((width, height),), len(data))
