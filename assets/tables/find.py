"""The tables of one page, by geometry: rules where there are rules, alignment where there are none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from assets.tables.caption import title_of
from assets.tables.detect import aligned_areas, ruled_areas, running_text
from assets.tables.engine import TableEngine
from assets.tables.evidence import is_table, structure
from assets.tables.grid import Grid, Slot, build
from assets.tables.grow import grow
from assets.tables.roles import header_rows, role_of
from assets.tables.rules import Image, Rules, find_rules
from assets.tables.text import Token, reading_order, tokens
from records.geometry import Box, area, intersection, union
from records.page import Line, Page
from records.table import Cell, Piece, Region, Table

GEOMETRY = "geometry-2"
LEADERS = re.compile(r"\s*([.·…_]\s*){4,}\s*$")
"""Dots that lead from a label to its value: marks of the printer, no text."""


class Found(Struct, frozen=True):
    """A table on a page: the area that it takes, and its grid."""

    box: Box
    grid: Grid


class Geometry:
    """The default engine: rules found in the image, and white space between the words."""

    version = GEOMETRY

    def find(self, page: Page, image: Image, lines: Sequence[Line], regions: Sequence[Region]) -> tuple[Table, ...]:
        words = tokens(page.index, lines)
        rules = find_rules(image, page.dpi, [t.box for t in words])
        prose = running_text(lines)
        found: list[Found] = []

        def consider(candidates: Iterable[Box]) -> None:
            for box in candidates:
                if any(intersection(box, f.box) > 0.3 * area(box) for f in found):
                    continue
                grid = _grid(box, words, rules)
                if grid is None or not is_table(grid, box, regions, prose):
                    continue
                free = [t for t in words if t.ref.line not in prose and not _taken(t, [box, *(f.box for f in found)])]
                wider = grow(box, grid, free)
                grid = (_grid(wider, words, rules) or grid) if wider != box else grid
                found.append(Found(wider, grid))

        consider(ruled_areas(rules, words))
        consider(sorted((r.box for r in regions if r.kind == "table"), key=area, reverse=True))
        closed = [f.box for f in found] + [r.box for r in regions if r.kind == "figure"]
        consider(aligned_areas([t for t in words if t.ref.line not in prose and not _taken(t, closed)]))
        found.sort(key=lambda f: (f.box[1], f.box[0]))
        return tuple(_table(page.index, f, lines, regions) for f in found)


def find_tables(
    page: Page, image: Image, lines: Sequence[Line], regions: Sequence[Region], engine: TableEngine | None = None
) -> tuple[Table, ...]:
    """The tables of one page, from the top. Boxes are in pixels of ``image``, the upright page; cells carry
    ``page.index``. Every word whose centre lies in a table's box is in one of its cells or its leftovers."""
    return (engine or Geometry()).find(page, image, lines, regions)


def _grid(box: Box, words: Sequence[Token], rules: Rules) -> Grid | None:
    """The grid of what stands in a box; none where that is hardly anything."""
    inside = [t for t in words if _taken(t, [box])]
    return build(box, inside, rules.within(box)) if len(inside) >= 4 else None


def _taken(token: Token, boxes: Iterable[Box]) -> bool:
    return any(b[0] <= token.x <= b[2] and b[1] <= token.y <= b[3] for b in boxes)


def _table(page: int, found: Found, lines: Sequence[Line], regions: Sequence[Region]) -> Table:
    grid = found.grid
    headers = header_rows(grid)
    sure = structure(grid, found.box, regions)
    return Table(
        rows=grid.rows,
        columns=grid.columns,
        cells=tuple(_cell(page, slot, headers, sure) for slot in grid.slots),
        pieces=(Piece(page, found.box, 0, grid.rows),),
        confidence=sure,
        engine=GEOMETRY,
        header_rows=headers,
        title=title_of(found.box, lines, regions),
    )


def _cell(page: int, slot: Slot, headers: int, sure: float) -> Cell:
    words = reading_order(slot.words)
    read = sum(t.confidence for t in words) / len(words) if words else 1.0
    return Cell(
        page=page,
        row=slot.row,
        column=slot.column,
        text=LEADERS.sub("", " ".join(t.text for t in words)),
        box=union(t.box for t in words) if words else slot.box,
        confidence=min(read, sure),
        row_span=slot.row_span,
        column_span=slot.column_span,
        role=role_of(slot, headers),
        words=tuple(t.ref for t in words),
    )
