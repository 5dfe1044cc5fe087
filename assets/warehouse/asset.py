"""Declares the warehouse to Dagster."""

from collections.abc import Mapping, Sequence
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

from assets.declare import declared, faults
from assets.relations.asset import relations
from assets.warehouse.checks import (
    SPECS,
    cells_conserved,
    explain,
    rows_conserved,
    structure_changed,
    validate,
)
from assets.warehouse.stage import Loading, load_batches
from assets.warehouse.structure import table_columns
from records.relation import Column, Trace
from resources.platform import Platform
from resources.workshop import Workshop

REJECTS_SHOWN = 20


@asset(deps=[relations], check_specs=SPECS, **declared({"postgres", "sql"}, Trace, engine=False))
def warehouse(context: AssetExecutionContext, platform: Platform) -> MaterializeResult:
    """Rows in typed relations of PostgreSQL, each value with the original text, page, box and confidence it was read
    with. One transaction a batch; loading the same again changes nothing; a document read anew replaces its rows."""
    with faults():
        work = platform.workshop
        documents = work.catalogue.documents(context.partition_keys)
        loading = load_batches(work, context.partition_keys)
        return MaterializeResult(
            metadata=look(work, loading),
            check_results=[
                explain(loading),
                validate(loading),
                cells_conserved(loading),
                rows_conserved(work, documents, loading),
                structure_changed(loading),
            ],
        )


def look(work: Workshop, loading: Loading) -> dict[str, Any]:
    """Rows by relation, columns with their types and what they were made of, and the first rejects."""
    touched = {load.relation: load for report in loading.reports for load in report.relations}
    columns = table_columns(work.catalogue.connection)
    rejects = [reject for report in loading.reports for reject in report.rejects]
    rows = [f"| {name} | {load.rows} | {load.removed} |" for name, load in sorted(touched.items())]
    shown = [f"| {r.relation}.{r.column} | {r.field.text} | {r.reason} |" for r in rejects[:REJECTS_SHOWN]]
    return {
        "dagster/partition_row_count": sum(report.rows for report in loading.reports),
        "dagster/row_count": sum(load.rows for load in work.catalogue.loads()),
        "dagster/column_schema": TableSchema(
            [TableColumn(f"{n}.{c.name}", c.type, c.header) for n, found in columns.items() for c in found]
        ),
        "dagster/column_lineage": lineage(columns),
        "unchanged documents": sum(report.unchanged for report in loading.reports),
        "failed": len(loading.failed),
        "rejected": len(rejects),
        "seconds": round(loading.seconds, 3),
        "loaded": MetadataValue.md("\n".join(["| relation | rows | replaced |", "|---|---|---|", *rows])),
        "first rejects": MetadataValue.md("\n".join(["| column | text | reason |", "|---|---|---|", *shown])),
    }


def lineage(relations: Mapping[str, Sequence[Column]]) -> TableColumnLineage:
    """Each column of the warehouse, and the header of the tables that it was made of."""
    return TableColumnLineage(
        {
            f"{name}.{column.name}": [TableColumnDep(AssetKey("tables"), column.header)]
            for name, columns in relations.items()
            for column in columns
            if column.header
        }
    )
