"""The inbox's sensor, tick by tick, and the one that tells of failed runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dagster import SensorResult, build_run_status_sensor_context, build_sensor_context, job, op
from document_files import price_list
from places import Place

from orchestration.sensors import failed_runs, inbox_sensor
from resources.workshop import Workshop


def tick(place: Place, cursor: str | None) -> SensorResult:
    result = inbox_sensor(build_sensor_context(place.instance, cursor=cursor))
    assert isinstance(result, SensorResult)
    return result


def test_a_file_is_asked_for_when_it_is_whole(place: Place, work: Workshop, inbox_folder: Path) -> None:
    before = {batch for batch, _ in work.catalogue.unread_batches()}
    (inbox_folder / "list.pdf").write_bytes(price_list())
    first = tick(place, None)
    assert (inbox_folder / "list.pdf").exists(), "it may still be being written"
    second = tick(place, first.cursor)
    assert not (inbox_folder / "list.pdf").exists()
    asked = [request for request in second.run_requests or () if request.partition_key not in before]
    assert len(asked) == 1 and asked[0].partition_key is not None
    assert asked[0].run_key == f"{asked[0].partition_key} 1"
    assert second.dynamic_partitions_requests
    assert [d.media_type for d in work.catalogue.documents([asked[0].partition_key])] == ["application/pdf"]
    third = tick(place, second.cursor)
    assert asked[0].run_key in [request.run_key for request in third.run_requests or ()], "until it has been run"


def test_a_failed_run_is_told_of(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @op
    def breaks() -> None:
        raise ValueError("out of paper")

    @job
    def broken() -> None:
        breaks()

    told = tmp_path / "told.json"
    monkeypatch.setenv("TABLEWRIGHT_ALERT_COMMAND", f"tee {told}")
    done = broken.execute_in_process(instance=place.instance, raise_on_error=False)
    event = next(e for e in done.all_events if e.event_type_value == "PIPELINE_FAILURE")
    context = build_run_status_sensor_context("failed_runs", event, place.instance, done.dagster_run)
    failed_runs(context.for_run_failure())
    said = json.loads(told.read_text())
    assert (said["run"], said["job"], said["batch"]) == (done.run_id, "broken", None) and said["error"]
