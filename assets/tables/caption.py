"""The title of a table: the caption that stands right above it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from records.geometry import Box
from records.page import Line
from records.table import Region

NAMED = re.compile(r"^\W*(table|tableau|tabelle|tab\.|exhibit|schedule|annex|表)\W*\w", re.IGNORECASE)
LINES = 3
"""A caption has no more lines than this."""


def title_of(box: Box, lines: Sequence[Line], regions: Sequence[Region]) -> str:
    """The text of the caption above a table's box, or nothing: lines that follow each other upwards from the box, as
    far as one that calls itself a table, or that the layout engine takes for a caption or a heading."""
    above = sorted((ln for ln in lines if _over(ln.box, box)), key=lambda ln: -ln.box[3])
    edge, taken = box[1], list[Line]()
    for line in above:
        high = line.box[3] - line.box[1]
        beside = bool(taken) and line.box[3] > taken[-1].box[1] + 0.5 * high
        if not beside and (edge - line.box[3] > 2.0 * high or len(taken) >= 2 * LINES):
            break
        taken.append(line)
        edge = min(edge, line.box[1])
    taken.sort(key=lambda ln: (round(ln.box[1] / max(1.0, ln.box[3] - ln.box[1])), ln.box[0]))
    named = max((i for i, ln in enumerate(taken) if NAMED.match(ln.text)), default=-1)
    if named >= 0:
        return " ".join(ln.text for ln in taken[named:])
    heads = [ln for ln in taken if any(r.kind in ("caption", "section", "title") and _over_any(r, ln) for r in regions)]
    return " ".join(ln.text for ln in heads[-LINES:])


def _over(line: Box, box: Box) -> bool:
    return (line[1] + line[3]) / 2 < box[1] and min(line[2], box[2]) - max(line[0], box[0]) > 0


def _over_any(region: Region, line: Line) -> bool:
    x, y = (line.box[0] + line.box[2]) / 2, (line.box[1] + line.box[3]) / 2
    return region.box[0] <= x <= region.box[2] and region.box[1] <= y <= region.box[3]
