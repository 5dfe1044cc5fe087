"""A run launcher that can tell whether a run's process still lives, also after that was killed without a word."""

from __future__ import annotations

import time

from dagster import DagsterRun, DefaultRunLauncher
from dagster._core.launcher import CheckRunHealthResult, WorkerStatus

from resources.catalogue import Catalogue
from resources.postgres import serve
from resources.settings import load_settings

GRACE = 60.0
"""Seconds that a run has from its start to the moment when it holds its lock."""


class WatchedRunLauncher(DefaultRunLauncher):
    """Dagster's own launcher, with an answer for run monitoring: a run holds a lock in the database while it lives
    (``resources/platform.py``), and PostgreSQL lets go of it when the run's process ends in whatever way.
    """

    @property
    def supports_check_run_worker_health(self) -> bool:
        return True

    def check_run_worker_health(self, run: DagsterRun) -> CheckRunHealthResult:
        record = self._instance.get_run_record_by_id(run.run_id)
        started = record.start_time if record else None
        if started is None or time.time() - started < GRACE:
            return CheckRunHealthResult(WorkerStatus.RUNNING)
        with Catalogue(lambda: serve(load_settings()).connect("loader", autocommit=True)) as catalogue:
            alive = catalogue.run_is_held(run.run_id)
        if alive:
            return CheckRunHealthResult(WorkerStatus.RUNNING)
        return CheckRunHealthResult(WorkerStatus.FAILED, "its process is gone")
