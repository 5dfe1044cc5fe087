"""Tables that go on over the page's end, made one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from msgspec.structs import replace

from records.page import Line, Page
from records.table import Cell, Table, WordRef

MARGIN = 0.13
"""Share of a page's height at its top and bottom that belongs to running headers, footers and page numbers."""

ALIKE = 0.8
"""Likeness of two headers' texts from which they are the same header, read twice."""

SLACK = 0.03
"""How far, in shares of the table's width, a column may stand from where it stood on the page before."""

HEADING = 1.0
"""A line nearer above a table than so many times its height is a heading of the table, no running header."""

AGAIN = re.compile(r"continu|cont[.'’]?d\b|\bcont\.|续|suite|fortsetzung", re.IGNORECASE)
"""What a caption says where a table goes on."""

Extent = tuple[float, float]


def join_tables(
    pages: Sequence[Page], tables: Sequence[tuple[Table, ...]], lines: Sequence[tuple[Line, ...]]
) -> tuple[Table, ...]:
    """All tables of a document, in order; one that goes on over a page's end is one table.

    The last table of a page and the first of the next are one where nothing but margins stands between them, their
    columns line up, and the second repeats the first one's header or begins with data. A repeated header's words go to
    ``leftovers``; every cell keeps its own page and box.
    """
    joined: list[Table] = []
    for i, here in enumerate(tables):
        rest = list(here)
        if rest and joined and i and joined[-1].pieces[-1].page == pages[i - 1].index:
            whole = _joined(joined[-1], rest[0], pages[i - 1], lines[i - 1], pages[i], lines[i])
            if whole is not None:
                joined[-1] = whole
                rest = rest[1:]
        joined += rest
    return tuple(joined)


def _joined(
    above: Table, below: Table, page: Page, lines: Sequence[Line], after: Page, later: Sequence[Line]
) -> Table | None:
    """The two as one table, or None where they are two."""
    if not _last_on(above, page, lines) or not _first_on(below, after, later, above.title):
        return None
    columns = _columns(above, below)
    if columns is None:
        return None
    repeated = _repeats(above, below, columns)
    if not repeated and (above.columns != below.columns or not _begins_with_data(below)):
        return None
    drop = below.header_rows if repeated else 0
    shift = above.rows - drop
    kept = [c for c in below.cells if c.row >= drop]
    dropped: list[WordRef] = [w for c in below.cells if c.row < drop for w in c.words]
    cells = [_moved(c, shift, columns, as_data=c.row < below.header_rows) for c in kept]
    covered = {(r, k) for c in cells for r in _span(c.row, c.row_span) for k in _span(c.column, c.column_span)}
    rows = range(above.rows, above.rows + below.rows - drop)
    box = below.pieces[0].box
    blanks = [
        Cell(after.index, r, k, "", box, 1.0, role="data")
        for r in rows
        for k in range(above.columns)
        if (r, k) not in covered
    ]
    pieces = tuple(replace(p, first_row=p.first_row + shift) for p in below.pieces)
    first = replace(pieces[0], first_row=above.rows, rows=below.pieces[0].rows - drop)
    return replace(
        above,
        rows=above.rows + below.rows - drop,
        cells=(*above.cells, *sorted([*cells, *blanks], key=lambda c: (c.row, c.column))),
        pieces=(*above.pieces, first, *pieces[1:]),
        confidence=min(above.confidence, below.confidence),
        leftovers=(*above.leftovers, *dropped, *below.leftovers),
    )


def _moved(cell: Cell, shift: int, columns: Sequence[int], as_data: bool) -> Cell:
    first, last = columns[cell.column], columns[cell.column + cell.column_span - 1]
    role = "data" if as_data and cell.role == "column_header" else cell.role
    return replace(cell, row=cell.row + shift, column=first, column_span=last - first + 1, role=role)


def _span(start: int, length: int) -> range:
    return range(start, start + length)


def _last_on(table: Table, page: Page, lines: Sequence[Line]) -> bool:
    """Whether nothing but the page's foot stands below the table."""
    bottom = table.pieces[-1].box[3]
    foot = (1 - MARGIN) * page.image_height
    return all(_middle(line) <= bottom or _middle(line) >= foot for line in lines)


def _first_on(table: Table, page: Page, lines: Sequence[Line], title: str) -> bool:
    """Whether nothing but the page's head stands above the table, and no caption that makes it another one."""
    top = table.pieces[0].box[1]
    head = MARGIN * page.image_height
    if table.title and not _same_title(table.title, title):
        return False
    above = [line for line in lines if _middle(line) < top]
    return all(
        _same_title(line.text, title)
        or (_middle(line) <= head and top - line.box[3] > HEADING * (line.box[3] - line.box[1]))
        for line in above
    )


def _same_title(caption: str, title: str) -> bool:
    """Whether a caption names the table with this title, or says that a table goes on."""
    plain = "".join(caption.split()).casefold()
    return bool(AGAIN.search(caption)) or (bool(plain) and plain in "".join(title.split()).casefold())


def _middle(line: Line) -> float:
    return (line.box[1] + line.box[3]) / 2


def _columns(above: Table, below: Table) -> list[int] | None:
    """For each column of the lower table the upper one's that it continues; None where they don't line up.

    Columns are compared by the extent of their print, in shares of their own table's width, so that a page that was
    laid on the scanner a little further left makes no difference.
    """
    if below.columns > above.columns:
        return None
    upper, lower = _extents(above), _extents(below)
    if below.columns == above.columns:
        pairs = [(a, b) for a, b in zip(upper, lower, strict=True) if a and b]
        return list(range(above.columns)) if pairs and all(_near(a, b) for a, b in pairs) else None
    found: list[int] = []
    for extent in lower:
        near = [k for k, other in enumerate(upper) if extent and other and _near(other, extent)]
        if not near:
            return None
        found.append(near[0])
    return found if all(a < b for a, b in pairwise(found)) else None


def _extents(table: Table) -> list[Extent | None]:
    """From where to where each column's print goes, as shares of the table's width."""
    x0 = min(p.box[0] for p in table.pieces)
    width = max(p.box[2] for p in table.pieces) - x0 or 1.0
    extents: list[Extent | None] = []
    for k in range(table.columns):
        boxes = [c.box for c in table.cells if c.column == k and c.column_span == 1 and c.words]
        extents.append(
            ((min(b[0] for b in boxes) - x0) / width, (max(b[2] for b in boxes) - x0) / width) if boxes else None
        )
    return extents


def _near(a: Extent, b: Extent) -> bool:
    """Whether two columns stand at one place: by their left edge, their right edge, or their middle."""
    edges = (a[0] - b[0], a[1] - b[1], (a[0] + a[1] - b[0] - b[1]) / 2)
    return min(abs(e) for e in edges) <= SLACK


def _repeats(above: Table, below: Table, columns: Sequence[int]) -> bool:
    """Whether the lower table begins with the upper one's header once more."""
    rows = min(above.header_rows, below.header_rows)
    if rows < 1 or above.header_rows != below.header_rows:
        return False
    first = _header(above, list(range(above.columns)))
    again = _header(below, columns)
    return bool(first) and SequenceMatcher(None, first, again, autojunk=False).ratio() >= ALIKE


def _header(table: Table, columns: Sequence[int]) -> str:
    cells = sorted((c.row, columns[c.column], c.text) for c in table.cells if c.row < table.header_rows and c.words)
    return "\n".join("".join(text.split()).casefold() for _, _, text in cells)


def _begins_with_data(table: Table) -> bool:
    """Whether the first row has a number in it, as rows of data have and headers seldom."""
    return any(any(ch.isdigit() for ch in c.text) for c in table.cells if c.row == 0 and c.column > 0)
