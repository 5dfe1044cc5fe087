"""Retention: finished runs go after some days, with their events and partitions; what they made stays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from dagster import DagsterInstance, DagsterRunStatus, RunsFilter

from assets.declare import BATCHES

FINISHED = [DagsterRunStatus.SUCCESS, DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED]
AT_ONCE = 100
PARTITION_NAME_TAG = "dagster/partition"


def forget(instance: DagsterInstance, days: int) -> int:
    """Delete finished runs older than so many days, with their events; gives their number.

    A batch of which no run is left loses its partition too: without events it would look as if it had never been read.
    Its documents, artefacts and rows stay, and asking for it by ``quarantine retry`` brings the partition back.
    """
    old = RunsFilter(statuses=FINISHED, updated_before=datetime.now(UTC) - timedelta(days=days))
    gone = 0
    while runs := instance.get_runs(old, limit=AT_ONCE):
        for run in runs:
            instance.delete_run(run.run_id)
        for batch in {run.tags[PARTITION_NAME_TAG] for run in runs if PARTITION_NAME_TAG in run.tags}:
            if not instance.get_runs(RunsFilter(tags={PARTITION_NAME_TAG: batch}), limit=1):
                instance.delete_dynamic_partition(str(BATCHES.name), batch)
        gone += len(runs)
    return gone
