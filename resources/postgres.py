"""PostgreSQL for all that is kept: the embedded one, or any that a DSN names, with the same roles and schemas."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

from records.settings import Settings
from resources.embedded import SUPERUSER, Cluster, EmbeddedError
from resources.migrations import is_current, migrate
from resources.roles import (
    DAGSTER,
    LOCK,
    ROLES,
    Role,
    close_database,
    create_roles,
    create_schemas,
    role_name,
)

DATABASE = "tablewright"
PATIENCE = 20.0
"""Seconds that a connection is tried for while the server starts again."""

LOST = "synchronous_commit=off"
"""Dagster's events may lose their last moments in a crash of the machine: that halves what each costs."""


class DatabaseError(RuntimeError):
    """The database can't be used as the settings say; the message says why and what to do."""


@dataclass(frozen=True)
class Dsns:
    """How to get to the database in each role, and ``dagster``, the URL (SQLAlchemy's form) of Dagster's own storage.

    ``cluster`` is the folder of the embedded server, which is started again where it is found dead.
    """

    owner: str
    loader: str
    reader: str
    dagster: str
    cluster: Path | None = None

    def dsn(self, role: Role = "reader") -> str:
        return {"owner": self.owner, "loader": self.loader, "reader": self.reader}[role]

    def connect(self, role: Role = "loader", *, autocommit: bool = False) -> psycopg.Connection:
        """A connection in a role. Waits for a server that is being restarted, and restarts an embedded one that died.

        Raises DatabaseError or psycopg.OperationalError.
        """
        if self.cluster is not None:
            try:
                return psycopg.connect(self.dsn(role), autocommit=autocommit)
            except psycopg.OperationalError as error:
                if not is_passing(error):
                    raise
                _ensure(Cluster(self.cluster))
        return connect(self.dsn(role), autocommit=autocommit)


def serve(settings: Settings) -> Dsns:
    """A database that is ready to use: started or joined, with roles, schemas and the catalogue's migrations.

    Safe to call from any number of processes at once, and quick where all is there. Raises DatabaseError,
    MigrationError.
    """
    return _serve_external(settings.database) if settings.database else _serve_embedded(settings)


def stop(settings: Settings) -> bool:
    """Stop the embedded server; False where none ran, or where the database is somebody else's."""
    if settings.database:
        return False
    try:
        return _cluster(settings).stop()
    except EmbeddedError as error:
        raise DatabaseError(str(error)) from error


def connect(dsn: str, *, patience: float = PATIENCE, autocommit: bool = False) -> psycopg.Connection:
    """A connection, tried again for ``patience`` seconds where the failure may pass (a server that restarts).

    Raises psycopg.OperationalError.
    """
    deadline = time.monotonic() + patience
    pause = 0.05
    while True:
        try:
            return psycopg.connect(dsn, autocommit=autocommit)
        except psycopg.OperationalError as error:
            if not is_passing(error) or time.monotonic() + pause > deadline:
                raise
        time.sleep(pause)
        pause = min(2 * pause, 1.0)


def is_passing(error: psycopg.Error) -> bool:
    """Whether the same may work in a moment: the server is away, starting, stopping or full. Not: wrong name or
    password. A failed connection carries no SQLSTATE, so its text tells.

    >>> is_passing(psycopg.OperationalError('connection failed: FATAL:  database "x" does not exist'))
    False
    >>> is_passing(psycopg.OperationalError("connection failed: FATAL:  the database system is starting up"))
    True
    """
    if not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return False
    text = str(error)
    passing = ("the database system is", "too many", "terminating connection", "remaining connection slots")
    return "FATAL" not in text or any(sentence in text for sentence in passing)


def _cluster(settings: Settings) -> Cluster:
    return Cluster(Path(settings.home) / "postgres")


def _ensure(cluster: Cluster) -> None:
    try:
        cluster.ensure()
    except EmbeddedError as error:
        raise DatabaseError(str(error)) from error


def _serve_embedded(settings: Settings) -> Dsns:
    cluster = _cluster(settings)
    _ensure(cluster)
    owner, loader, reader = (cluster.url(role_name(role), DATABASE) for role in ROLES)
    dagster = cluster.url(role_name(DAGSTER), DAGSTER).replace("postgresql://", "postgresql+psycopg2://", 1)
    dsns = Dsns(owner, loader, reader, dagster, cluster.root)
    if not _is_ready(owner):
        with connect(cluster.url(SUPERUSER, "postgres"), autocommit=True) as connection:
            # Not a transaction: databases are created outside of one.
            connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            create_roles(connection, login=True)
            _create_dagster_role(connection)
            _create_database(connection, DATABASE, SUPERUSER)
            close_database(connection, DATABASE)
            _create_database(connection, DAGSTER, role_name(DAGSTER))
            connection.execute(SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(Identifier(DAGSTER)))
            connection.execute(SQL("ALTER DATABASE {} SET synchronous_commit = off").format(Identifier(DAGSTER)))
            with connect(cluster.url(SUPERUSER, DATABASE)) as inside:
                create_schemas(inside)
            with connect(owner) as inside:
                migrate(inside)
    return dsns


def _serve_external(dsn: str) -> Dsns:
    try:
        parts = conninfo_to_dict(dsn)
    except psycopg.ProgrammingError as error:
        raise DatabaseError(f"the setting database is no DSN of PostgreSQL: {error}".strip()) from error
    owner, loader, reader = (_with_options(parts, f"-c role={role_name(role)}") for role in ROLES)
    place = f"{parts.get('dbname') or parts.get('user') or 'the database'} at {parts.get('host') or 'the local socket'}"
    try:
        if not _is_ready(owner):
            with connect(dsn) as connection:
                connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
                create_roles(connection, login=False)
                create_schemas(connection)
                connection.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(Identifier(DAGSTER)))
            with connect(owner) as connection:
                migrate(connection)
    except psycopg.errors.InsufficientPrivilege as error:
        raise DatabaseError(
            f"the user of the setting database may not set up {place} ({error.diag.message_primary}): give it "
            "CREATEROLE and CREATE on the database, or let an administrator run once with a DSN that has them"
        ) from error
    except psycopg.OperationalError as error:
        raise DatabaseError(f"there is no way to {place}: {' '.join(str(error).split())}") from error
    return Dsns(owner, loader, reader, _sqlalchemy_url(parts, f"-csearch_path={DAGSTER} -c{LOST}"))


def _is_ready(owner: str) -> bool:
    try:
        with connect(owner) as connection:
            return is_current(connection)
    except (psycopg.OperationalError, psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName) as error:
        if is_passing(error):
            raise
        return False  # no such role or database yet


def _create_dagster_role(connection: psycopg.Connection) -> None:
    """Dagster's storage has a user of its own, who sees nothing of the warehouse."""
    name = role_name(DAGSTER)
    if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [name]).fetchone() is None:
        connection.execute(SQL("CREATE ROLE {} LOGIN").format(Identifier(name)))


def _create_database(connection: psycopg.Connection, name: str, owner: str) -> None:
    if connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
        connection.execute(SQL("CREATE DATABASE {} OWNER {}").format(Identifier(name), Identifier(owner)))


def _with_options(parts: dict[str, Any], options: str) -> str:
    return make_conninfo(**{**parts, "options": " ".join(filter(None, (parts.get("options"), options)))})


def _sqlalchemy_url(parts: dict[str, Any], options: str) -> str:
    """The URL that SQLAlchemy wants. The driver is named: a bare ``postgresql://`` means psycopg 3 to SQLAlchemy 2.1,
    which Dagster's storage does not speak.

    >>> _sqlalchemy_url({"host": "db", "user": "me", "password": "p@ss", "dbname": "d"}, "-ca=b")
    'postgresql+psycopg2://me:p%40ss@db/d?options=-ca%3Db'
    """
    parts = {name: str(value) for name, value in parts.items() if value is not None}
    user, password = quote(parts.pop("user", ""), safe=""), parts.pop("password", None)
    database, host, port = parts.pop("dbname", ""), parts.pop("host", ""), parts.pop("port", "")
    secret = f":{quote(password, safe='')}" if password else ""
    if host.startswith("/") or "," in host:
        parts["host"], host = host, ""
        if port:
            parts["port"], port = port, ""
    parts["options"] = " ".join(filter(None, (parts.get("options"), options)))
    place = f"{user}{secret}@{host}" if user else host
    query = urlencode(parts, quote_via=quote)
    return f"postgresql+psycopg2://{place}{f':{port}' if port else ''}/{quote(database, safe='')}?{query}"
