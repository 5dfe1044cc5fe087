"""A document in reading order: the text between tables, and the tables at their place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from orchestration.cli.output.order import reading_order
from records.geometry import Box, area, intersection, union
from records.page import Line
from records.table import Reading, Region, RegionKind, Table

ITEM = re.compile(r"^\s*(?:[-•·▪–*]|\(?\d{1,3}[.)、]|\(?[a-z]\))\s*")
"""What a list's item begins with."""
FIRST_WIDE = "\u2e80"
"""From here on, characters are Chinese, Japanese or Korean, and no space stands between them."""
APART = 1.2
"""Lines of no region that are further apart than this many times their height are not one paragraph."""


class Text(Struct, frozen=True):
    """A paragraph, a heading, one item of a list, or the like. A line feed stands where the paper begins a new line
    though there was room on the one before, as in addresses."""

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
        order = [blocks[i][1] for i in reading_order([box for box, _ in blocks])]
        for last in (False, True):
            yield from (item for block in order for item in block if _is_footer(item) == last)


def _is_footer(item: Text | Table) -> bool:
    return isinstance(item, Text) and item.kind == "footer"


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
    """Lines in one: wrapped ones with a space between words, with nothing between Chinese characters."""
    right = max(line.box[2] for line in lines)
    text = lines[0].text
    for before, line in pairwise(lines):
        beside = line.box[1] < (before.box[1] + before.box[3]) / 2
        wide = text[-1:] >= FIRST_WIDE and line.text[:1] >= FIRST_WIDE
        if not beside and _had_room(before, line, right):
            text += "\n"
        elif beside or not wide:
            text += " "
        text += line.text
    return text


def _had_room(before: Line, line: Line, right: float) -> bool:
    """Whether the first word of the line would have stood on the one before, which therefore was not wrapped."""
    x0, y0, x1, y1 = line.words[0].box if line.words else line.box
    first = y1 - y0 if line.text[:1] >= FIRST_WIDE else x1 - x0
    return right - before.box[2] > first + (y1 - y0) / 2
