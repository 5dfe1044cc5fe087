"""The catalogue's structure: an ordered list of SQL files, each applied once, in one transaction with its record."""

from __future__ import annotations

import hashlib
from pathlib import Path

import psycopg

MIGRATIONS: tuple[str, ...] = ("documents", "relations", "arrivals")
"""Files of ``resources/schema``, in the order in which they are applied. What was released is never edited."""

SCHEMA = Path(__file__).parent / "schema"

LOCK = 0x7461_626C
"""The advisory lock of whoever changes the catalogue's structure."""


class MigrationError(RuntimeError):
    """The catalogue was made by other migrations than ours."""


def statements(name: str) -> str:
    """The SQL of a migration."""
    return (SCHEMA / f"{name}.sql").read_text(encoding="utf-8")


def is_current(connection: psycopg.Connection) -> bool:
    """Whether all migrations, as they are now, have been applied."""
    with connection.transaction():
        if not _exists(connection):
            return False
        return _applied(connection) == {name: _digest(name) for name in MIGRATIONS}


def migrate(connection: psycopg.Connection) -> tuple[str, ...]:
    """Apply what is missing, as the owner of the schema ``catalogue``; gives the names of what was applied.

    Raises MigrationError where one was edited after it was applied, or where the database is newer than the code.
    """
    done: list[str] = []
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        if not _exists(connection):
            connection.execute(
                "CREATE TABLE catalogue.migrations"
                " (name text PRIMARY KEY, sha256 text NOT NULL, applied timestamptz NOT NULL DEFAULT now())"
            )
        applied = _applied(connection)
        for name in applied:
            if name not in MIGRATIONS:
                raise MigrationError(f"the database knows a migration {name!r} that this version does not: update it")
        for name in MIGRATIONS:
            if name not in applied:
                connection.execute(statements(name).encode())
                connection.execute(
                    "INSERT INTO catalogue.migrations (name, sha256) VALUES (%s, %s)", [name, _digest(name)]
                )
                done.append(name)
            elif applied[name] != _digest(name):
                raise MigrationError(
                    f"the database was made by an unreleased version (migration {name!r} is another): start a new one"
                )
    return tuple(done)


def _exists(connection: psycopg.Connection) -> bool:
    row = connection.execute("SELECT to_regclass('catalogue.migrations') IS NOT NULL").fetchone()
    return bool(row and row[0])


def _applied(connection: psycopg.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT name, sha256 FROM catalogue.migrations").fetchall())


def _digest(name: str) -> str:
    return hashlib.sha256(statements(name).encode()).hexdigest()
