"""How any stage goes over a batch: what is there is reused, what fails is told, what may pass is tried again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from records.document import TRANSIENT, Document, Failure
from resources.store import address
from resources.workshop import Workshop

T = TypeVar("T")

FAILURES = "failures"
"""Kind of artefact under which a lasting failure is kept: the same bytes fail the same engine the same way."""


@dataclass(frozen=True)
class Stage(Generic[T]):
    """A stage that makes one artefact a document. ``version`` names all that would change what it makes."""

    name: str
    of: Any
    version: Callable[[Workshop], str]
    make: Callable[[Workshop, Sequence[Document]], Iterable[tuple[Document, T | Failure]]]
    inputs: tuple[Stage[Any], ...] = ()

    def key(self, work: Workshop, sha256: str) -> str:
        """The address of the stage's artefact for a document."""
        parts = [stage.key(work, sha256) for stage in self.inputs] or [sha256]
        return address(self.name, self.version(work), *parts)

    def has(self, work: Workshop, sha256: str) -> bool:
        return work.store.has(self.name, self.key(work, sha256))

    def get(self, work: Workshop, sha256: str) -> T:
        """The artefact. Raises FileNotFoundError where the stage has not made it."""
        artefact: T = work.store.get(self.name, self.key(work, sha256), self.of)
        return artefact

    def made(self, work: Workshop, documents: Sequence[Document]) -> Iterator[tuple[Document, T]]:
        """The artefacts of those documents that have one, one at a time."""
        for document in documents:
            if self.has(work, document.sha256):
                yield document, self.get(work, document.sha256)


class Outcome(Struct, frozen=True):
    """What a stage did with a batch: documents made and reused, failures by SHA-256, and the seconds it took.

    ``pages`` counts those of the documents made.
    """

    made: int
    reused: int
    failed: dict[str, Failure]
    pages: int
    seconds: float

    @property
    def broken(self) -> bool:
        """Whether there was work and an engine failed at all of it: more likely the engine's fault than theirs."""
        failures = self.failed.values()
        return not self.made and len(failures) > 1 and all(f.category == "engine" for f in failures)


def carry_out(stage: Stage[Any], work: Workshop, documents: Sequence[Document]) -> Outcome:
    """Take a batch through a stage. One document's failure is recorded, and never keeps another from being made.

    Each artefact is stored as soon as it is there: a run that is killed and started again goes on where it was.
    Raises what is no document's fault (OSError: the disk; psycopg.Error: the database).
    """
    started = perf_counter()
    ready = [d for d in documents if all(i.has(work, d.sha256) for i in stage.inputs)]
    absent = [d for d in ready if not stage.has(work, d.sha256)]
    failed = _remembered(stage, work, absent)
    for sha256, failure in failed.items():
        work.catalogue.fail(sha256, failure, 0)
    todo = [d for d in absent if d.sha256 not in failed]
    made = pages = 0
    attempts = work.settings.engines.attempts
    for attempt in range(1, attempts + 1):
        again = []
        for document, result in stage.make(work, todo) if todo else ():
            if isinstance(result, Failure):
                if result.category in TRANSIENT and attempt < attempts:
                    again.append(document)
                    continue
                failed[document.sha256] = result
                work.catalogue.fail(document.sha256, result, attempt)
                if result.category not in TRANSIENT:
                    work.store.put(FAILURES, stage.key(work, document.sha256), result)
                continue
            work.store.put(stage.name, stage.key(work, document.sha256), result)
            made, pages = made + 1, pages + document.pages
        todo = again
    work.catalogue.advance(stage.name, [d.sha256 for d in ready if d.sha256 not in failed])
    return Outcome(made, len(ready) - len(absent), failed, pages, perf_counter() - started)


def fingerprint(*parts: Any) -> str:
    """Twelve hex digits for versions, settings and whatever else an artefact depends on.

    >>> fingerprint("1", {"dpi": 200})
    '3e9a7eb610fe'
    """
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:12]


def _remembered(stage: Stage[Any], work: Workshop, documents: Iterable[Document]) -> dict[str, Failure]:
    """Failures of a former run that would only come again."""
    keys = {d.sha256: stage.key(work, d.sha256) for d in documents}
    return {sha: work.store.get(FAILURES, key, Failure) for sha, key in keys.items() if work.store.has(FAILURES, key)}
