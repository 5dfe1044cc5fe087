"""The Dagster instance under the home folder: its configuration file, and the environment that its processes need."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import yaml
from dagster import DagsterInstance

from records.settings import Settings
from resources.postgres import Dsns, serve

ROOT = Path(__file__).resolve().parents[1]
EVENT_BATCH = 1000
"""Events of one step's partitions that are written at once."""


def configuration(settings: Settings) -> dict[str, Any]:
    """The project's ``dagster.yaml`` with what the settings say about limits and retention."""
    config: dict[str, Any] = yaml.safe_load((ROOT / "dagster.yaml").read_text(encoding="utf-8"))
    config["concurrency"]["pools"]["default_limit"] = settings.engines.pool
    days = {"purge_after_days": settings.keep.tick_days}
    config["retention"] = {"sensor": days, "schedule": days, "auto_materialize": days}
    return config


def environment(settings: Settings, dsns: Dsns) -> dict[str, str]:
    """What a Dagster process of this platform finds in its environment."""
    return {
        "DAGSTER_HOME": settings.home,
        "TABLEWRIGHT_HOME": settings.home,
        "TABLEWRIGHT_DAGSTER_DSN": dsns.dagster,
        "TABLEWRIGHT_COMPUTE_LOGS": str(Path(settings.home) / "logs" / "runs"),
        # One event for a run's partitions instead of one each; such partitions aren't marked failed with their run.
        "DAGSTER_EVENT_BATCH_SIZE": str(EVENT_BATCH),
        "DAGSTER_EMIT_PARTITION_SUBSET_IN_PLANNED_EVENTS": "true",
        "DAGSTER_DISABLE_TELEMETRY": "yes",
    }


def prepare(settings: Settings) -> dict[str, str]:
    """Make home folder, database and ``dagster.yaml`` ready; gives the environment for Dagster's processes.

    Raises resources.postgres.DatabaseError; OSError where the home folder can't be written.
    """
    home = Path(settings.home)
    for folder in (home / "inbox", home / "logs"):
        folder.mkdir(parents=True, exist_ok=True)
    found = environment(settings, serve(settings))
    target = home / "dagster.yaml"
    text = yaml.safe_dump(configuration(settings), sort_keys=False)
    if not target.is_file() or target.read_text(encoding="utf-8") != text:
        new = target.with_suffix(f".{os.getpid()}")
        new.write_text(text, encoding="utf-8")
        new.replace(target)
    return found


def open_instance(settings: Settings) -> DagsterInstance:
    """The platform's Dagster instance for this process, whose environment is set for it.

    Raises what ``prepare`` raises.
    """
    os.environ.update(prepare(settings))
    return DagsterInstance.get()
