"""What is checked of the relations of a batch."""

from __future__ import annotations

from collections.abc import Sequence

from dagster import AssetCheckResult, AssetCheckSpec

from assets.pages.stage import PAGES
from assets.relations.conserved import misplaced
from assets.relations.stage import CANDIDATES
from assets.tables.stage import TABLES
from records.document import Document
from resources.workshop import Workshop

SPECS = [
    AssetCheckSpec(
        "cells_conserved",
        asset="relations",
        description="Every cell with text is in a row, or told of as a header, total or note; never both.",
    )
]


def cells_conserved(work: Workshop, documents: Sequence[Document]) -> AssetCheckResult:
    """Counts cells, and names those that are lost, doubled or made up."""
    cells = 0
    bad: list[str] = []
    for document, candidates in CANDIDATES.made(work, documents):
        pages, tables = PAGES.get(work, document.sha256), TABLES.get(work, document.sha256)
        if len(candidates) != len(tables):
            bad.append(f"{document.sha256[:12]}: {len(tables)} tables and {len(candidates)} candidates")
        for table, candidate in zip(tables, candidates, strict=False):
            cells += sum(bool(cell.text.strip()) for cell in table.cells)
            place = f"{document.sha256[:12]} table {candidate.table + 1}"
            bad += [f"{place}: {text}" for text in misplaced(table, candidate, pages)]
    return AssetCheckResult(
        passed=not bad,
        check_name="cells_conserved",
        metadata={"cells": cells, "lost or doubled": len(bad), "first": bad[:5]},
    )
