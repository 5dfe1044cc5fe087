"""A document's tables as candidates for relations: names, types and rows, and every cell told of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assets.relations import grid as grids
from assets.relations.columns import decide, style_of, weigh_all
from assets.relations.forms import look_at
from assets.relations.identifiers import column_names
from assets.relations.naming import relation_name
from records.page import Page
from records.relation import Candidate, Column, Field
from records.table import Cell, Table

VERSION = "1"
"""Goes up when the rules give something else for the same tables."""

MOST_COLUMNS = 1000
"""PostgreSQL has room for 1600; a grid this wide was no table, and its cells are told of as skipped."""


def propose(document: str, tables: Sequence[Table], pages: Sequence[Page]) -> tuple[Candidate, ...]:
    """One candidate a table, in order. ``document`` is its SHA-256; boxes go to the frame as handed in.

    Each cell with text stands in a row (in several, where it spans rows) or in ``skipped``. Raises KeyError for a
    cell on a page that is not there.
    """
    by_index = {page.index: page for page in pages}
    return tuple(_candidate(document, number, table, by_index) for number, table in enumerate(tables))


def _candidate(document: str, number: int, table: Table, pages: Mapping[int, Page]) -> Candidate:
    grid = grids.unfold(table)
    data = grids.data_rows(grid)
    headers = grids.headers(grid)
    names = column_names(headers)
    name = relation_name(table.title or grids.spanning_title(grid), names, headers)
    if not data or grid.columns > MOST_COLUMNS:
        return Candidate(document, number, name, (), (), tuple(_field(c, pages) for c in table.cells if c.text.strip()))
    rows, placed = [], set()
    for at in data:
        row: list[Field | None] = []
        for column, cell in enumerate(grid.rows[at]):
            if cell is None or column != cell.column:  # a cell over several columns is the first one's value
                row.append(None)
            else:
                row.append(_field(cell, pages))
                placed.add((cell.row, cell.column))
        rows.append(tuple(row))
    kept_apart = {id(cell) for cell in grid.beyond}
    outside = [c for c in table.cells if c.text.strip() and (id(c) in kept_apart or (c.row, c.column) not in placed)]
    columns = _columns(names, headers, rows)
    return Candidate(document, number, name, columns, tuple(rows), tuple(_field(c, pages) for c in outside))


def _columns(
    names: Sequence[str], headers: Sequence[str], rows: Sequence[Sequence[Field | None]]
) -> tuple[Column, ...]:
    texts = [look_at([None if (field := row[i]) is None else field.text for row in rows]) for i in range(len(names))]
    style = style_of(texts)
    found = []
    for name, header, column in zip(names, headers, texts, strict=True):
        evidence = weigh_all(column, style)
        found.append(Column(name, decide(evidence), evidence.nulls > 0, header))
    return tuple(found)


def _field(cell: Cell, pages: Mapping[int, Page]) -> Field:
    """The cell in the frame as handed in; characters that PostgreSQL can't hold are left out."""
    text = cell.text.replace("\0", "").encode(errors="replace").decode()
    return Field(text, cell.page, pages[cell.page].source_box(cell.box), cell.confidence)
