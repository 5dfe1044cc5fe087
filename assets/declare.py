"""What the assets' declarations share: the partitions, and how a stage over documents becomes a materialisation."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import psycopg
from dagster import (
    AssetCheckResult,
    AssetExecutionContext,
    BackfillPolicy,
    Backoff,
    BetaWarning,
    DataVersion,
    DynamicPartitionsDefinition,
    Failure,
    MaterializeResult,
    MetadataValue,
    RetryPolicy,
    TableColumn,
    TableSchema,
)

from assets.stage import Outcome, Stage, carry_out, fingerprint
from records.document import Document
from resources.platform import Platform
from resources.workshop import Workshop

# Single-run backfills are what makes a batch of any size one run; the version is pinned, so beta is no surprise.
warnings.filterwarnings("ignore", message=".*backfill_policy.*", category=BetaWarning)

BATCHES = DynamicPartitionsDefinition(name="batch")
OWNERS = ["team:documents"]
ENGINE = "engine"
"""The pool of runs that use an engine; its limit is the setting ``engines.pool``."""

FAILURES_SHOWN = 20

Look = Callable[[Workshop, Sequence[Document]], dict[str, Any]]
Check = Callable[[Workshop, Sequence[Document]], AssetCheckResult]


def declared(kinds: set[str], schema: type[msgspec.Struct], engine: bool = True) -> dict[str, Any]:
    """Arguments that all the stages' assets have in common."""
    return {
        "partitions_def": BATCHES,
        "backfill_policy": BackfillPolicy.single_run(),
        "group_name": "reading",
        "owners": OWNERS,
        "kinds": kinds,
        "metadata": {"dagster/column_schema": schema_of(schema)},
        "pool": ENGINE if engine else None,
        "retry_policy": RetryPolicy(max_retries=2, delay=2, backoff=Backoff.EXPONENTIAL),
    }


def schema_of(struct: type[msgspec.Struct]) -> TableSchema:
    """The fields of a record as a table's columns."""
    return TableSchema([TableColumn(f.name, _type(f.type)) for f in msgspec.structs.fields(struct)])


def _type(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint).replace("records.", "")


@contextmanager
def faults() -> Iterator[None]:
    """Tells faults apart: what may pass (the database, the disk, the network) goes on as it is, and Dagster tries the
    step again; anything else would only come again.
    """
    try:
        yield
    except (psycopg.OperationalError, psycopg.InterfaceError, OSError):
        raise
    except Exception as error:  # whatever it is, it is not passing: Dagster is told so, with the cause
        raise Failure(f"{type(error).__name__}: {error}", allow_retries=False) from error


def materialise(
    context: AssetExecutionContext, platform: Platform, stage: Stage[Any], look: Look, checks: Sequence[Check] = ()
) -> MaterializeResult:
    """Take the run's batches through a stage, check what is there, and say it all in one event."""
    with faults():
        work = platform.workshop
        documents = work.catalogue.documents(context.partition_keys)
        outcome = carry_out(stage, work, documents)
        if outcome.broken:
            raise RuntimeError(f"nothing could be made of any document: {next(iter(outcome.failed.values())).message}")
        return MaterializeResult(
            metadata={**counts(outcome, len(documents)), **look(work, documents)},
            check_results=[check(work, documents) for check in checks],
            data_version=DataVersion(fingerprint(*(stage.key(work, d.sha256) for d in documents))),
        )


def counts(outcome: Outcome, documents: int) -> dict[str, Any]:
    """What a person wants to know first."""
    found: dict[str, Any] = {
        "documents": documents,
        "made": outcome.made,
        "reused": outcome.reused,
        "failed": len(outcome.failed),
        "seconds": round(outcome.seconds, 3),
    }
    if outcome.pages:
        found["seconds a page"] = round(outcome.seconds / outcome.pages, 3)
    if outcome.failed:
        shown = [f"- `{sha[:12]}` {failure.message}" for sha, failure in list(outcome.failed.items())[:FAILURES_SHOWN]]
        found["failures"] = MetadataValue.md("\n".join(shown))
    return found
