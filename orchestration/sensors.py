"""What Dagster watches: the inbox, and runs that fail."""

from __future__ import annotations

import time

import msgspec
from dagster import (
    DefaultSensorStatus,
    RunFailureSensorContext,
    RunRequest,
    SensorEvaluationContext,
    SensorResult,
    run_failure_sensor,
    sensor,
)

from assets.declare import BATCHES
from orchestration.alert import alert
from orchestration.inbox import Seen, close_batches, empty_inbox, inbox, look_around, whole
from orchestration.jobs import read_batch
from resources.platform import open_workshop
from resources.settings import load_settings

EVERY = 5
TICK = 25.0
"""Seconds that one tick may take files in; Dagster gives it 60."""


@sensor(
    job=read_batch,
    minimum_interval_seconds=EVERY,
    default_status=DefaultSensorStatus.RUNNING,
    description="Takes whole files out of the inbox, closes batches that are due, and asks for one run a batch.",
)
def inbox_sensor(context: SensorEvaluationContext) -> SensorResult:
    """The cursor holds what lay in the inbox a tick ago: a file that has not changed since is whole."""
    work = open_workshop(load_settings())
    with work.catalogue:
        before = msgspec.json.decode(context.cursor, type=Seen) if context.cursor else {}
        now = look_around(inbox(work.settings))
        empty_inbox(work, whole(now, before), until=time.monotonic() + TICK)
        close_batches(work, time.time())
        due = work.catalogue.unread_batches()
    return SensorResult(
        run_requests=[RunRequest(run_key=f"{batch} {round}", partition_key=batch) for batch, round in due],
        dynamic_partitions_requests=[BATCHES.build_add_request([batch for batch, _ in due])] if due else [],
        cursor=msgspec.json.encode(now).decode(),
    )


@run_failure_sensor(
    name="failed_runs",
    minimum_interval_seconds=15,
    default_status=DefaultSensorStatus.RUNNING,
    description="Tells of each run that failed by the command in the setting alert_command, as JSON on its input.",
)
def failed_runs(context: RunFailureSensorContext) -> None:
    run = context.dagster_run
    batch, error = run.tags.get("dagster/partition"), context.failure_event.message
    alert(load_settings().alert_command, {"run": run.run_id, "job": run.job_name, "batch": batch, "error": error})


SENSORS = [inbox_sensor, failed_runs]
