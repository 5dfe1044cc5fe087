"""Who may do what in the database: three roles, four schemas, and nothing for everybody."""

from __future__ import annotations

from typing import Literal, LiteralString

import psycopg
from psycopg.sql import SQL, Identifier

Role = Literal["owner", "loader", "reader"]

ROLES: tuple[Role, ...] = ("owner", "loader", "reader")
SCHEMAS = ("catalogue", "warehouse", "provenance", "original")
READABLE = ("warehouse", "provenance", "original")
"""Schemas that readers see; the catalogue holds where files came from, and is not for everybody."""

DAGSTER = "dagster"
"""The orchestrator's database in the embedded cluster; its schema where somebody else's database is used."""

LOCK = 0x726F_6C65


def role_name(role: str) -> str:
    """The role's name in the cluster, where roles of other systems live too.

    >>> role_name("reader")
    'tablewright_reader'
    """
    return f"tablewright_{role}"


def create_roles(connection: psycopg.Connection, login: bool) -> None:
    """The three roles, where absent. The owner may act as the loader; whoever sets up may act as all of them.

    With ``login`` they are users of their own; else one gets them by SET ROLE. Raises psycopg.Error.
    """
    for role in ROLES:
        name = role_name(role)
        if not _exists(connection, "SELECT FROM pg_roles WHERE rolname = %s", name):
            attribute = SQL("LOGIN" if login else "NOLOGIN")
            connection.execute(SQL("CREATE ROLE {} {}").format(Identifier(name), attribute))
        if not _exists(connection, "SELECT WHERE pg_has_role(current_user, %s, %s)", name, _set_right(connection)):
            connection.execute(SQL("GRANT {} TO CURRENT_USER").format(Identifier(name)))
    owner, loader = (Identifier(role_name(role)) for role in ("owner", "loader"))
    if not _exists(connection, "SELECT WHERE pg_has_role(%s, %s, 'MEMBER')", role_name("owner"), role_name("loader")):
        connection.execute(SQL("GRANT {} TO {}").format(loader, owner))


def create_schemas(connection: psycopg.Connection) -> None:
    """The four schemas of the owner, where absent, and what the other roles may do in them. Raises psycopg.Error.

    The loader reads and writes rows and defines nothing; the reader reads. What is created later is the same.
    """
    owner, loader, reader = (Identifier(role_name(role)) for role in ROLES)
    for name in SCHEMAS:
        if not _exists(connection, "SELECT FROM pg_namespace WHERE nspname = %s", name):
            connection.execute(SQL("CREATE SCHEMA {} AUTHORIZATION {}").format(Identifier(name), owner))
    connection.execute(SQL("SET LOCAL ROLE {}").format(owner))
    connection.execute("ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC")
    for name in SCHEMAS:
        schema = Identifier(name)
        connection.execute(SQL("REVOKE ALL ON SCHEMA {} FROM PUBLIC").format(schema))
        _grant(connection, schema, loader, "SELECT, INSERT, UPDATE, DELETE")
        if name in READABLE:
            _grant(connection, schema, reader, "SELECT")
    connection.execute("RESET ROLE")


def close_database(connection: psycopg.Connection, name: str) -> None:
    """Only the three roles may connect to a database of our own. Raises psycopg.Error."""
    database = Identifier(name)
    connection.execute(SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(database))
    for role in ROLES:
        connection.execute(SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, Identifier(role_name(role))))


def _grant(connection: psycopg.Connection, schema: Identifier, role: Identifier, rights: LiteralString) -> None:
    """Rights on the schema's tables, those that are there and those to come."""
    now = SQL("GRANT {} ON ALL TABLES IN SCHEMA {} TO {}")
    later = SQL("ALTER DEFAULT PRIVILEGES IN SCHEMA {1} GRANT {0} ON TABLES TO {2}")
    connection.execute(SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, role))
    connection.execute(now.format(SQL(rights), schema, role))
    connection.execute(later.format(SQL(rights), schema, role))


def _set_right(connection: psycopg.Connection) -> str:
    """What pg_has_role calls the right to SET ROLE: from PostgreSQL 16 on, it is apart from membership."""
    return "SET" if connection.info.server_version >= 160000 else "MEMBER"


def _exists(connection: psycopg.Connection, query: str, *values: str) -> bool:
    return connection.execute(query.encode(), values).fetchone() is not None
