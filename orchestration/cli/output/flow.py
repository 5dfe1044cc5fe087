"""A document in reading order: the text between tables, and the tables at their place."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from records.geometry import area, intersection
from records.page import Line
from records.table import Reading, Region, RegionKind, Table


class Text(Struct, frozen=True):
    """A paragraph, heading or the like."""

    kind: RegionKind
    text: str


def flow(reading: Reading) -> Iterator[Text | Table]:
    """What stands outside tables as texts, one a region, and each table where its first piece stands. Page headers
    and footers are left out: they belong to the paper, not to the text.
    """
    for page, lines, regions in zip(reading.pages, reading.lines, reading.regions, strict=True):
        here = [t for t in reading.tables if t.pieces[0].page == page.index]
        taken = {(r.page, r.line) for t in reading.tables for r in _words(t)}
        free = [(i, line) for i, line in enumerate(lines) if (page.index, i) not in taken]
        items: list[tuple[float, Text | Table]] = [(t.pieces[0].box[1], t) for t in here]
        groups: dict[int, list[Line]] = {}
        for _, line in free:
            groups.setdefault(_home(line, regions), []).append(line)
        for home, members in groups.items():
            kind: RegionKind = regions[home].kind if home >= 0 else "body"
            if kind in ("header", "footer"):
                continue
            kind = "body" if kind == "table" else kind
            items.append((min(m.box[1] for m in members), Text(kind, _paragraph(members))))
        for _, item in sorted(items, key=lambda pair: pair[0]):
            yield item


def _words(table: Table) -> list:
    return [r for c in table.cells for r in c.words] + list(table.leftovers)


def _home(line: Line, regions: tuple[Region, ...]) -> int:
    """The region that holds most of the line, by its place; -1 for none."""
    shares = [intersection(line.box, r.box) / (area(line.box) or 1.0) for r in regions]
    best = max(range(len(shares)), key=shares.__getitem__, default=-1)
    return best if best >= 0 and shares[best] > 0.3 else -1


def _paragraph(lines: list[Line]) -> str:
    """Lines joined: by a space between words, by nothing between Chinese characters."""
    text = ""
    for line in lines:
        wide = bool(text) and ord(text[-1]) >= 0x2E80 and bool(line.text) and ord(line.text[0]) >= 0x2E80
        text += ("" if wide or not text else " ") + line.text
    return text
