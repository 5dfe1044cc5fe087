"""What is checked of the warehouse. The first two stand before all else: nothing runs that they refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dagster import AssetCheckResult, AssetCheckSeverity, AssetCheckSpec, MetadataValue

from assets.warehouse.stage import Loading, count_rows
from records.document import Document
from records.relation import Verdict
from resources.workshop import Workshop

SPECS = [
    AssetCheckSpec(
        "explain",
        asset="warehouse",
        blocking=True,
        description="Every statement is parsed, and PREPAREd and EXPLAINed by the database, before one is run.",
    ),
    AssetCheckSpec(
        "validate",
        asset="warehouse",
        blocking=True,
        description="Every definition and every COPY is run in a transaction that is rolled back, before it is run.",
    ),
    AssetCheckSpec(
        "cells_conserved",
        asset="warehouse",
        description="Every cell of a row is a value, a placeholder for nothing, or in rejects with the reason.",
    ),
    AssetCheckSpec(
        "rows_conserved",
        asset="warehouse",
        description="The relations hold exactly the rows that the documents' tables have.",
    ),
    AssetCheckSpec(
        "structure_changed",
        asset="warehouse",
        description="Tells, as a warning, of columns added and types changed in relations that were there before.",
    ),
]
SHOWN = 20


def explain(loading: Loading) -> AssetCheckResult:
    """Statements that were parsed and, where they have a plan, explained."""
    bad = [v for v in loading.refused if not v.accepted and v.stage in ("parsed", "explained")]
    return _verdict("explain", loading, bad)


def validate(loading: Loading) -> AssetCheckResult:
    """Statements that were run and rolled back."""
    return _verdict("validate", loading, [v for v in loading.refused if not v.accepted and v.stage == "dry run"])


def cells_conserved(loading: Loading) -> AssetCheckResult:
    """Counts over all that was loaded now."""
    cells, values, placeholders, rejects = (
        sum(r.cells for r in loading.reports),
        sum(r.values for r in loading.reports),
        sum(r.placeholders for r in loading.reports),
        sum(len(r.rejects) for r in loading.reports),
    )
    return AssetCheckResult(
        passed=cells == values + placeholders + rejects,
        check_name="cells_conserved",
        metadata={"cells": cells, "values": values, "placeholders": placeholders, "rejects": rejects},
    )


def rows_conserved(work: Workshop, documents: Sequence[Document], loading: Loading) -> AssetCheckResult:
    """Counts in the tables, the catalogue and the relations."""
    read = [document for document in documents if document.sha256 not in loading.failed]
    count = count_rows(work, read)
    return AssetCheckResult(
        passed=count.tables == count.noted == count.standing,
        check_name="rows_conserved",
        metadata={"in tables": count.tables, "in the catalogue": count.noted, "in relations": count.standing},
    )


def structure_changed(loading: Loading) -> AssetCheckResult:
    """Changes of relations that were there before; new relations are no cause to warn."""
    changes = [change for report in loading.reports for change in report.changes]
    changed = [f"{c.relation}.{c.column}: {c.kind} {c.detail}" for c in changes if c.kind != "relation_new"]
    return AssetCheckResult(
        passed=not changed,
        check_name="structure_changed",
        severity=AssetCheckSeverity.WARN,
        metadata={"new relations": sum(c.kind == "relation_new" for c in changes), "changes": changed[:SHOWN]},
    )


def _verdict(name: str, loading: Loading, bad: Sequence[Verdict]) -> AssetCheckResult:
    accepted = [verdict for report in loading.reports for verdict in report.verdicts]
    said = "\n".join(f"- {v.statement.purpose}: {v.message}\n\n  `{v.statement.sql}`" for v in bad[:SHOWN])
    return AssetCheckResult(
        passed=not bad,
        check_name=name,
        metadata={
            "statements": dict(Counter(verdict.stage for verdict in accepted)),
            "refused": len(bad),
            "why": MetadataValue.md(said or "none was refused"),
        },
    )
