"""Batches from documents to rows: once, again, many in one run. Cut off at every stage: tests/end_to_end."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from dagster import DagsterEventType, DagsterInstance
from document_files import price_list
from places import Place

from orchestration.batch import Run, execute
from orchestration.definitions import STAGES, defs
from orchestration.inbox import close_batches, take
from orchestration.ingest import ingest_files, retry_failed
from resources.workshop import Workshop, silent


def new_batch(work: Workshop, folder: Path, documents: int = 1) -> str:
    """A batch of documents that nobody has seen yet."""
    paths = []
    for i in range(documents):
        path = folder / f"{time.monotonic_ns()}-{i}.pdf"
        path.write_bytes(price_list())
        paths.append((path, path.name))
    taken = take(work, paths)
    close_batches(work, time.time())
    [batch] = work.catalogue.batches_of([intake.sha256 for intake, _ in taken])
    return batch


def run(place: Place, *batches: str) -> list[Run]:
    return list(execute(place.instance, batches, silent))


def rows(work: Workshop, batch: str) -> list[tuple[Any, ...]]:
    """The rows of a batch's documents, without their numbers."""
    shas = [d.sha256 for d in work.catalogue.documents([batch])]
    with work.database.connect("reader", autocommit=True) as reader:
        names = [load.relation for load in work.catalogue.loads([batch])]
        found = []
        for name in names:
            cursor = reader.execute(f'SELECT * FROM warehouse."{name}" WHERE _document = ANY(%s) ORDER BY _row', [shas])
            found += [(name, *row[2:]) for row in cursor.fetchall()]
    return found


def events(instance: DagsterInstance, run: Run) -> int:
    return len(instance.all_logs(run.run))


def test_a_batch_becomes_rows_and_every_check_passes(place: Place, work: Workshop, tmp_path: Path) -> None:
    batch = new_batch(work, tmp_path)
    [done] = run(place, batch)
    assert done.status == "SUCCESS", done.error
    assert {check.check for check in done.checks if not check.passed} == set()
    assert len(done.checks) == sum(len(list(asset.check_specs)) for asset in STAGES)
    found = rows(work, batch)
    assert [row[1] for row in found] == ["Bolt M3", "Bolt M4", "Bolt M5", "Bolt M6"]
    assert [int(row[2]) for row in found] == [5, 15, 25, 35]


def test_again_it_does_no_work_and_says_so(place: Place, work: Workshop, tmp_path: Path) -> None:
    batch = new_batch(work, tmp_path)
    [first] = run(place, batch)
    before = rows(work, batch)
    [second] = run(place, batch)
    told = {}
    for entry in place.instance.all_logs(second.run, of_type=DagsterEventType.ASSET_MATERIALIZATION):
        event = entry.get_dagster_event()
        told[event.step_key] = event.step_materialization_data.materialization.metadata
    for stage in ("pages", "lines", "regions", "tables", "relations"):
        assert (told[stage]["made"].value, told[stage]["reused"].value) == (0, 1)
    assert told["warehouse"]["unchanged documents"].value == 1
    assert rows(work, batch) == before and first.status == second.status == "SUCCESS"


def test_events_do_not_grow_with_documents(place: Place, work: Workshop, tmp_path: Path) -> None:
    small, large = new_batch(work, tmp_path), new_batch(work, tmp_path, documents=6)
    one, six = run(place, small, large)
    assert events(place.instance, one) == events(place.instance, six)


def test_many_batches_in_one_run(place: Place, work: Workshop, tmp_path: Path) -> None:
    batches = [new_batch(work, tmp_path) for _ in range(4)]
    place.instance.add_dynamic_partitions("batch", batches)
    job = defs.resolve_job_def("read_batch")
    tags = {"dagster/asset_partition_range_start": batches[0], "dagster/asset_partition_range_end": batches[-1]}
    assert job.execute_in_process(instance=place.instance, tags=tags).success
    assert all(len(rows(work, batch)) == 4 for batch in batches)
    missing = place.instance.get_materialized_partitions(STAGES[-1].key)
    assert set(batches) <= missing


def test_one_bad_document_fails_alone_and_can_be_tried_again(place: Place, work: Workshop, tmp_path: Path) -> None:
    batch = new_batch(work, tmp_path, documents=2)
    bad, good = work.catalogue.documents([batch])
    kept = work.store.path("documents", bad.sha256)
    whole = kept.read_bytes()
    kept.write_bytes(whole[:300])  # the disk lost a part of it
    [done] = run(place, batch)
    states = {state.sha256: state for state in work.catalogue.states([bad.sha256, good.sha256])}
    assert done.status == "SUCCESS"
    assert states[good.sha256].status == "warehouse" and states[bad.sha256].status == "failed"
    failure = states[bad.sha256].failure
    assert failure is not None and failure.stage == "pages"
    kept.write_bytes(whole)
    report = retry_failed(place.settings, [bad.sha256[:12]], silent)
    assert report.complete and [d.status for d in report.documents] == ["warehouse"]
    assert len(rows(work, batch)) == 8


def test_ingest_reports_all_that_came(place: Place, work: Workshop, tmp_path: Path) -> None:
    (tmp_path / "good.pdf").write_bytes(data := price_list())
    (tmp_path / "twin.pdf").write_bytes(data)
    (tmp_path / "empty.pdf").write_bytes(b"")
    report = ingest_files(place.settings, sorted(tmp_path.iterdir()), silent)
    assert (report.files, report.duplicates, len(report.documents), len(report.refused)) == (3, 1, 1, 1)
    assert not report.complete and report.documents[0].status == "warehouse"
    again = ingest_files(place.settings, [tmp_path / "good.pdf"], silent)
    assert again.complete and again.runs == () and again.duplicates == 1
