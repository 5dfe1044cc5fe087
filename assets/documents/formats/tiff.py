"""TIFF 6.0 and BigTIFF: a chain of directories, one a page, whose entries say where strips or tiles lie."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice

from assets.documents.shape import Shape, damaged, truncated

WIDTH, HEIGHT = 256, 257
OFFSETS, COUNTS = (273, 324), (279, 325)
KINDS = {1: "B", 3: "H", 4: "I", 13: "I", 16: "Q"}


def matches(data: bytes) -> bool:
    """Whether the bytes begin as a TIFF of either byte order."""
    return data[:4] in (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


def measure(data: bytes, most: int) -> Shape:
    """All pages of a TIFF. Raises Refused where a directory, strip or tile lies beyond the end of the file."""
    sizes, stored = [], 0
    for number, entries in enumerate(islice(directories(data), most + 1), 1):
        width, height = (next(iter(entries.get(tag, ())), 0) for tag in (WIDTH, HEIGHT))
        if not width or not height:
            raise damaged("TIFF", f"page {number} declares {width} x {height} pixels")
        offsets, counts = (next((entries[tag] for tag in tags if entries.get(tag)), ()) for tags in (OFFSETS, COUNTS))
        if not offsets:
            raise damaged("TIFF", f"page {number} does not say where its pixels lie")
        end = max(map(sum, zip(offsets, counts, strict=False))) if counts else max(offsets)
        if end > len(data):
            raise truncated("TIFF", f"{end - len(data)} bytes of page {number} are missing")
        sizes.append((width, height))
        stored += sum(counts)
    if not sizes:
        raise damaged("TIFF", "it holds no page")
    return Shape(tuple(sizes), stored)


def directories(data: bytes) -> Iterator[dict[int, tuple[int, ...]]]:
    """The entries that matter here (size and place of the pixels) of each directory, as tag to values."""
    order = "<" if data[:2] == b"II" else ">"
    big = data[2:4] in (b"+\0", b"\0+")
    at = _number(data, 8 if big else 4, order, "Q" if big else "I")
    seen: set[int] = set()
    read = 0
    while at:
        if at in seen:
            raise damaged("TIFF", "its chain of pages runs in a circle")
        seen.add(at)
        count = _number(data, at, order, "Q" if big else "H")
        first, step = at + (8 if big else 2), (20 if big else 12)
        link = first + count * step
        following = _number(data, link, order, "Q" if big else "I")  # before the loop: count may be nonsense
        entries = {}
        for entry in range(first, link, step):
            tag = _number(data, entry, order, "H")
            if tag in (WIDTH, HEIGHT, *OFFSETS, *COUNTS):
                entries[tag] = _values(data, entry, order, big)
        read += count * step + 4 * sum(map(len, entries.values()))
        if read > 4 * len(data):
            raise damaged("TIFF", "its directories lie over one another")
        yield entries
        at = following


def _values(data: bytes, entry: int, order: str, big: bool) -> tuple[int, ...]:
    """The numbers of one entry, which stand in it where they fit and elsewhere where not."""
    kind = KINDS.get(_number(data, entry + 2, order, "H"))
    if kind is None:
        return ()
    room = 8 if big else 4
    count = _number(data, entry + 4, order, "Q" if big else "I")
    size = count * struct.calcsize(kind)
    at = entry + 4 + room
    if size > room:
        at = _number(data, at, order, "Q" if big else "I")
    if at + size > len(data):
        raise truncated("TIFF", "a list of the places of its pixels is cut off")
    return struct.unpack_from(f"{order}{count}{kind}", data, at)


def _number(data: bytes, at: int, order: str, kind: str) -> int:
    """One number at a place, or Refused where the file has ended before."""
    if at + struct.calcsize(kind) > len(data):
        raise truncated("TIFF", "a page directory is cut off")
    return int(struct.unpack_from(order + kind, data, at)[0])
