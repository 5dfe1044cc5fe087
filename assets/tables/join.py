"""Tables that go on over the page's end, made one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from msgspec.structs import replace

from records.page import Line, Page
from records.table import Cell, Piece, Role, Table

MARGIN = 0.09
"""The share of the page at its top and bottom where running headers and footers stand."""
CLOSE = 0.03
"""The share of the page's width by which the edges of two parts of one table may differ."""
NEAR = 2.0
"""A line above a table by no more than this many times its height is about the table, no running header."""
AGAIN = re.compile(r"contin|cont[.'’]?d|\bcont\.|续|続|suite|fortsetzung", re.IGNORECASE)
"""What a caption says that a table goes on."""


def join_tables(
    pages: Sequence[Page], tables: Sequence[tuple[Table, ...]], lines: Sequence[tuple[Line, ...]]
) -> tuple[Table, ...]:
    """All tables of a document in order; one that goes on over a page's end is one table.

    ``tables`` and ``lines`` are those of each page, in the order of ``pages``. Parts belong together when one is the
    last thing on its page and the other the first on the next (but for headers, footers and a caption that says so),
    with the same columns in the same places. A header that comes again is dropped: its words become leftovers.
    """
    place = {page.index: i for i, page in enumerate(pages)}
    joined: list[Table] = []
    for page, found in zip(pages, tables, strict=True):
        for k, table in enumerate(found):
            last = joined[-1] if joined else None
            if last is not None and not k and last.pieces[-1].page == page.index - 1:
                before = place[page.index - 1]
                if (
                    _ends(last, tables[before], pages[before], lines[before])
                    and _begins(table, page, lines[place[page.index]], last.title)
                    and _alike(last, table, page)
                ):
                    joined[-1] = _join(last, table)
                    continue
            joined.append(table)
    return tuple(joined)


def _ends(table: Table, found: Sequence[Table], page: Page, lines: Sequence[Line]) -> bool:
    """Whether a table is the last thing on its page."""
    box = table.pieces[-1].box
    low = (1 - MARGIN) * page.image_height
    others = any(t.pieces[-1].box[1] > box[3] for t in found)
    return not others and not any(ln.box[1] > box[3] and ln.box[3] < low and len(ln.text) > 3 for ln in lines)


def _begins(table: Table, page: Page, lines: Sequence[Line], title: str) -> bool:
    """Whether a table is the first thing on its page."""
    box = table.pieces[0].box
    high = MARGIN * page.image_height
    near = box[1] - NEAR * median([ln.box[3] - ln.box[1] for ln in lines] or [0.0])
    above = [ln for ln in lines if ln.box[3] < box[1] and ln.box[3] > min(high, near) and len(ln.text) > 3]
    if table.title and not AGAIN.search(table.title) and not _same(table.title, title):
        return False
    return all(AGAIN.search(ln.text) or (title and _same(ln.text, title)) for ln in above)


def _alike(a: Table, b: Table, page: Page) -> bool:
    """Whether two tables have the same columns in the same places."""
    slack = CLOSE * page.image_width
    left, right = a.pieces[-1].box, b.pieces[0].box
    if a.columns != b.columns or abs(left[0] - right[0]) > slack or abs(left[2] - right[2]) > slack:
        return False
    mine, other = _columns(a, a.pieces[-1].page), _columns(b, b.pieces[0].page)
    shared = [c for c in mine if c in other]
    return bool(shared) and all(min(mine[c][1], other[c][1]) > max(mine[c][0], other[c][0]) - slack for c in shared)


def _columns(table: Table, page: int) -> dict[int, tuple[float, float]]:
    """Where the text of each column stands, by the cells of one column on a page."""
    found: dict[int, tuple[float, float]] = {}
    for cell in table.cells:
        if cell.page == page and cell.column_span == 1 and cell.words:
            low, high = found.get(cell.column, (cell.box[0], cell.box[2]))
            found[cell.column] = min(low, cell.box[0]), max(high, cell.box[2])
    return found


def _same(a: str, b: str) -> bool:
    return "".join(a.split()).casefold() == "".join(b.split()).casefold()


def _repeated(a: Table, b: Table) -> int:
    """How many rows at the top of ``b`` say again what the header of ``a`` says."""
    rows = 0
    for row in range(min(a.header_rows, b.rows - 1)):
        mine = [(c.column, "".join(c.text.split()).casefold()) for c in a.cells if c.row == row and c.text]
        other = [(c.column, "".join(c.text.split()).casefold()) for c in b.cells if c.row == row and c.text]
        if not mine or mine != other:
            break
        rows += 1
    # a header cell that reaches into the rows below can't be cut off: keep the header then
    return 0 if any(c.row < rows < c.row + c.row_span for c in b.cells) else rows


def _join(a: Table, b: Table) -> Table:
    dropped = _repeated(a, b)
    header = [c for c in b.cells if c.row < dropped]
    shift = a.rows - dropped
    cells: list[Cell] = [*a.cells]
    for c in b.cells:
        if c.row >= dropped:
            # what looked like a header only because it stood at the top of a page
            headed = c.role == "column_header"
            role: Role = ("data" if c.column else "row_header") if headed else c.role
            cells.append(replace(c, row=c.row + shift, role=role))
    pieces = [*a.pieces, *(Piece(p.page, p.box, a.rows, b.rows - dropped) for p in b.pieces)]
    return replace(
        a,
        rows=a.rows + b.rows - dropped,
        cells=tuple(cells),
        pieces=tuple(pieces),
        confidence=min(a.confidence, b.confidence),
        leftovers=tuple(sorted([*a.leftovers, *b.leftovers, *(ref for c in header for ref in c.words)])),
    )
