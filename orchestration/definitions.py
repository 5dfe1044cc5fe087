"""Everything that Dagster knows of the platform. Engines load in a run, not here: this must be quick to import."""

from __future__ import annotations

import warnings

from dagster import BetaWarning, Definitions, in_process_executor, with_source_code_references

from assets.documents.asset import documents
from assets.lines.asset import lines
from assets.pages.asset import pages
from assets.regions.asset import regions
from assets.relations.asset import relations
from assets.tables.asset import tables
from assets.warehouse.asset import warehouse
from orchestration.jobs import JOBS
from orchestration.schedules import SCHEDULES
from orchestration.sensors import SENSORS
from resources.platform import Platform

# Code references are beta; the version is pinned.
warnings.filterwarnings("ignore", message=".*(source_code|CodeReference).*", category=BetaWarning)

STAGES = [documents, pages, lines, regions, tables, relations, warehouse]

defs = Definitions(
    assets=with_source_code_references(STAGES),
    jobs=JOBS,
    sensors=SENSORS,
    schedules=SCHEDULES,
    resources={"platform": Platform()},
    executor=in_process_executor,
)
