"""When a batch closes: a pure rule over what is waiting."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256

from msgspec import Struct

from records.document import Manifest


class Waiting(Struct, frozen=True):
    """A document that no batch holds yet, and when it arrived, in seconds since 1970."""

    sha256: str
    arrived: float


def close_batch(waiting: Iterable[Waiting], now: float, documents: int, seconds: float) -> Manifest | None:
    """The batch that closes at ``now``, or None while none is due: with the first ``documents`` of those waiting, or
    with all when the first has waited for ``seconds``. Call it again until it gives None.

    The same documents make the same batch whenever and wherever this is asked: its name is made from the arrival of
    the first and a hash of all.

    >>> close_batch([Waiting("a" * 64, 0.0)], now=1.0, documents=2, seconds=5.0) is None
    True
    >>> close_batch([Waiting("a" * 64, 0.0)], now=5.0, documents=2, seconds=5.0).batch
    '19700101-000000-ffe054fe'
    """
    queue: dict[str, float] = {}
    for item in sorted(waiting, key=lambda item: (item.arrived, item.sha256)):
        queue.setdefault(item.sha256, item.arrived)
    if not queue:
        return None
    first = next(iter(queue.values()))
    if len(queue) < documents and now - first < seconds:
        return None
    members = tuple(queue)[:documents]
    return Manifest(batch_name(members, first), members, moment(now).isoformat(timespec="milliseconds"))


def batch_name(members: tuple[str, ...], first: float) -> str:
    """When the first document came (UTC), and eight hex digits for which documents they are."""
    return f"{moment(first):%Y%m%d-%H%M%S}-{sha256(''.join(members).encode()).hexdigest()[:8]}"


def moment(seconds: float) -> datetime:
    """Seconds since 1970 as a point in time."""
    return datetime.fromtimestamp(seconds, UTC)
