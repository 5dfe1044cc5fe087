"""``make demo``: documents from the real inbox to the warehouse, with all checks, and what came of it for people.

It works in a home folder of its own, made anew each time, and leaves nothing running.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from dagster import DagsterInstance, SensorResult, build_sensor_context
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from assets.tables.stage import TABLES
from assets.warehouse.structure import loaded
from assets.warehouse.trace import trace
from orchestration.batch import Run, execute
from orchestration.cli.errors import guarded
from orchestration.cli.progress import watching
from orchestration.cli.read import expand
from orchestration.cli.tables import documents_table, loads_table, print_runs, print_traces
from orchestration.crop import write_crop
from orchestration.inbox import inbox
from orchestration.instance import ROOT, open_instance
from orchestration.sensors import inbox_sensor
from records.relation import Trace
from records.settings import Settings
from resources.catalogue import FAILED
from resources.platform import open_workshop
from resources.postgres import stop
from resources.settings import load_settings
from resources.workshop import Workshop

SAMPLES = ROOT / "samples"
TRACED = 4
"""Values whose way back is shown."""


def demo_settings() -> Settings:
    """Settings with an empty home folder of the demo's own below the real one, and batches that close at once."""
    home = Path(load_settings().home) / "demo"
    os.environ |= {"TABLEWRIGHT_HOME": str(home), "TABLEWRIGHT_INTAKE_BATCH_SECONDS": "0"}
    settings = load_settings()
    stop(settings)
    shutil.rmtree(home, ignore_errors=True)
    return settings


def fill_inbox(settings: Settings, source: Path) -> int:
    """Copy the documents of a folder into the inbox, each appearing there whole; gives their number."""
    truth = SAMPLES / "truth"  # what the samples say, for the tests; it is no document
    files = [path for path in expand([source]) if not path.is_relative_to(truth)]
    for path in files:
        target = inbox(settings) / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        hidden = target.with_name(f".{target.name}.part")
        shutil.copyfile(path, hidden)
        hidden.replace(target)
    return len(files)


def watch_inbox(instance: DagsterInstance) -> list[str]:
    """Let the inbox's sensor tick, as the daemon does, until the inbox is empty; gives the batches that it closed."""
    cursor: str | None = None
    batches: dict[str, None] = {}
    while True:
        result = inbox_sensor(build_sensor_context(instance, cursor=cursor))
        assert isinstance(result, SensorResult)
        batches |= dict.fromkeys(str(request.partition_key) for request in result.run_requests or ())
        cursor, before = result.cursor, cursor
        if cursor == before:
            return list(batches)


def summary(work: Workshop, runs: Sequence[Run]) -> Table:
    """Counts, and seconds a page by stage."""
    documents = work.catalogue.documents([run.batch for run in runs])
    pages = sum(document.pages for document in documents)
    tables = sum(len(found) for _, found in TABLES.made(work, documents))
    loads = work.catalogue.loads()
    table = Table("what", "how many", title="made", title_justify="left")
    for name, count in {
        "documents": len(documents),
        "pages": pages,
        "tables": tables,
        "relations": len(loads),
        "rows": sum(load.rows for load in loads),
        "rejects": sum(load.rejects for load in loads),
    }.items():
        table.add_row(name, str(count))
    seconds = sum(run.seconds for run in runs)
    table.add_row("seconds a page", f"{seconds / max(1, pages):.2f}")
    for stage in runs[0].stages if runs else ():
        spent = sum(run.stages.get(stage, 0.0) for run in runs)
        table.add_row(f"  {stage}", f"{spent / max(1, pages):.3f}")
    return table


def ways_back(work: Workshop, folder: Path) -> list[tuple[Trace, Path]]:
    """A few values, each from another relation or column, with the crops that they were read from."""
    found = []
    for load in work.catalogue.loads():
        row = first_row(work, load.relation)
        values = [value for value in trace(work.catalogue.connection, load.relation, row) if value.value is not None]
        found += [(value, write_crop(work, value, folder)) for value in values[-1:]]
    return found[:TRACED]


def first_row(work: Workshop, relation: str) -> int:
    """The number of a relation's first row."""
    return min(note.first_row for note in loaded(work.catalogue.connection, relation=relation))


def run(console: Console, settings: Settings, source: Path) -> int:
    """From the inbox to the report; gives the exit status."""
    started = time.monotonic()
    with console.status("starting PostgreSQL and a Dagster instance on it"):
        instance = open_instance(settings)
    with instance:
        work = open_workshop(settings)
        with work.catalogue:
            files = fill_inbox(settings, source)
            batches = watch_inbox(instance)
            with watching(console) as progress:
                runs = list(execute(instance, batches, progress))
            console.print(documents_table(work.catalogue.states()))
            for refusal in work.catalogue.quarantine():
                console.print(f"[yellow]quarantine[/] ({refusal.category}) {escape(refusal.message)}", highlight=False)
            console.print(summary(work, runs))
            console.print(loads_table(work.catalogue.loads()))
            print_traces(console, ways_back(work, Path(settings.home) / "crops"))
            print_runs(console, runs)
            broken = [check for r in runs for check in r.checks if not (check.passed or check.warning)]
            failed = work.catalogue.states(status=FAILED)
    console.print(f"{files} files in {time.monotonic() - started:.0f} s. Look around in it with")
    console.print(f"  TABLEWRIGHT_HOME={settings.home} make up", highlight=False)
    return int(bool(broken or failed or any(r.status != "SUCCESS" for r in runs)))


def main(arguments: Sequence[str]) -> int:
    """The command of ``make demo``: exit status 1 where a document, a run or a check failed."""
    console = Console()
    source = Path(arguments[0]) if arguments else SAMPLES
    if not source.is_dir():
        console.print(f"[red]{source} is no folder: name one with documents, as in make demo DOCS=folder[/]")
        return 1
    settings = demo_settings()
    try:
        return run(console, settings, source)
    finally:
        stop(settings)


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(sys.argv[1:]), "make demo"))
