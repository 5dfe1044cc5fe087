"""Files into the platform from first to last: taken in, batched, run and told of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dagster import DagsterInstance
from msgspec import Struct

from orchestration.batch import Run, daemon_lives, execute, latest
from orchestration.inbox import close_batches, take
from orchestration.instance import open_instance
from orchestration.quarantine import failed_documents, reread, retake
from records.document import Failure, Intake
from records.settings import Settings
from resources.catalogue import DONE, FAILED, Load, State
from resources.platform import open_workshop
from resources.workshop import Progress, Workshop

Handled = tuple[str, Failure | None, str]
"""A file's SHA-256, the failure that refused it, and what it was."""

POLL = 0.5
LOST = 180.0
"""Seconds that a batch may wait for the daemon to begin with it."""


class Unknown(LookupError):
    """Something was named that there is not."""


class DaemonSilent(TimeoutError):
    """The daemon shows signs of life and does nothing."""


class Report(Struct, frozen=True):
    """What became of files: documents with their states, files that are none, runs with their checks, and what the
    warehouse holds of them."""

    files: int
    duplicates: int
    refused: tuple[Failure, ...]
    documents: tuple[State, ...]
    runs: tuple[Run, ...]
    loads: tuple[Load, ...]
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether every file is in the warehouse, and every check passed that does not merely warn."""
        read = all(document.status == DONE for document in self.documents)
        return read and not self.refused and not self.failed_checks

    @property
    def failed_checks(self) -> list[str]:
        return [f"{c.asset}: {c.check}" for run in self.runs for c in run.checks if not (c.passed or c.warning)]


def ingest_files(settings: Settings, files: Sequence[Path], progress: Progress) -> Report:
    """Take files in and wait until they are read. Where a daemon is at work it does that; else this process.

    Raises resources.postgres.DatabaseError; DaemonSilent.
    """

    def bring(work: Workshop) -> list[Handled]:
        taken: list[tuple[Intake, str]] = []
        for number, file in enumerate(files):
            taken += take(work, [(file, str(file.absolute()))])
            progress("documents", number + 1, len(files))
        close_batches(work, time.time(), 0)
        return [(i.sha256, i.failure, outcome) for i, outcome in taken]

    return _carry(settings, progress, bring)


def retry_failed(settings: Settings, ids: Sequence[str], progress: Progress) -> Report:
    """Try refused files (by number) and failed documents (by the beginning of their SHA-256) again; all where none is
    named. Raises Unknown for a name that is neither.
    """

    def bring(work: Workshop) -> list[Handled]:
        refused = [r for r in work.catalogue.quarantine() if not ids or str(r.id) in ids]
        failed = [
            s for s in failed_documents(work) if not ids or any(s.sha256.startswith(i) for i in ids if len(i) > 5)
        ]
        known = {str(r.id) for r in refused} | {i for i in ids for s in failed if s.sha256.startswith(i)}
        if strange := sorted(set(ids) - known):
            raise Unknown(f"nothing that failed is called {strange[0]}; `tablewright quarantine list` shows names")
        reread(work, failed)
        taken = retake(work, refused)
        close_batches(work, time.time(), 0)
        return [*((i.sha256, i.failure, outcome) for i, outcome in taken), *((s.sha256, None, "again") for s in failed)]

    return _carry(settings, progress, bring)


def _carry(settings: Settings, progress: Progress, bring: Callable[[Workshop], list[Handled]]) -> Report:
    started = time.monotonic()
    with open_instance(settings) as instance:
        work = open_workshop(settings, progress)
        with work.catalogue:
            taken = bring(work)
            documents = list(dict.fromkeys(sha256 for sha256, failure, _ in taken if failure is None))
            duplicates = sum(outcome == "duplicate" for _, _, outcome in taken)
            refused = tuple(failure for _, failure, _ in taken if failure is not None)
            runs = run_batches(instance, work, documents)
            states = tuple(work.catalogue.states(documents))
            loads = tuple(work.catalogue.loads([run.batch for run in runs]))
    return Report(len(taken), duplicates, refused, states, runs, loads, time.monotonic() - started)


def run_batches(instance: DagsterInstance, work: Workshop, documents: Sequence[str]) -> tuple[Run, ...]:
    """Run those batches of the documents that have not been run yet, or wait until a daemon has."""
    due = dict(work.catalogue.unread_batches())
    batches = [batch for batch in work.catalogue.batches_of(documents) if batch in due]
    if not daemon_lives(instance):
        return tuple(run for batch in batches for run in _in_turn(instance, work, batch))
    return wait(instance, work, batches, documents)


def _in_turn(instance: DagsterInstance, work: Workshop, batch: str) -> Iterator[Run]:
    """Run a batch here; where another process is at it, wait for it and tell of its run."""
    with work.catalogue.taking_turns(f"batch {batch}"):
        if batch in dict(work.catalogue.unread_batches()):
            yield from execute(instance, [batch], work.progress)
        elif run := latest(instance, batch):
            yield run


def wait(
    instance: DagsterInstance, work: Workshop, batches: Sequence[str], documents: Sequence[str]
) -> tuple[Run, ...]:
    """Until all documents are read or failed, or their runs have ended, which a daemon makes and retries."""
    begun = time.monotonic()
    while True:
        states = work.catalogue.states(documents)
        done = sum(state.status in (DONE, FAILED) for state in states)
        work.progress("waiting", done, len(states))
        runs = [run for run in (latest(instance, batch) for batch in batches) if run is not None]
        if len(runs) == len(batches) and all(run.finished for run in runs):
            return tuple(runs)
        if len(runs) < len(batches) and time.monotonic() - begun > LOST:
            raise DaemonSilent(f"the daemon has not begun with {batches[len(runs)]} in {LOST:.0f} s: see its log")
        time.sleep(POLL)
