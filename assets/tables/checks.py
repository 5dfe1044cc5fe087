"""What is checked of the tables of a batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dagster import AssetCheckResult, AssetCheckSpec

from assets.lines.stage import LINES, Lines
from assets.tables.conserved import miscounted, trespassing
from assets.tables.stage import TABLES
from records.document import Document
from records.table import Table
from resources.workshop import Workshop

SPECS = [
    AssetCheckSpec(
        "words_conserved",
        asset="tables",
        description="Every word inside a table is in exactly one cell, or on the table's list of leftovers.",
    ),
    AssetCheckSpec(
        "geometry_consistent", asset="tables", description="No cell's text lies in the box of another cell."
    ),
]


def words_conserved(work: Workshop, documents: Sequence[Document]) -> AssetCheckResult:
    """Counts words in cells and leftovers, and names those lost or doubled."""
    cells = leftovers = 0
    bad: list[str] = []
    for place, table, lines in _tables(work, documents):
        cells += sum(len(cell.words) for cell in table.cells)
        leftovers += len(table.leftovers)
        wrong = miscounted(table, lines)
        bad += [f"{place}, page {r.page + 1}: {lines[r.page][r.line].words[r.word].text}" for r in wrong]
    return AssetCheckResult(
        passed=not bad,
        check_name="words_conserved",
        metadata={"in cells": cells, "leftovers": leftovers, "lost or doubled": len(bad), "first": bad[:5]},
    )


def geometry_consistent(work: Workshop, documents: Sequence[Document]) -> AssetCheckResult:
    """Counts cells, and names pairs where the text of one lies in the box of the other."""
    cells = 0
    bad: list[str] = []
    for place, table, lines in _tables(work, documents):
        cells += len(table.cells)
        pairs = trespassing(table, lines)
        bad += [
            f"{place}: row {a.row + 1} column {a.column + 1} in row {b.row + 1} column {b.column + 1}" for a, b in pairs
        ]
    return AssetCheckResult(
        passed=not bad,
        check_name="geometry_consistent",
        metadata={"cells": cells, "overlapping": len(bad), "first": bad[:5]},
    )


def _tables(work: Workshop, documents: Sequence[Document]) -> Iterator[tuple[str, Table, Lines]]:
    for document, tables in TABLES.made(work, documents):
        lines = LINES.get(work, document.sha256)
        for number, table in enumerate(tables):
            yield f"{document.sha256[:12]} table {number + 1}", table, lines
