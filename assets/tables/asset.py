"""Declares the tables of a batch to Dagster."""

from collections.abc import Sequence
from typing import Any

from dagster import AssetExecutionContext, MaterializeResult, MetadataValue, TableColumn, TableSchema, asset

from assets.declare import declared, materialise
from assets.look import pictures
from assets.regions.asset import regions
from assets.tables.checks import SPECS, geometry_consistent, words_conserved
from assets.tables.preview import markdown
from assets.tables.stage import TABLES
from records.document import Document
from records.geometry import Box
from records.table import Cell, Table
from resources.platform import Platform
from resources.workshop import Workshop

PREVIEWS = 4


def look(work: Workshop, documents: Sequence[Document]) -> dict[str, Any]:
    """Counts, the first tables as Markdown, their headers as column schema, and their cells on the first pages."""
    count = cells = continued = 0
    previews: list[str] = []
    headers: dict[str, None] = {}
    for document, tables in TABLES.made(work, documents):
        for table in tables:
            count, cells = count + 1, cells + len(table.cells)
            continued += len(table.pieces) > 1
            if len(previews) < PREVIEWS:
                previews.append(f"`{document.sha256[:12]}` {table.title}\n\n{markdown(table)}")
            headers |= dict.fromkeys(header_texts(table))
    found: dict[str, Any] = {"tables": count, "cells": cells, "over page breaks": continued}
    if headers:
        found["dagster/column_schema"] = TableSchema([TableColumn(name) for name in headers])
    found["first tables"] = MetadataValue.md("\n\n".join(previews) or "no table")
    found["pictures"] = pictures(work, TABLES, documents, cell_boxes)
    return found


def header_texts(table: Table) -> list[str]:
    """What stands above the columns, white space made single."""
    return [" ".join(c.text.split()) for c in table.cells if c.role == "column_header" and c.text.strip()]


def cell_boxes(tables: Sequence[Table], page: int) -> list[tuple[Box, int]]:
    """The cells on a page, the tables in colours of their own."""
    return [(cell.box, i) for i, table in enumerate(tables) for cell in table.cells if cell.page == page]


@asset(deps=[regions], check_specs=SPECS, **declared({"python", "opencv"}, Cell))
def tables(context: AssetExecutionContext, platform: Platform) -> MaterializeResult:
    """The tables of each document as grids of cells that know their words, joined where they go on over a page."""
    return materialise(context, platform, TABLES, look, [words_conserved, geometry_consistent])
