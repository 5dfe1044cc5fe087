"""The gate: no generated statement counts before it is parsed, and the database has said yes to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count

import psycopg
import sqlglot
from msgspec.structs import replace
from psycopg import sql
from sqlglot import exp
from sqlglot.errors import SqlglotError

from records.relation import Statement, Verdict

ALLOWED: dict[str, tuple[type[exp.Expression], ...]] = {
    "definition": (exp.Create, exp.Alter, exp.Comment),
    "rows": (exp.Copy, exp.Delete, exp.Insert, exp.Update),
}
SCHEMAS = frozenset({"warehouse", "provenance", "original"})
_names = count(1)


class Refused(RuntimeError):
    """Statements that don't count; ``verdicts`` tell of all, the refused one last."""

    def __init__(self, verdicts: Sequence[Verdict]) -> None:
        self.verdicts = tuple(verdicts)
        worst = next(verdict for verdict in verdicts if not verdict.accepted)
        super().__init__(f"refused to {worst.statement.purpose}: {worst.message} ({worst.statement.sql})")


def validate(connection: psycopg.Connection, statements: Sequence[Statement]) -> tuple[Verdict, ...]:
    """What the database says to statements, in their order, in a transaction that is rolled back.

    Each is parsed; definitions are run, for those after them to find what they make; statements on rows are PREPAREd
    and EXPLAINed, a COPY is run without rows. Stops at the first that is refused; nothing is changed.
    """
    verdicts: list[Verdict] = []
    with _rolled_back(connection):
        for statement in statements:
            verdict = parse(statement)
            if verdict.accepted:
                verdict = _ask(connection, statement)
            verdicts.append(verdict)
            if not verdict.accepted:
                break
    return tuple(verdicts)


def parse(statement: Statement) -> Verdict:
    """Whether the text is one statement, of a kind that is meant, in our schemas."""
    try:
        trees = sqlglot.parse(statement.sql, read="postgres")
    except SqlglotError as error:
        return Verdict(statement, False, "parsed", " ".join(str(error).split()))
    tree = trees[0] if len(trees) == 1 else None
    if not isinstance(tree, ALLOWED[statement.kind]):
        return Verdict(statement, False, "parsed", f"not one statement that changes {statement.kind}")
    beyond = {table.db for table in tree.find_all(exp.Table)} - SCHEMAS
    if beyond:
        return Verdict(
            statement, False, "parsed", f"reaches beyond the warehouse: {', '.join(sorted(beyond)) or 'no schema'}"
        )
    return Verdict(statement, True, "parsed")


def _ask(connection: psycopg.Connection, statement: Statement) -> Verdict:
    try:
        if statement.kind == "definition":
            connection.execute(statement.sql.encode())
            return Verdict(statement, True, "dry run")
        if isinstance(sqlglot.parse_one(statement.sql, read="postgres"), exp.Copy):
            with connection.cursor().copy(statement.sql.encode()) as copy:
                if "BINARY" in statement.sql:
                    copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8) + b"\xff\xff")
            return Verdict(statement, True, "dry run")
        return replace(Verdict(statement, True, "explained"), plan=explain(connection, statement))
    except psycopg.Error as error:
        said = error.diag.message_primary or str(error)
        return Verdict(statement, False, "explained" if statement.kind == "rows" else "dry run", said)


def explain(connection: psycopg.Connection, statement: Statement) -> str:
    """The plan (JSON) of a statement on rows, with all its parameters NULL. Raises psycopg.Error."""
    name = sql.Identifier(f"gate_{next(_names)}")
    connection.execute(sql.SQL("PREPARE {} AS ").format(name).as_bytes(connection) + statement.sql.encode())
    try:
        row = connection.execute(
            "SELECT cardinality(parameter_types) FROM pg_prepared_statements WHERE name = %s", [name.as_string()[1:-1]]
        ).fetchone()
        nulls = sql.SQL(", ").join([sql.NULL] * (row[0] if row else 0))
        given = sql.SQL("({})").format(nulls) if row and row[0] else sql.SQL("")
        plan = connection.execute(sql.SQL("EXPLAIN (FORMAT JSON) EXECUTE {}{}").format(name, given)).fetchone()
        return json.dumps(plan[0]) if plan else ""
    finally:
        if connection.info.transaction_status != psycopg.pq.TransactionStatus.INERROR:
            connection.execute(sql.SQL("DEALLOCATE {}").format(name))


@contextmanager
def _rolled_back(connection: psycopg.Connection) -> Iterator[None]:
    with connection.transaction(force_rollback=True):
        yield
