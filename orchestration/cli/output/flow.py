"""A document in reading order: the text between tables, and the tables at their place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from orchestration.cli.output.order import reading_order
from records.geometry import Box, area, intersection, union
from records.page import Line
from records.table import Reading, Region, RegionKind, Table

ITEM = re.compile(r"^\s*(?:[-•·▪–*]|\(?\d{1,3}[.)、]|\(?[a-z]\))\s*")
"""What a list's item begins with."""
APART = 1.2
"""Lines of no region that are further apart than this many times their height are not one paragraph."""


class Text(Struct, frozen=True):
    """A paragraph, a heading, one item of a list, or the like."""

    kind: RegionKind
    text: str


def flow(reading: Reading) -> Iterator[Text | Table]:
    """All that was read: what stands outside tables as texts, each table where its first piece stands. A title whose
    lines are told above its table is not told again with it.
    """
    told = {(r.page, r.line) for t in reading.tables for r in (*(w for c in t.cells for w in c.words), *t.leftovers)}
    for page, lines, regions in zip(reading.pages, reading.lines, reading.regions, strict=True):
        tables = [t for t in reading.tables if t.pieces and t.pieces[0].page == page.index]
        free = [line for i, line in enumerate(lines) if (page.index, i) not in told]
        words = {word for line in free for word in line.text.split()}
        blocks: list[tuple[Box, list[Text | Table]]] = []
        for table in tables:
            again = words.issuperset(table.title.split())
            blocks.append((table.pieces[0].box, [replace(table, title="") if again else table]))
        for kind, members in _groups(free, regions):
            texts: list[Text | Table] = [Text(kind, text) for text in _paragraphs(kind, members)]
            blocks.append((union(line.box for line in members), texts))
        for i in reading_order([box for box, _ in blocks]):
            yield from blocks[i][1]


def _groups(lines: Sequence[Line], regions: Sequence[Region]) -> Iterator[tuple[RegionKind, list[Line]]]:
    """Lines by the region that holds them; those that no region holds, by nearness."""
    groups: dict[int, list[Line]] = {}
    for line in lines:
        groups.setdefault(_home(line, regions), []).append(line)
    loose = groups.pop(-1, [])
    for home, members in groups.items():
        kind = regions[home].kind
        yield ("body" if kind in ("table", "figure") else kind), members
    while loose:
        block = [loose.pop(0)]
        while loose and _follows(block[-1], loose[0]):
            block.append(loose.pop(0))
        yield "body", block


def _home(line: Line, regions: Sequence[Region]) -> int:
    """The region that holds most of the line, by its place; -1 for none."""
    shares = [intersection(line.box, r.box) / (area(line.box) or 1.0) for r in regions]
    best = max(range(len(shares)), key=shares.__getitem__, default=-1)
    return best if best >= 0 and shares[best] > 0.3 else -1


def _follows(line: Line, other: Line) -> bool:
    height = line.box[3] - line.box[1]
    near = abs(other.box[1] - line.box[3]) < APART * height
    return near and min(line.box[2], other.box[2]) > max(line.box[0], other.box[0])


def _paragraphs(kind: RegionKind, lines: Sequence[Line]) -> list[str]:
    """One text for the lines; for a list, one an item, without its sign."""
    if kind != "list":
        return [_joined(lines)]
    items: list[list[Line]] = []
    for line in lines:
        if not items or ITEM.match(line.text):
            items.append([])
        items[-1].append(line)
    return [ITEM.sub("", _joined(item)) for item in items]


def _joined(lines: Sequence[Line]) -> str:
    """Lines in one: with a space between words, with nothing between Chinese characters."""
    text = ""
    for line in lines:
        wide = bool(text) and ord(text[-1]) >= 0x2E80 and bool(line.text) and ord(line.text[0]) >= 0x2E80
        text += ("" if wide or not text else " ") + line.text
    return text
