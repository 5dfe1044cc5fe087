"""A batch into the warehouse: all of it in one transaction, or document by document where one of them is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter

import psycopg
from msgspec import Struct
from psycopg.sql import SQL, Identifier

from assets.relations.stage import CANDIDATES, Candidates
from assets.warehouse.load import LoadError, load
from assets.warehouse.plan import is_loadable
from assets.warehouse.statements import Refused
from assets.warehouse.structure import loaded
from records.document import Document, Failure
from records.relation import LoadReport, Verdict
from resources.catalogue import DONE
from resources.workshop import Workshop

FAULTS = (LoadError, Refused, psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError)
"""What a document's content may be to blame for; anything else is the platform's own trouble."""


class Loading(Struct, frozen=True):
    """What was loaded, which documents could not be, and what the database refused."""

    reports: tuple[LoadReport, ...]
    failed: dict[str, Failure]
    refused: tuple[Verdict, ...]
    seconds: float


class Count(Struct, frozen=True):
    """Rows of documents: as their tables have them, as the catalogue noted, as they stand in the relations."""

    tables: int
    noted: int
    standing: int


def load_batches(work: Workshop, batches: Sequence[str]) -> Loading:
    """Load batches, each in its own transaction. Raises psycopg.OperationalError."""
    started = perf_counter()
    reports: list[LoadReport] = []
    failed: dict[str, Failure] = {}
    refused: list[Verdict] = []
    with work.database.connect("owner", autocommit=True) as connection:
        for number, batch in enumerate(batches):
            found = list(CANDIDATES.made(work, work.catalogue.documents([batch])))
            told = partial(work.progress, "warehouse", number, len(batches))
            for group in _groups(connection, batch, found, told):
                if isinstance(group, LoadReport):
                    reports.append(group)
                else:
                    document, error = group
                    failed[document.sha256] = Failure("engine", "warehouse", str(error))
                    refused += error.verdicts if isinstance(error, Refused) else ()
                    work.catalogue.fail(document.sha256, failed[document.sha256], 1)
            work.catalogue.advance(DONE, [d.sha256 for d, _ in found if d.sha256 not in failed])
            work.progress("warehouse", number + 1, len(batches))
    return Loading(tuple(reports), failed, tuple(refused), perf_counter() - started)


def _groups(
    connection: psycopg.Connection, batch: str, found: Sequence[tuple[Document, Candidates]], told: Callable[[], None]
) -> list[LoadReport | tuple[Document, Exception]]:
    try:
        return [_load(connection, batch, found, told)]
    except FAULTS as error:
        if len(found) == 1:
            return [(found[0][0], error)]
    return [group for one in found for group in _groups(connection, batch, [one], told)]


def _load(
    connection: psycopg.Connection, batch: str, found: Sequence[tuple[Document, Candidates]], told: Callable[[], None]
) -> LoadReport:
    candidates = [candidate for _, candidates in found for candidate in candidates]
    return load(connection, batch, candidates, [document.sha256 for document, _ in found], lambda rows: told())


def count_rows(work: Workshop, documents: Sequence[Document]) -> Count:
    """The rows of documents, counted in three places."""
    candidates = [candidate for _, found in CANDIDATES.made(work, documents) for candidate in found]
    tables = sum(len(candidate.rows) for candidate in candidates if is_loadable(candidate))
    with work.database.connect("reader", autocommit=True) as reader:
        notes = loaded(work.catalogue.connection, documents=[d.sha256 for d in documents])
        standing = 0
        for relation in sorted({note.relation for note in notes}):
            mine = [note for note in notes if note.relation == relation]
            query = SQL(
                "SELECT count(*) FROM unnest(%s::bigint[], %s::bigint[]) AS range (low, high)"
                " JOIN {} ON _row BETWEEN low AND high"
            ).format(Identifier("warehouse", relation))
            ranges = [note.first_row for note in mine], [note.first_row + note.rows - 1 for note in mine]
            row = reader.execute(query, ranges).fetchone()
            standing += row[0] if row else 0
    return Count(tables, sum(note.rows for note in notes), standing)
