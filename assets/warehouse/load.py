"""A batch's candidates into the warehouse: structure and rows in one transaction, the same however often it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import psycopg
from psycopg import sql

from assets.warehouse import ddl
from assets.warehouse.plan import Weighed, is_loadable, plan, weighed
from assets.warehouse.provenance import HEADER, TRAILER, provenance_rows
from assets.warehouse.retype import retype, write_rejects
from assets.warehouse.rows import ROWS_A_DOCUMENT, Placed, typed_rows
from assets.warehouse.statements import Refused, validate
from assets.warehouse.structure import (
    LOCK,
    Loaded,
    LoadedColumn,
    digest,
    loaded,
    numbers,
    relations,
    without,
    write_loads,
    write_relations,
)
from records.relation import Candidate, Evidence, LoadReport, Plan, Reject, Relation, RelationLoad, Statement, Verdict
from resources.roles import role_name


class LoadError(ValueError):
    """A batch that can't be loaded as it is; the message says why."""


def load(
    connection: psycopg.Connection,
    batch: str,
    candidates: Sequence[Candidate],
    documents: Sequence[str] = (),
    progress: Callable[[int], None] = lambda rows: None,
) -> LoadReport:
    """Load the candidates of a batch, as the owner of the warehouse; rows that former readings gave are replaced.

    ``documents`` are those of the batch, for those that have no candidate now; ``progress`` is told of rows loaded.
    What is there just so already stays untouched. One transaction: all or nothing; loads at once wait for each other.
    Raises LoadError, statements.Refused where the database says no, psycopg.Error.
    """
    named = sorted({*documents, *(candidate.document for candidate in candidates)})
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        number = _numbers(connection, named)
        before = loaded(connection, documents=named)
        digests = [digest(candidate) if is_loadable(candidate) else "" for candidate in candidates]
        stale = _changed(candidates, digests, before)
        fresh = sorted(
            (i for i, c in enumerate(candidates) if digests[i] and c.document in stale),
            key=lambda i: (number[candidates[i].document], candidates[i].table),
        )
        gone = [table for table in before if table.document in stale]
        batch_of = [weighed(candidates[i]) for i in fresh]
        known = relations(connection)
        reduced = without(known, gone)
        planned = plan(batch_of, reduced, {(t.document, t.table): t.relation for t in gone})
        placed = _place(batch_of, planned, number)
        verdicts = _gate(connection, planned, gone)
        removed = _remove(connection, gone, [number[document] for document in stale])
        for statement in planned.statements:
            connection.execute(statement.sql.encode())
        connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(role_name("loader"))))
        final = {r.name: r for r in (*reduced, *planned.relations)}
        write_relations(connection, batch, [r for r in final.values() if r not in known], planned.changes)
        for change in planned.changes:
            if change.kind == "type_changed":
                retype(connection, final[change.relation], change.column)
        rows, values, placeholders, rejects = _copy(connection, planned.relations, placed, progress)
        tables = [_loaded(p, digests[i], w.evidence) for p, i, w in zip(placed, fresh, batch_of, strict=True)]
        write_loads(connection, batch, tables)
        write_rejects(connection, rejects)
        connection.execute("RESET ROLE")
    return LoadReport(
        batch=batch,
        rows=sum(rows.values()),
        cells=sum(_cells(each) for each in batch_of),
        values=values,
        placeholders=placeholders,
        skipped=sum(len(candidate.skipped) for candidate in candidates),
        unchanged=len(named) - len(stale),
        rejects=tuple(rejects),
        changes=planned.changes,
        relations=tuple(
            RelationLoad(name, rows[name], removed[name], final[name].columns) for name in sorted({*rows, *removed})
        ),
        verdicts=verdicts,
    )


def _numbers(connection: psycopg.Connection, documents: Sequence[str]) -> dict[str, int]:
    found = numbers(connection, documents)
    unknown = [document for document in documents if document not in found]
    if unknown:
        raise LoadError(f"{len(unknown)} documents are not in the catalogue, the first is {unknown[0]}: register them")
    return found


def _changed(candidates: Sequence[Candidate], digests: Sequence[str], before: Iterable[Loaded]) -> set[str]:
    """Documents whose tables are not all in the warehouse as they are now, or which have others there."""
    now = {(c.document, c.table, d) for c, d in zip(candidates, digests, strict=True) if d}
    then = {(table.document, table.table, table.digest) for table in before}
    return {document for document, _, _ in now ^ then}


def _place(candidates: Sequence[Weighed], planned: Plan, number: Mapping[str, int]) -> list[Placed]:
    """Where each candidate's rows and columns go. Rows are numbered through a document, table by table."""
    known = {relation.name: relation for relation in planned.relations}
    count: Counter[str] = Counter()
    placed = []
    for each, assigned in zip(candidates, planned.assignments, strict=True):
        candidate = each.candidate
        relation = known[assigned.relation]
        places = {name: place for place, name in enumerate(assigned.columns)}
        first = number[candidate.document] * ROWS_A_DOCUMENT + count[candidate.document] + 1
        count[candidate.document] += len(candidate.rows)
        if count[candidate.document] >= ROWS_A_DOCUMENT:
            raise LoadError(f"document {candidate.document} has more than {ROWS_A_DOCUMENT - 1} rows: split it")
        order = tuple(places.get(column.name) for column in relation.columns)
        placed.append(Placed(candidate, each.columns, each.style, relation, order, first))
    return placed


def _gate(connection: psycopg.Connection, planned: Plan, gone: Sequence[Loaded]) -> tuple[Verdict, ...]:
    """What the database says to every statement of this load; raises Refused unless it says yes to all."""
    names = sorted({table.relation for table in gone})
    statements: list[Statement] = [ddl.remove(schema, n) for n in names for schema in ("warehouse", "provenance")]
    statements += planned.statements
    for relation in planned.relations:
        statements += [ddl.copy_values(relation), ddl.copy_provenance(relation)]
    verdicts = validate(connection, statements)
    if not all(verdict.accepted for verdict in verdicts):
        raise Refused(verdicts)
    return verdicts


def _remove(connection: psycopg.Connection, gone: Sequence[Loaded], stale: Sequence[int]) -> Counter[str]:
    """Take away what former readings of the documents gave; counts rows by relation."""
    removed: Counter[str] = Counter()
    if not gone:
        return removed
    cursor = psycopg.RawCursor(connection)
    for table in gone:
        removed[table.relation] += table.rows
    for name in removed:
        ranges = [(t.first_row, t.first_row + t.rows - 1) for t in gone if t.relation == name]
        cursor.executemany(ddl.remove("warehouse", name).sql.encode(), ranges)
        cursor.executemany(ddl.remove("provenance", name).sql.encode(), ranges)
    documents = sorted({table.document for table in gone})
    connection.execute("DELETE FROM catalogue.rejects WHERE document = ANY(%s)", [documents])
    connection.execute("DELETE FROM catalogue.loads WHERE document = ANY(%s)", [documents])
    return removed


def _copy(
    connection: psycopg.Connection,
    known: Sequence[Relation],
    placed: Sequence[Placed],
    progress: Callable[[int], None],
) -> tuple[Counter[str], int, int, list[Reject]]:
    """Rows by relation, values and placeholders, and what was rejected."""
    rows: Counter[str] = Counter()
    values = placeholders = 0
    rejects: list[Reject] = []
    for relation in known:
        mine = [p for p in placed if p.relation.name == relation.name]
        if not mine:
            continue
        with connection.cursor().copy(ddl.copy_values(relation).sql.encode()) as copy:
            for each in mine:
                typed = typed_rows(each)
                copy.write(typed.lines)
                values, placeholders = values + typed.values, placeholders + typed.placeholders
                rejects.extend(typed.rejects)
        with connection.cursor().copy(ddl.copy_provenance(relation).sql.encode()) as copy:
            copy.write(HEADER)
            for each in mine:
                copy.write(provenance_rows(each))
                rows[relation.name] += len(each.candidate.rows)
                progress(len(each.candidate.rows))
            copy.write(TRAILER)
    return rows, values, placeholders, rejects


def _loaded(placed: Placed, digest: str, evidence: Sequence[Evidence]) -> Loaded:
    candidate, relation = placed.candidate, placed.relation
    names = {place: column.name for column, place in zip(relation.columns, placed.places, strict=True)}
    columns = tuple(LoadedColumn(names[i], column.header, evidence[i]) for i, column in enumerate(candidate.columns))
    return Loaded(
        candidate.document,
        candidate.table,
        relation.name,
        digest,
        placed.first_row,
        len(candidate.rows),
        columns,
        placed.style,
    )


def _cells(weighed: Weighed) -> int:
    """Cells in which anything is printed."""
    return sum(1 for column in weighed.columns for text in column.texts if text and not text.isspace())
