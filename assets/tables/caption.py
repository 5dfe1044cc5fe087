"""The title of a table: the caption that stands right above it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from records.geometry import Box
from records.page import Line
from records.table import Region

NAMED = re.compile(r"^\W*(table|tableau|tabelle|tab\.|exhibit|schedule|annex|表)\W*\w", re.IGNORECASE)
NEAR = 10
"""A heading may stand this many line heights above its table: an invoice has names and dates between."""
PROSE = 8
"""A line of so many words between a heading and a table is running text, and the heading is that text's."""
LINES = 6
"""A caption that calls itself a table is looked for on so many lines above it."""


def title_of(box: Box, lines: Sequence[Line], regions: Sequence[Region]) -> str:
    """What a table's box is called: the caption right above it that calls itself a table; else the nearest heading
    above with no running text between; else nothing."""
    return _caption(box, lines) or _heading(box, lines, regions)


def _caption(box: Box, lines: Sequence[Line]) -> str:
    """Lines that follow each other upwards from the box, as far as one that calls itself a table."""
    above = sorted((ln for ln in lines if _over(ln.box, box)), key=lambda ln: -ln.box[3])
    edge, taken = box[1], list[Line]()
    for line in above:
        high = line.box[3] - line.box[1]
        beside = bool(taken) and line.box[3] > taken[-1].box[1] + 0.5 * high
        if not beside and (edge - line.box[3] > 2.0 * high or len(taken) >= LINES):
            break
        taken.append(line)
        edge = min(edge, line.box[1])
    taken.sort(key=lambda ln: (round(ln.box[1] / max(1.0, ln.box[3] - ln.box[1])), ln.box[0]))
    named = max((i for i, ln in enumerate(taken) if NAMED.match(ln.text)), default=-1)
    return " ".join(ln.text for ln in taken[named:]) if named >= 0 else ""


def _heading(box: Box, lines: Sequence[Line], regions: Sequence[Region]) -> str:
    """The text of the nearest region above that the layout engine takes for a heading."""
    heads = [r for r in regions if r.kind in ("title", "section") and (r.box[1] + r.box[3]) / 2 < box[1]]
    if not heads:
        return ""
    head = max(heads, key=lambda r: r.box[3])
    own = [ln for ln in lines if _over_any(head, ln)]
    between = [ln for ln in lines if head.box[3] <= (ln.box[1] + ln.box[3]) / 2 < box[1]]
    high = min((ln.box[3] - ln.box[1] for ln in own), default=0.0)
    if box[1] - head.box[3] > NEAR * high or any(len(ln.words) >= PROSE for ln in between):
        return ""
    return " ".join(ln.text for ln in own) if sum(len(ln.words) for ln in own) < 2 * PROSE else ""


def _over(line: Box, box: Box) -> bool:
    return (line[1] + line[3]) / 2 < box[1] and min(line[2], box[2]) - max(line[0], box[0]) > 0


def _over_any(region: Region, line: Line) -> bool:
    x, y = (line.box[0] + line.box[2]) / 2, (line.box[1] + line.box[3]) / 2
    return region.box[0] <= x <= region.box[2] and region.box[1] <= y <= region.box[3]
