"""Reports as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from orchestration.batch import Run
from orchestration.ingest import Report
from records.relation import Trace
from resources.catalogue import Load, State


def print_report(console: Console, report: Report) -> None:
    """What became of files."""
    console.print(documents_table(report.documents))
    for failure in report.refused:
        console.print(f"[red]refused[/] ({failure.category}) {escape(failure.message)}", highlight=False)
    if report.loads:
        console.print(loads_table(report.loads))
    print_runs(console, report.runs)
    console.print(
        f"{report.files} files: {len(report.documents)} documents, {report.duplicates} known before,"
        f" {len(report.refused)} refused, in {report.seconds:.1f} s"
    )


def print_runs(console: Console, runs: Sequence[Run]) -> None:
    """How checks and runs ended: those that passed as a number, all others by name."""
    checks = [check for run in runs for check in run.checks]
    passed = sum(check.passed for check in checks)
    if checks:
        console.print(f"checks: [green]{passed} passed[/], {len(checks) - passed} not")
    for check in checks:
        if not check.passed:
            word = "[yellow]warning[/]" if check.warning else "[red]failed[/]"
            told = ", ".join(f"{key}: {value}" for key, value in check.metadata.items())
            console.print(f"{word} {check.asset}: {check.check} ({escape(told)})", highlight=False)
    for run in runs:
        if run.status != "SUCCESS":
            console.print(f"[red]run {run.run} ended as {run.status}[/] {escape(run.error)}", highlight=False)


def documents_table(documents: Sequence[State]) -> Table:
    """Documents with how far they have come."""
    table = Table("document", "source", "pages", "state", title="documents", title_justify="left")
    for document in documents:
        state = document.status if document.failure is None else f"[red]{escape(document.failure.message)}[/]"
        table.add_row(document.sha256[:12], document.source or "", str(document.pages), state)
    return table


def loads_table(loads: Sequence[Load]) -> Table:
    """Relations with what was loaded into them."""
    table = Table("relation", "tables", "rows", "rejects", title="relations", title_justify="left")
    for load in loads:
        table.add_row(load.relation, str(load.tables), str(load.rows), str(load.rejects))
    return table


def print_traces(console: Console, traces: Sequence[tuple[Trace, Path]]) -> None:
    """Values with the way back to where they were read."""
    for trace, path in traces:
        box = " ".join(f"{side:.0f}" for side in trace.box)
        console.print(f"[bold]{escape(str(trace.value))}[/]  {trace.relation}, row {trace.row}, {trace.column}")
        console.print(
            f"  read as {trace.text!r} with confidence {trace.confidence:.3f}"
            f" in {trace.source}, page {trace.page + 1}, box {box}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
        console.print(f"  {path}", markup=False, highlight=False, soft_wrap=True)
