"""A stage over a batch: nothing is made twice, one document's failure is its own, what may pass is tried again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from assets.stage import Stage, carry_out
from records.document import Document, Failure, Intake, Source
from records.settings import Settings
from resources.catalogue import Catalogue
from resources.postgres import Dsns
from resources.readers import load_readers
from resources.store import ArtefactStore
from resources.workshop import Workshop

DOCUMENTS = [Document(f"{i:064x}", "application/pdf", 10, 2) for i in range(1, 5)]
GOOD, BAD, FLAKY, OTHER = (d.sha256 for d in DOCUMENTS)


class Reader:
    """A stage's work: it remembers what it was asked for; one document is bad for ever, one fails twice."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def make(self, work: Workshop, documents: Sequence[Document]) -> Iterator[tuple[Document, str | Failure]]:
        for document in documents:
            self.asked.append(document.sha256)
            if document.sha256 == BAD:
                yield document, Failure("not_a_document", "lines", "it is no page", 0)
            elif document.sha256 == FLAKY and self.asked.count(FLAKY) < 3:
                yield document, Failure("engine", "lines", "out of luck", 1)
            else:
                yield document, document.sha256.upper()

    def stage(self, version: str = "1") -> Stage[str]:
        return Stage("lines", str, lambda work: version, self.make)


@pytest.fixture
def work(database: Dsns, tmp_path: Path) -> Iterator[Workshop]:
    catalogue = Catalogue(lambda: database.connect("loader", autocommit=True))
    with catalogue:
        for number, document in zip(catalogue.announce([d.sha256 for d in DOCUMENTS]), DOCUMENTS, strict=True):
            catalogue.register(number, Intake(Source(document.sha256), document.sha256, 10, document=document))
        yield Workshop(Settings(), ArtefactStore(tmp_path), catalogue, database, load_readers)


def test_failures_are_told_and_stop_nothing(work: Workshop) -> None:
    reader = Reader()
    outcome = carry_out(reader.stage(), work, DOCUMENTS)
    assert (outcome.made, outcome.reused, outcome.pages, set(outcome.failed)) == (3, 0, 6, {BAD})
    states = {state.sha256: state for state in work.catalogue.states()}
    assert states[GOOD].status == states[FLAKY].status == "lines"
    assert states[BAD].status == "failed" and states[BAD].failure == outcome.failed[BAD]
    assert reader.asked.count(FLAKY) == 3 and reader.asked.count(BAD) == 1


def test_again_there_is_nothing_to_do(work: Workshop) -> None:
    carry_out(Reader().stage(), work, DOCUMENTS)
    reader = Reader()
    outcome = carry_out(reader.stage(), work, DOCUMENTS)
    assert (outcome.made, outcome.reused, set(outcome.failed)) == (0, 3, {BAD})
    assert reader.asked == []


def test_another_version_is_made_anew(work: Workshop) -> None:
    carry_out(Reader().stage(), work, DOCUMENTS)
    reader = Reader()
    assert carry_out(reader.stage("2"), work, DOCUMENTS).made == 3
    assert set(reader.asked) == {d.sha256 for d in DOCUMENTS}


def test_what_fails_always_is_given_up(work: Workshop) -> None:
    def never(work: Workshop, documents: Sequence[Document]) -> Iterator[tuple[Document, str | Failure]]:
        for document in documents:
            yield document, Failure("engine", "lines", "no memory")

    outcome = carry_out(Stage("lines", str, lambda work: "1", never), work, DOCUMENTS)
    assert outcome.broken and len(outcome.failed) == len(DOCUMENTS)
    assert {state.attempts for state in work.catalogue.states()} == {work.settings.engines.attempts}
    assert carry_out(Reader().stage(), work, DOCUMENTS).made == 3, "a failure that may pass is not kept"


def test_a_stage_waits_for_its_inputs(work: Workshop) -> None:
    first, second = Reader(), Reader()
    carry_out(first.stage(), work, DOCUMENTS[:1])
    after = Stage("regions", str, lambda work: "1", second.make, (first.stage(),))
    outcome = carry_out(after, work, DOCUMENTS)
    assert outcome.made == 1 and second.asked == [GOOD]
