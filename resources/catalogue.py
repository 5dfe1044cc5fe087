"""The catalogue: which files came, what became of them, which documents make a batch, and how far each has come."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TypeVar

import msgspec
import psycopg
from msgspec import Struct
from psycopg.types.json import Jsonb

from records.document import Document, Failure, Intake, Manifest

T = TypeVar("T", bound=Struct)

NEW, DONE, FAILED = "registered", "warehouse", "failed"
"""States of a document; in between it bears the name of the last stage that it passed."""

WAY = (NEW, "pages", "lines", "regions", "tables", "relations", DONE)
"""A document's states in their order."""


IN_HAND = "10 minutes"
"""What came so lately may still be being taken in."""


class State(Struct, frozen=True):
    """How far a document has come, and where it came from first."""

    sha256: str
    source: str
    status: str
    attempts: int
    pages: int
    batch: str | None
    failure: Failure | None


class Refusal(Struct, frozen=True):
    """A file in quarantine."""

    id: int
    source: str
    sha256: str
    size: int
    category: str
    message: str


class Load(Struct, frozen=True):
    """What stands in a relation: tables that were loaded, their rows, and cells that did not fit."""

    relation: str
    tables: int
    rows: int
    rejects: int


class Account(Struct, frozen=True):
    """All files that ever came, by what became of them; ``open`` are those of which nothing is known yet."""

    files: int
    documents: int
    duplicates: int
    quarantined: int
    open: int


class Catalogue:
    """Works on one connection, in autocommit, that ``connect`` opens again where it was lost; each method is one
    transaction. Raises psycopg.Error where the database can't be reached.
    """

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]]) -> None:
        self._connect = connect
        self._connection: psycopg.Connection[Any] | None = None
        self._run: str | None = None

    @property
    def connection(self) -> psycopg.Connection[Any]:
        """The connection, alive as far as is known."""
        if self._connection is None or self._connection.closed:
            self._connection = self._connect()
            if self._run is not None:
                self._connection.execute("SELECT pg_try_advisory_lock(%s)", [_lock(f"run {self._run}")])
        return self._connection

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection, and of the locks that it holds."""
        if self._connection is not None:
            self._connection.close()

    # Files and documents

    def announce(self, sources: Sequence[str]) -> list[int]:
        """Note files that are being taken in; gives a number for each, to be told when it is known what they are."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.execute("DELETE FROM catalogue.arrivals WHERE source = ANY(%s) AND outcome IS NULL", [list(sources)])
            numbers = []
            for source in sources:
                cursor.execute("INSERT INTO catalogue.arrivals (source) VALUES (%s) RETURNING id", [source])
                numbers.append(int(_one(cursor)))
            return numbers

    def register(self, arrival: int, intake: Intake) -> str:
        """Note what a file was: ``document``, ``duplicate`` (bytes that were known before) or ``quarantined``."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            outcome = self._document(cursor, intake) if intake.document is not None else self._refuse(cursor, intake)
            known = [outcome, intake.sha256, arrival]
            cursor.execute("UPDATE catalogue.arrivals SET outcome = %s, sha256 = %s WHERE id = %s", known)
            if not cursor.rowcount:  # somebody else hands in the same file at this moment, and announced it anew
                known[-1] = intake.source.name
                cursor.execute("INSERT INTO catalogue.arrivals (outcome, sha256, source) VALUES (%s, %s, %s)", known)
            return outcome

    def _document(self, cursor: psycopg.Cursor[Any], intake: Intake) -> str:
        document, source = intake.document, intake.source
        assert document is not None
        cursor.execute(
            "INSERT INTO catalogue.documents (sha256, media_type, size, pages) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (sha256) DO NOTHING",
            [document.sha256, document.media_type, document.size, document.pages],
        )
        outcome = "document" if cursor.rowcount else "duplicate"
        cursor.execute(
            "INSERT INTO catalogue.sources (sha256, name, metadata) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
            [document.sha256, source.name, Jsonb(source.metadata)],
        )
        return outcome

    def _refuse(self, cursor: psycopg.Cursor[Any], intake: Intake) -> str:
        failure = intake.failure
        assert failure is not None
        cursor.execute(
            "INSERT INTO catalogue.quarantine (sha256, source, size, category, message, page)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [intake.sha256, intake.source.name, intake.size, failure.category, failure.message, failure.page],
        )
        return "quarantined"

    def account(self) -> Account:
        """Counts of all files that ever came."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT coalesce(outcome, ''), count(*) FROM catalogue.arrivals"
                " WHERE outcome IS NOT NULL OR at < now() - %s::interval GROUP BY outcome",
                [IN_HAND],
            )
            found = dict(cursor.fetchall())
        counts = [found.get(outcome, 0) for outcome in ("document", "duplicate", "quarantined", "")]
        return Account(sum(counts), *counts)

    def quarantine(self) -> list[Refusal]:
        """Files that became no document, the newest first."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT id, source, coalesce(sha256, ''), size, category, message FROM catalogue.quarantine"
                " WHERE resolved_at IS NULL ORDER BY id DESC"
            )
            return [Refusal(*row) for row in cursor.fetchall()]

    def resolve(self, refusal: int) -> None:
        """Take a file off the list of those in quarantine."""
        with self.connection.cursor() as cursor:
            cursor.execute("UPDATE catalogue.quarantine SET resolved_at = now() WHERE id = %s", [refusal])

    # Batches

    def waiting(self) -> list[tuple[str, float]]:
        """Documents that no batch holds yet, and when they arrived, in seconds since 1970."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT sha256, extract(epoch FROM first_seen)::float8 FROM catalogue.documents d WHERE status = %s"
                " AND NOT EXISTS (SELECT FROM catalogue.batch_documents b WHERE b.sha256 = d.sha256)",
                [NEW],
            )
            return cursor.fetchall()

    def close_batch(self, manifest: Manifest) -> None:
        """Keep a closed batch."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO catalogue.batches (batch, closed_at) VALUES (%s, %s)", [manifest.batch, manifest.closed_at]
            )
            cursor.executemany(
                "INSERT INTO catalogue.batch_documents (batch, position, sha256) VALUES (%s, %s, %s)",
                [(manifest.batch, i, sha256) for i, sha256 in enumerate(manifest.documents)],
            )

    def unread_batches(self) -> list[tuple[str, int]]:
        """Batches with documents that are on their way, also where the run that was to bring them on was cut off; the
        oldest first, and how often each has been asked for."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT DISTINCT batch, round FROM catalogue.batch_documents JOIN catalogue.documents USING (sha256)"
                " JOIN catalogue.batches USING (batch) WHERE status NOT IN (%s, %s) ORDER BY batch",
                [DONE, FAILED],
            )
            return cursor.fetchall()

    def batches_of(self, documents: Sequence[str]) -> list[str]:
        """The batches that hold the documents, the oldest first."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT DISTINCT batch FROM catalogue.batch_documents WHERE sha256 = ANY(%s) ORDER BY batch",
                [list(documents)],
            )
            return [row[0] for row in cursor.fetchall()]

    def documents(self, batches: Sequence[str]) -> list[Document]:
        """The documents of batches, in order of arrival; each once."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT sha256, media_type, size, pages FROM catalogue.batch_documents JOIN catalogue.documents"
                " USING (sha256) WHERE batch = ANY(%s) ORDER BY batch, position",
                [list(batches)],
            )
            return list(dict.fromkeys(_record(row, Document) for row in cursor.fetchall()))

    def document(self, sha256: str) -> Document:
        """One document. Raises LookupError where it is not known."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT sha256, media_type, size, pages FROM catalogue.documents WHERE sha256 = %s", [sha256]
            )
            row = cursor.fetchone()
        if row is None:
            raise LookupError(f"no document has the SHA-256 {sha256}")
        return _record(row, Document)

    # How far documents have come

    def advance(self, stage: str, documents: Sequence[str]) -> None:
        """Documents have passed a stage. One that had come further before stays there."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "UPDATE catalogue.documents SET status = %(stage)s, failure = NULL WHERE sha256 = ANY(%(those)s) AND"
                " coalesce(array_position(%(way)s, status), 0) < coalesce(array_position(%(way)s, %(stage)s), 1)",
                {"stage": stage, "those": list(documents), "way": list(WAY)},
            )

    def fail(self, document: str, failure: Failure, attempts: int) -> None:
        """A document can't be read; ``attempts`` tries were made just now."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "UPDATE catalogue.documents SET status = %s, failure = %s, attempts = attempts + %s WHERE sha256 = %s",
                [FAILED, Jsonb(msgspec.to_builtins(failure)), attempts, document],
            )

    def renew(self, documents: Sequence[str]) -> list[str]:
        """Forget the failures of documents: they are to be read again from the start. Gives the batches to run."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.execute(
                "UPDATE catalogue.documents SET status = %s, failure = NULL, attempts = 0 WHERE sha256 = ANY(%s)",
                [NEW, list(documents)],
            )
            cursor.execute(
                "UPDATE catalogue.batches SET round = round + 1 WHERE batch IN"
                " (SELECT batch FROM catalogue.batch_documents WHERE sha256 = ANY(%s)) RETURNING batch",
                [list(documents)],
            )
            return sorted(row[0] for row in cursor.fetchall())

    def states(self, documents: Sequence[str] | None = None, status: str | None = None) -> list[State]:
        """How far documents have come: the given ones, those in a state, or all; in order of arrival."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT d.sha256, (SELECT name FROM catalogue.sources s WHERE s.sha256 = d.sha256"
                " ORDER BY arrived, name LIMIT 1), status, attempts, pages,"
                " (SELECT min(batch) FROM catalogue.batch_documents b WHERE b.sha256 = d.sha256), failure"
                " FROM catalogue.documents d WHERE (%(some)s::text[] IS NULL OR sha256 = ANY(%(some)s))"
                " AND (%(status)s::text IS NULL OR status = %(status)s) ORDER BY number",
                {"some": None if documents is None else list(documents), "status": status},
            )
            return [_record(row, State) for row in cursor.fetchall()]

    def loads(self, batches: Sequence[str] | None = None) -> list[Load]:
        """What batches (or all of them) put into relations, by name."""
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT relation, count(*), sum(rows), (SELECT count(*) FROM catalogue.rejects r"
                " WHERE r.relation = l.relation AND r.document = ANY(array_agg(l.document))) FROM catalogue.loads l"
                " WHERE (%(some)s::text[] IS NULL OR batch = ANY(%(some)s)) GROUP BY relation ORDER BY relation",
                {"some": None if batches is None else list(batches)},
            )
            return [_record(row, Load) for row in cursor.fetchall()]

    def tally(self) -> dict[str, int]:
        """Documents by state."""
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT status, count(*) FROM catalogue.documents GROUP BY status ORDER BY status")
            return dict(cursor.fetchall())

    # Locks

    @contextmanager
    def taking_turns(self, what: str) -> Iterator[None]:
        """One process at a time does this; PostgreSQL frees the lock of one that was killed."""
        connection = self.connection
        connection.execute("SELECT pg_advisory_lock(%s)", [_lock(what)])
        try:
            yield
        finally:
            if not connection.closed:
                connection.execute("SELECT pg_advisory_unlock(%s)", [_lock(what)])

    def hold_run(self, run: str) -> None:
        """Show that a run lives for as long as this process is connected."""
        self.connection.execute("SELECT pg_advisory_lock(%s)", [_lock(f"run {run}")])
        self._run = run

    def run_is_held(self, run: str) -> bool:
        """Whether some connection shows that the run lives."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_lock(f"run {run}")])
            return not _one(cursor)


def _lock(what: str) -> int:
    """The number of an advisory lock: 64 bits with a sign."""
    return int.from_bytes(hashlib.sha256(f"tablewright {what}".encode()).digest()[:8], "big", signed=True)


def _one(cursor: psycopg.Cursor[Any]) -> Any:
    row = cursor.fetchone()
    assert row is not None
    return row[0]


def _record(row: tuple[Any, ...], of: type[T]) -> T:
    return msgspec.convert(dict(zip(of.__struct_fields__, row, strict=True)), of)
