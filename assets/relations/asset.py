"""Declares the relations of a batch to Dagster."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from dagster import (
    AssetExecutionContext,
    AssetKey,
    MaterializeResult,
    MetadataValue,
    TableColumn,
    TableColumnDep,
    TableColumnLineage,
    TableSchema,
    asset,
)

from assets.declare import declared, materialise
from assets.relations.checks import SPECS, cells_conserved
from assets.relations.stage import CANDIDATES
from assets.tables.asset import tables
from records.document import Document
from records.relation import Column
from resources.platform import Platform
from resources.workshop import Workshop

SHOWN = 20


@asset(deps=[tables], check_specs=SPECS, **declared({"python"}, Column, engine=False))
def relations(context: AssetExecutionContext, platform: Platform) -> MaterializeResult:
    """Each table as a candidate for a relation: names and types of its columns, its rows, and the cells that are no
    data. Which relation takes it is decided when it is loaded."""
    return materialise(context, platform, CANDIDATES, look, [cells_conserved])


def look(work: Workshop, documents: Sequence[Document]) -> dict[str, Any]:
    """Candidates by name, their columns with the headers they come from, and counts of rows and skipped cells."""
    names: Counter[str] = Counter()
    rows = skipped = 0
    columns: dict[str, Column] = {}
    for _, found in CANDIDATES.made(work, documents):
        for candidate in found:
            names[candidate.name] += 1
            rows, skipped = rows + len(candidate.rows), skipped + len(candidate.skipped)
            columns |= {f"{candidate.name}.{column.name}": column for column in candidate.columns}
    told: dict[str, Any] = {"candidates": names.total(), "dagster/partition_row_count": rows, "skipped cells": skipped}
    if columns:
        told["dagster/column_schema"] = TableSchema([TableColumn(n, c.type, c.header) for n, c in columns.items()])
        told["dagster/column_lineage"] = TableColumnLineage(
            {n: [TableColumnDep(AssetKey("tables"), c.header)] for n, c in columns.items() if c.header}
        )
    listed = [f"| {name} | {count} |" for name, count in names.most_common(SHOWN)]
    told["names"] = MetadataValue.md("\n".join(["| name | tables |", "|---|---|", *listed]))
    return told
