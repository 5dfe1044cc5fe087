"""Old runs are forgotten, with their events and partitions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from dagster import job, op
from places import Place

from orchestration import tidy


@op
def nothing() -> None: ...


@job
def quick() -> None:
    nothing()


def test_forget_deletes_only_what_is_old(place: Place, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    instance = place.instance
    instance.add_dynamic_partitions("batch", ["old"])
    run = quick.execute_in_process(instance=instance, tags={"dagster/partition": "old"}).dagster_run
    assert tidy.forget(instance, days=1) == 0

    class Later(datetime):
        @classmethod
        def now(cls, tz=None):  # type: ignore[no-untyped-def]
            return datetime.now(UTC) + timedelta(days=2)

    monkeypatch.setattr(tidy, "datetime", Later)
    assert tidy.forget(instance, days=1) >= 1
    assert instance.get_run_by_id(run.run_id) is None
    assert not instance.has_dynamic_partition("batch", "old")
