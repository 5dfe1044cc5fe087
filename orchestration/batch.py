"""Runs of batches: in this process, or by the daemon where one is at work."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from dagster import DagsterEventType, DagsterInstance, DagsterRun, RunsFilter
from dagster._core.storage.tags import WILL_RETRY_TAG
from msgspec import Struct

from assets.declare import BATCHES
from orchestration.definitions import defs
from resources.platform import PROGRESS
from resources.workshop import Progress

HEARTBEAT = 75.0
"""Seconds since its last sign of life (one each 30) after which the daemon counts as gone."""
PARTITION = "dagster/partition"
QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


class Verdict(Struct, frozen=True):
    """The result of a check."""

    asset: str
    check: str
    passed: bool
    warning: bool
    metadata: dict[str, str]


class Run(Struct, frozen=True):
    """A batch's run as far as it has come. ``stages`` tells the seconds of each asset's own work, of ``seconds`` in
    all."""

    run: str
    batch: str
    status: str
    seconds: float
    stages: dict[str, float]
    checks: tuple[Verdict, ...]
    error: str = ""
    retried: bool = False
    """Whether the daemon is going to try again, as after a process that was killed."""

    @property
    def finished(self) -> bool:
        return self.status in ("SUCCESS", "CANCELED") or (self.status == "FAILURE" and not self.retried)


def daemon_lives(instance: DagsterInstance) -> bool:
    """Whether a daemon looks after the inbox now."""
    heart = instance.get_daemon_heartbeats().get("SENSOR")
    return heart is not None and time.time() - heart.timestamp < HEARTBEAT


def execute(instance: DagsterInstance, batches: Sequence[str], progress: Progress) -> Iterator[Run]:
    """Run batches here, one after the other; gives each run when it is over. One that fails keeps none from running."""
    job = defs.resolve_job_def("read_batch")
    PROGRESS.set(progress)
    for batch in batches:
        instance.add_dynamic_partitions(str(BATCHES.name), [batch])
        done = job.execute_in_process(
            instance=instance,
            partition_key=batch,
            run_config=QUIET,
            raise_on_error=False,
        )
        yield describe(instance, done.dagster_run)


def latest(instance: DagsterInstance, batch: str) -> Run | None:
    """The newest run of a batch."""
    runs = instance.get_runs(RunsFilter(tags={PARTITION: batch}), limit=1)
    return describe(instance, runs[0]) if runs else None


def describe(instance: DagsterInstance, run: DagsterRun) -> Run:
    """What became of a run, from its events."""
    record = instance.get_run_record_by_id(run.run_id)
    assert record is not None
    start, end = record.start_time or time.time(), record.end_time or time.time()
    stages, checks, error = {}, [], ""
    kinds = {
        DagsterEventType.ASSET_MATERIALIZATION, DagsterEventType.ASSET_CHECK_EVALUATION, DagsterEventType.STEP_FAILURE
    }  # fmt: skip
    for entry in instance.all_logs(run.run_id, of_type=kinds):
        event = entry.get_dagster_event()
        if event.is_step_materialization:
            seconds = event.step_materialization_data.materialization.metadata.get("seconds")
            stages[str(event.step_key)] = float(seconds.value) if seconds is not None else 0.0  # type: ignore[arg-type]
        elif event.is_step_failure:
            found = event.step_failure_data.error
            cause = found.cause if found is not None and found.cause is not None else found
            error = (
                f"{event.step_key}: {' '.join(cause.message.split())}" if cause is not None else event.step_key or ""
            )
        else:
            result = event.asset_check_evaluation_data
            warning = result.severity.value == "WARN"
            told = {key: str(value.value) for key, value in result.metadata.items()}
            checks.append(Verdict(result.asset_key.to_user_string(), result.check_name, result.passed, warning, told))
    tags, status = record.dagster_run.tags, record.dagster_run.status.value
    retried = tags.get(WILL_RETRY_TAG, "true") == "true"  # the tag comes a moment after the failure
    return Run(run.run_id, tags.get(PARTITION, ""), status, end - start, stages, tuple(checks), error, retried)
