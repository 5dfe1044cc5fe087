"""The tables of one page, by geometry: rules where there are rules, alignment where there are none."""

from __future__ import annotations

from collections.abc import Sequence

from assets.tables.detect import aligned_areas, ruled_areas
from assets.tables.engine import TableEngine
from assets.tables.grid import Grid, build
from assets.tables.roles import header_rows, role_of
from assets.tables.rules import Image, Rule, Rules, find_rules
from assets.tables.text import Token, reading_order, tokens
from records.geometry import Box, area, intersection, union
from records.page import Line, Page
from records.table import Cell, Piece, Region, Table

GEOMETRY = "geometry-1"


class Geometry:
    """The default engine: rules found in the image, and white space between the words."""

    version = GEOMETRY

    def find(self, page: Page, image: Image, lines: Sequence[Line], regions: Sequence[Region]) -> tuple[Table, ...]:
        words = tokens(page.index, lines)
        rules = find_rules(image, page.dpi, [t.box for t in words])
        taken: list[Box] = []
        found: list[tuple[Box, Grid, list[Token]]] = []
        for candidate in [*ruled_areas(rules, words), *aligned_areas(words, ruled_areas(rules, words))]:
            if any(intersection(candidate, t) > 0.3 * area(candidate) for t in taken):
                continue
            inside = [t for t in words if _holds(candidate, t)]
            if len(inside) < 4:
                continue
            grid = build(candidate, inside, _within(rules, candidate))
            if plausible(grid):
                taken.append(candidate)
                found.append((candidate, grid, inside))
        found.sort(key=lambda f: (f[0][1], f[0][0]))
        return tuple(_table(page.index, box, grid, inside) for box, grid, inside in found)


def find_tables(
    page: Page, image: Image, lines: Sequence[Line], regions: Sequence[Region], engine: TableEngine | None = None
) -> tuple[Table, ...]:
    """The tables of one page, from the top. Boxes are in pixels of ``image``, the upright page; cells carry
    ``page.index``. Every word whose centre lies in a table's box is in one of its cells or its leftovers."""
    return (engine or Geometry()).find(page, image, lines, regions)


def plausible(grid: Grid) -> bool:
    """Whether a grid is a table: two rows and columns at least, and text in enough of its cells."""
    rows, columns = len(grid.ys) - 1, len(grid.xs) - 1
    filled = [s for s in grid.slots if s.words]
    return rows >= 2 and columns >= 2 and len(filled) >= 4 and len(filled) >= 0.35 * len(grid.slots)


def _holds(box: Box, token: Token) -> bool:
    return box[0] <= token.x <= box[2] and box[1] <= token.y <= box[3]


def _within(rules: Rules, box: Box) -> Rules:
    def cut(items: Sequence[Rule], low: float, high: float, start: float, end: float) -> tuple[Rule, ...]:
        return tuple(
            Rule(r.at, max(r.start, start), min(r.end, end), r.thickness)
            for r in items
            if low - 3 <= r.at <= high + 3 and min(r.end, end) > max(r.start, start)
        )

    return Rules(
        cut(rules.horizontal, box[1], box[3], box[0], box[2]), cut(rules.vertical, box[0], box[2], box[1], box[3])
    )


def _table(page: int, box: Box, grid: Grid, inside: Sequence[Token]) -> Table:
    rows, columns = len(grid.ys) - 1, len(grid.xs) - 1
    headers = header_rows(grid)
    cells = []
    for slot in grid.slots:
        words = reading_order(slot.words)
        cells.append(
            Cell(
                page=page,
                row=slot.row,
                column=slot.column,
                text=" ".join(t.text for t in words),
                box=union(t.box for t in words) if words else slot.box,
                confidence=min((t.confidence for t in words), default=1.0),
                row_span=slot.row_span,
                column_span=slot.column_span,
                role=role_of(slot, headers),
                words=tuple(t.ref for t in words),
            )
        )
    around = union([box, *(c.box for c in cells)])
    return Table(
        rows=rows,
        columns=columns,
        cells=tuple(cells),
        pieces=(Piece(page, around, 0, rows),),
        confidence=min(1.0, 0.5 + 0.5 * grid.ruled),
        engine=GEOMETRY,
        header_rows=headers,
    )
