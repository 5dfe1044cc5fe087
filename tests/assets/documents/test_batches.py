"""When batches close."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assets.documents.batches import Waiting, close_batch


def queue(*arrivals: float) -> list[Waiting]:
    return [Waiting(f"{n:064x}", at) for n, at in enumerate(arrivals)]


def test_nothing_waits() -> None:
    assert close_batch([], 100.0, documents=1, seconds=0) is None


def test_it_closes_when_full_and_takes_the_first() -> None:
    waiting = queue(3.0, 1.0, 2.0)
    manifest = close_batch(waiting, now=3.0, documents=2, seconds=60)
    assert manifest is not None and manifest.documents == (waiting[1].sha256, waiting[2].sha256)


def test_it_closes_when_its_first_has_waited() -> None:
    assert close_batch(queue(10.0, 14.0), now=14.9, documents=9, seconds=5) is None
    manifest = close_batch(queue(10.0, 14.0), now=15.0, documents=9, seconds=5)
    assert manifest is not None and len(manifest.documents) == 2
    assert manifest.batch.startswith("19700101-000010-") and manifest.closed_at == "1970-01-01T00:00:15.000+00:00"


def test_the_same_document_twice_is_one() -> None:
    manifest = close_batch([*queue(1.0), *queue(2.0)], now=60, documents=9, seconds=5)
    assert manifest is not None and len(manifest.documents) == 1


@given(st.lists(st.floats(0, 1e6), max_size=30), st.integers(1, 7), st.floats(0, 100), st.randoms())
def test_every_document_ends_in_one_batch_in_order(arrivals: list[float], most: int, seconds: float, random) -> None:  # type: ignore[no-untyped-def]
    waiting, taken, names = queue(*arrivals), [], []
    while manifest := close_batch(waiting, 2e6, most, seconds):
        mixed = waiting.copy()
        random.shuffle(mixed)
        again = close_batch(mixed, 3e6, most, seconds)
        assert again is not None and (again.batch, again.documents) == (manifest.batch, manifest.documents)
        assert 1 <= len(manifest.documents) <= most
        taken += manifest.documents
        names.append(manifest.batch)
        waiting = [item for item in waiting if item.sha256 not in manifest.documents]
    assert taken == [item.sha256 for item in sorted(queue(*arrivals), key=lambda i: (i.arrived, i.sha256))]
    assert len(set(names)) == len(names)
