"""What place and size of the type say about regions, where a detector is silent or weak."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from msgspec.structs import replace

from records.geometry import Box, union
from records.page import Line, Page
from records.table import Region

MARGIN = 0.08
"""The share of the page at its top and bottom where a lone short line is a running header or footer."""
LARGE = 1.25
"""How many times the page's usual type a title or section heading is at the least, when only size tells."""
GUESSED = 0.5
"""The confidence of a region that rests on place and size alone."""


def refine(page: Page, regions: Sequence[Region], lines: Sequence[Line]) -> tuple[Region, ...]:
    """The regions from the top, with lines that lie in none gathered into regions of their own, headers and footers
    only at the page's edges, and the largest heading near the top as the page's title."""
    height = page.image_height
    usual = median(_type(line) for line in lines) if lines else 0.0
    known = [_placed(region, height) for region in regions]
    loose = [line for line in lines if not any(_holds(r.box, line) for r in known)]
    known += [_guess(block, usual, height) for block in _blocks(loose)]
    known.sort(key=lambda r: (r.box[1], r.box[0]))
    return tuple(_titled(known, lines, usual, height))


def _type(line: Line) -> float:
    return line.box[3] - line.box[1] if not line.turn % 2 else line.box[2] - line.box[0]


def _holds(box: Box, line: Line) -> bool:
    x, y = (line.box[0] + line.box[2]) / 2, (line.box[1] + line.box[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _placed(region: Region, height: float) -> Region:
    """A header far from the top, or a footer far from the bottom, is body text."""
    low, high = region.box[1], region.box[3]
    if region.kind == "header" and low > 2 * MARGIN * height:
        return replace(region, kind="body")
    if region.kind == "footer" and high < (1 - 2 * MARGIN) * height:
        return replace(region, kind="body")
    return region


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that follow each other closely in one column."""
    blocks: list[list[Line]] = []
    for line in sorted(lines, key=lambda ln: (ln.box[1], ln.box[0])):
        size = _type(line)
        for block in reversed(blocks):
            last = block[-1]
            beside = min(last.box[2], line.box[2]) - max(last.box[0], line.box[0]) > 0
            if beside and line.box[1] - last.box[3] < size and 0.8 < _type(last) / max(size, 1e-6) < 1.25:
                block.append(line)
                break
        else:
            blocks.append([line])
    return blocks


def _guess(block: Sequence[Line], usual: float, height: float) -> Region:
    box = union(line.box for line in block)
    if len(block) == 1 and box[3] < MARGIN * height:
        return Region("header", box, GUESSED)
    if len(block) == 1 and box[1] > (1 - MARGIN) * height:
        return Region("footer", box, GUESSED)
    large = median(_type(line) for line in block) >= LARGE * usual and len(block) <= 3
    return Region("section" if large else "body", box, GUESSED)


def _titled(regions: Sequence[Region], lines: Sequence[Line], usual: float, height: float) -> list[Region]:
    """The heading of the largest type becomes the title, when it is larger than body type and in the upper half."""
    sizes = {
        i: max((_type(line) for line in lines if _holds(r.box, line)), default=0.0)
        for i, r in enumerate(regions)
        if r.kind == "section" and r.box[1] < height / 2
    }
    best = max(sizes, key=lambda i: sizes[i], default=-1)
    if best < 0 or sizes[best] < LARGE * usual:
        return list(regions)
    return [replace(r, kind="title") if i == best else r for i, r in enumerate(regions)]
