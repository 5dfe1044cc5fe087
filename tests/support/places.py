"""A platform that a test may drive."""

from __future__ import annotations

from dataclasses import dataclass

from dagster import DagsterInstance

from records.settings import Settings


@dataclass(frozen=True)
class Place:
    """A home folder with its database, and the Dagster instance on it."""

    settings: Settings
    instance: DagsterInstance
