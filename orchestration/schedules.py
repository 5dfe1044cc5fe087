"""What happens by the clock: a source folder is swept into the inbox, and old runs are forgotten."""

from __future__ import annotations

from dagster import DefaultScheduleStatus, RunRequest, ScheduleEvaluationContext, SkipReason, schedule

from orchestration.jobs import tidy
from orchestration.sweep import sweep
from resources.settings import load_settings


@schedule(
    cron_schedule="*/5 * * * *",
    job=tidy,
    default_status=DefaultScheduleStatus.RUNNING,
    description="Moves what lies in the folder of the setting sweep into the inbox, every five minutes.",
)
def sweep_source(context: ScheduleEvaluationContext) -> SkipReason:
    """Needs no run: the inbox's sensor sees what came."""
    settings = load_settings()
    if not settings.sweep:
        return SkipReason("the setting sweep names no folder")
    return SkipReason(f"{sweep(settings)} files moved from {settings.sweep} into the inbox")


@schedule(
    cron_schedule="17 3 * * *",
    job=tidy,
    default_status=DefaultScheduleStatus.RUNNING,
    description="Forgets finished runs and their events after keep.run_days, every night.",
)
def forget_runs(context: ScheduleEvaluationContext) -> RunRequest:
    return RunRequest(run_key=None)


SCHEDULES = [sweep_source, forget_runs]
