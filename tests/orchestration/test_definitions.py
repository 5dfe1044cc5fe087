"""All that Dagster is told of the platform: valid, quick to load, and changed only on purpose."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from places import Place

from orchestration.definitions import STAGES, defs
from orchestration.instance import ROOT, configuration
from records.settings import EngineSettings, KeepSettings, Settings

SNAPSHOT = Path(__file__).parent / "definitions.json"
"""Written again where TABLEWRIGHT_SNAPSHOT is set; the difference is then to be read like code."""


def described() -> dict[str, Any]:
    """Assets, jobs, sensors and schedules with all that is declared of them."""
    repository = defs.get_repository_def()
    graph = repository.asset_graph
    assets = {}
    for asset in STAGES:
        node, spec = graph.get(asset.key), next(iter(asset.specs))
        assets[asset.key.to_user_string()] = {
            "description": spec.description,
            "from": sorted(key.to_user_string() for key in node.parent_keys),
            "group": spec.group_name,
            "owners": list(spec.owners),
            "kinds": sorted(spec.kinds),
            "columns": [column.name for column in spec.metadata["dagster/column_schema"].columns],
            "code": "dagster/code_references" in node.metadata,
            "partitions": getattr(node.partitions_def, "name", None),
            "backfill": str(node.backfill_policy.policy_type.value) if node.backfill_policy else None,
            "pool": asset.op.pool,
            "retries": asset.op.retry_policy.max_retries if asset.op.retry_policy else 0,
            "checks": {s.name: {"blocking": s.blocking, "description": s.description} for s in asset.check_specs},
        }
    jobs = {
        job.name: {"description": job.description, "steps": sorted(node.name for node in job.nodes)}
        for job in repository.get_all_jobs()
        if not job.name.startswith("__")
    }
    sensors = {
        sensor.name: {
            "description": sensor.description,
            "every": sensor.minimum_interval_seconds,
            "on": sensor.default_status.value,
        }
        for sensor in repository.sensor_defs
    }
    schedules = {
        schedule.name: {
            "description": schedule.description,
            "cron": schedule.cron_schedule,
            "on": schedule.default_status.value,
        }
        for schedule in repository.schedule_defs
    }
    return {"assets": assets, "jobs": jobs, "sensors": sensors, "schedules": schedules}


def test_definitions_are_as_agreed() -> None:
    now = json.dumps(described(), indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("TABLEWRIGHT_SNAPSHOT"):
        SNAPSHOT.write_text(now, encoding="utf-8")
    assert now == SNAPSHOT.read_text(encoding="utf-8"), "TABLEWRIGHT_SNAPSHOT=1 writes it again"


def test_everything_says_what_it_is() -> None:
    for kind, found in described().items():
        for name, told in found.items():
            assert told["description"], f"{kind}: {name}"
            assert all(check["description"] for check in told.get("checks", {}).values()), name


def test_dagster_finds_them_valid(place: Place) -> None:
    command = [sys.executable, "-m", "dagster", "definitions", "validate", "-w", str(ROOT / "workspace.yaml")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout[-3000:]


def test_a_code_server_loads_no_engine() -> None:
    code = (
        "import sys; import orchestration.definitions; from resources import ocr;"
        "print(ocr.ocr_engine.cache_info().currsize, 'great_expectations' in sys.modules, 'torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "False", "False"]


def test_reading_needs_neither_dagster_nor_a_database(tmp_path: Path) -> None:
    (tmp_path / "empty.pdf").write_bytes(b"")
    code = (
        "import sys\nsys.argv = ['tablewright', 'read', sys.argv[1]]\nfrom orchestration.cli.main import main\n"
        "try:\n    main()\nfinally:\n    print([m for m in ('dagster', 'psycopg', 'sqlalchemy') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "empty.pdf")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and json.loads(done.stdout.splitlines()[0])["error"]["category"] == "empty"
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_instance_follows_the_settings() -> None:
    settings = replace(Settings(), engines=EngineSettings(pool=7), keep=KeepSettings(tick_days=3))
    config = configuration(settings)
    assert config["concurrency"]["pools"] == {"granularity": "run", "default_limit": 7}
    assert config["retention"]["sensor"] == {"purge_after_days": 3}
    assert config["telemetry"] == {"enabled": False}


def test_an_event_is_written_to_postgresql(place: Place) -> None:
    """A bare ``postgresql://`` breaks Dagster's storage under SQLAlchemy 2.1; so may other things, one day."""
    from dagster import AssetKey, AssetMaterialization

    assert "psycopg2" in os.environ["TABLEWRIGHT_DAGSTER_DSN"]
    place.instance.report_runless_asset_event(AssetMaterialization(AssetKey("probe"), metadata={"a": 1}))
    event = place.instance.get_latest_materialization_event(AssetKey("probe"))
    assert event is not None and event.asset_materialization is not None
    assert event.asset_materialization.metadata["a"].value == 1
