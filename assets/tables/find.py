"""The tables of one page, by geometry: rules where there are rules, alignment where there are none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from assets.tables.detect import aligned_areas, ruled_areas, running_text
from assets.tables.engine import TableEngine
from assets.tables.grid import Grid, build
from assets.tables.roles import header_rows, role_of
from assets.tables.rules import Image, Rule, Rules, find_rules
from assets.tables.text import Token, is_number, reading_order, tokens
from records.geometry import Box, area, intersection, union
from records.page import Line, Page
from records.table import Cell, Piece, Region, RegionKind, Table

GEOMETRY = "geometry-1"


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
        found: list[Found] = []

        def consider(candidates: Iterable[Box]) -> None:
            for box in candidates:
                if any(intersection(box, f.box) > 0.3 * area(box) for f in found):
                    continue
                inside = [t for t in words if _holds(box, t)]
                if len(inside) < 4:
                    continue
                grid = build(box, inside, _within(rules, box))
                if plausible(grid, box, regions):
                    found.append(Found(box, grid))

        consider(ruled_areas(rules, words))
        consider(sorted((r.box for r in regions if r.kind == "table"), key=area, reverse=True))
        closed = [f.box for f in found] + [r.box for r in regions if r.kind == "figure"]
        prose = running_text(lines)
        consider(aligned_areas([t for t in words if t.ref.line not in prose and not any(_holds(b, t) for b in closed)]))
        found.sort(key=lambda f: (f.box[1], f.box[0]))
        return tuple(_table(page.index, f.box, f.grid) for f in found)


def find_tables(
    page: Page, image: Image, lines: Sequence[Line], regions: Sequence[Region], engine: TableEngine | None = None
) -> tuple[Table, ...]:
    """The tables of one page, from the top. Boxes are in pixels of ``image``, the upright page; cells carry
    ``page.index``. Every word whose centre lies in a table's box is in one of its cells or its leftovers."""
    return (engine or Geometry()).find(page, image, lines, regions)


def plausible(grid: Grid, box: Box, regions: Sequence[Region]) -> bool:
    """Whether a grid is a table: two rows and columns at least, and text in enough of its cells; then lines that part
    most of it, or a layout engine that says so, or numbers. A figure is none."""
    rows, columns = len(grid.ys) - 1, len(grid.xs) - 1
    filled = [s for s in grid.slots if s.words]
    if rows < 2 or columns < 2 or len(filled) < 4 or len(filled) < 0.35 * len(grid.slots):
        return False
    table, figure = _support(box, regions, "table"), _support(box, regions, "figure")
    if figure > max(0.35, table):
        return False
    if table > 0.5:
        return True
    if len(grid.slots) < 0.6 * rows * columns:
        return False
    values = [s for s in filled if s.column]
    numbers = sum(is_number(" ".join(t.text for t in s.words)) for s in values)
    return grid.ruled > 0.5 or (rows > 2 and numbers >= 0.4 * max(1, len(values)))


def _support(box: Box, regions: Sequence[Region], kind: RegionKind) -> float:
    """How much of a box a layout engine takes for a kind of region, times how sure it is."""
    return max((intersection(box, r.box) / area(box) * r.confidence for r in regions if r.kind == kind), default=0.0)


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


def _table(page: int, box: Box, grid: Grid) -> Table:
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
