"""One table on a page: how wide its columns and high its rows are, and drawing some of its rows."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from corpus.blocks import Grid, Span
from corpus.fonts import Fonts, wrap

PAD = 3.5
"""Points between a cell's edge and its text."""
LEADING = 1.25
THIN, THICK = 0.6, 1.2


class Rows(Struct, frozen=True):
    """Edges of the columns from the table's left, heights of the rows, and each place's text broken into lines."""

    xs: tuple[float, ...]
    heights: tuple[float, ...]
    lines: dict[tuple[int, int], list[str]]


class Pen(Protocol):
    """What a table needs of a page; y counts from the top, in points."""

    size: float

    def write(self, x: float, y: float, text: str, size: float, bold: bool = False, align: str = "l") -> None: ...
    def rule(self, x0: float, y0: float, x1: float, y1: float, weight: float) -> None: ...
    def shade(self, x0: float, y0: float, x1: float, y1: float, gray: float) -> None: ...


def measure(grid: Grid, width: float, size: float, fonts: Fonts) -> Rows:
    """Break every text to its column's width, and make each row high enough for its cells of one row."""
    unit = width / sum(grid.widths)
    xs = tuple(unit * sum(grid.widths[:i]) for i in range(len(grid.widths) + 1))
    spans = span_of(grid)
    lines: dict[tuple[int, int], list[str]] = {}
    heights = []
    for r, row in enumerate(grid.rows):
        most = 1
        for c, text in enumerate(row):
            span = spans.get((r, c), Span(r, c))
            if text:
                room = xs[c + span.columns] - xs[c] - 2 * PAD
                lines[r, c] = wrap(text, room, size, fonts, is_bold(grid, r))
                most = max(most, len(lines[r, c])) if span.rows == 1 else most
        heights.append(most * size * LEADING + 2 * PAD)
    return Rows(xs, tuple(heights), lines)


def span_of(grid: Grid) -> dict[tuple[int, int], Span]:
    """Spans by the place where they begin."""
    return {(span.row, span.column): span for span in grid.spans}


def is_bold(grid: Grid, row: int) -> bool:
    """Headers and totals are."""
    return row < grid.header_rows or row >= len(grid.rows) - grid.totals


def draw_rows(pen: Pen, grid: Grid, rows: Rows, shown: list[int], x: float, y: float) -> float:
    """Draw the rows of ``shown`` from y downwards; gives the y below them."""
    tops = {}
    for row in shown:
        tops[row] = y
        y += rows.heights[row]
    spans = span_of(grid)
    if grid.ruling == "zebra":
        for row in shown[grid.header_rows :: 2]:
            pen.shade(x, tops[row], x + rows.xs[-1], tops[row] + rows.heights[row], 0.86)
    for row in shown:
        for column in range(len(grid.aligns)):
            if text := rows.lines.get((row, column)):
                span = spans.get((row, column), Span(row, column))
                box = (x + rows.xs[column], tops[row], x + rows.xs[column + span.columns])
                height = sum(rows.heights[row : row + span.rows])
                centred = span.columns > 1 and row < grid.header_rows
                _text(pen, box, height, text, "c" if centred else grid.aligns[column], is_bold(grid, row))
    _rules(pen, grid, rows, shown, tops, x, y)
    return y


def _text(pen: Pen, box: tuple[float, float, float], height: float, lines: list[str], align: str, bold: bool) -> None:
    left, top, right = box
    x = {"l": left + PAD, "c": (left + right) / 2, "r": right - PAD}[align]
    y = top + (height - len(lines) * pen.size * LEADING) / 2
    for i, line in enumerate(lines):
        pen.write(x, y + i * pen.size * LEADING, line, pen.size, bold, align)


def _rules(pen: Pen, grid: Grid, rows: Rows, shown: list[int], tops: dict[int, float], x: float, bottom: float) -> None:
    if grid.ruling == "none":
        return
    left, right = x, x + rows.xs[-1]
    top = tops[shown[0]]
    if grid.ruling != "full":
        below = tops[shown[grid.header_rows]]
        for y, weight in ((top, THICK), (below, THIN), (bottom, THICK)):
            pen.rule(left, y, right, y, weight)
        for span in grid.spans:
            if span.columns > 1 and span.row < grid.header_rows - 1:
                y = tops[span.row] + rows.heights[span.row]
                pen.rule(x + rows.xs[span.column] + PAD, y, x + rows.xs[span.column + span.columns] - PAD, y, THIN)
        if grid.totals and shown[-1] == len(grid.rows) - 1:
            y = tops[len(grid.rows) - grid.totals]
            pen.rule(left, y, right, y, THIN)
        return
    covered = _inner_edges(grid)
    for row in shown:
        for c in range(len(grid.aligns)):
            x0, x1, y0, y1 = x + rows.xs[c], x + rows.xs[c + 1], tops[row], tops[row] + rows.heights[row]
            if ("above", row, c) not in covered:
                pen.rule(x0, y0, x1, y0, THIN)
            if ("before", row, c) not in covered:
                pen.rule(x0, y0, x0, y1, THIN)
    pen.rule(left, bottom, right, bottom, THIN)
    pen.rule(right, top, right, bottom, THIN)


def _inner_edges(grid: Grid) -> set[tuple[str, int, int]]:
    """Edges of places that lie inside a span: above a place, or before it."""
    inner = set()
    for span in grid.spans:
        for r in range(span.row, span.row + span.rows):
            for c in range(span.column, span.column + span.columns):
                if r > span.row:
                    inner.add(("above", r, c))
                if c > span.column:
                    inner.add(("before", r, c))
    return inner
