"""The candidates of a batch: each document's tables as typed relations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assets.pages.stage import PAGES
from assets.relations.propose import VERSION, propose
from assets.stage import Stage, fingerprint
from assets.tables.stage import TABLES
from records.document import Document, Failure
from records.relation import Candidate
from resources.workshop import Workshop

Candidates = tuple[Candidate, ...]


def version(work: Workshop) -> str:
    return fingerprint(VERSION)


def make(work: Workshop, documents: Sequence[Document]) -> Iterator[tuple[Document, Candidates | Failure]]:
    """Each document's candidates, one a table."""
    for number, document in enumerate(documents):
        pages, tables = PAGES.get(work, document.sha256), TABLES.get(work, document.sha256)
        result: Candidates | Failure
        try:
            result = propose(document.sha256, tables, pages)
        except (KeyError, ValueError, ArithmeticError) as error:  # a table that the rules were not made for
            message = f"its tables can't be typed: {type(error).__name__}: {error}"
            result = Failure("engine", "relations", message)
        yield document, result
        work.progress("relations", number + 1, len(documents))


CANDIDATES: Stage[Candidates] = Stage("relations", Candidates, version, make, (PAGES, TABLES))
