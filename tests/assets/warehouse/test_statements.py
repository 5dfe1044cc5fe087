"""The gate: what it lets through, and what it refuses and why; nothing that it asks about is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from assets.warehouse import ddl
from assets.warehouse.load import load
from assets.warehouse.statements import Refused, validate
from records.relation import Candidate, Column, Relation, Statement

Connection = psycopg.Connection[Any]
GOODS = Relation("goods", 1, (Column("item", "text", True, "It'em\\"), Column("price", "numeric", True, "")))


def test_all_that_is_generated_passes_and_changes_nothing(owner: Connection) -> None:
    statements = [
        *ddl.create(GOODS),
        ddl.add_column("goods", Column("day", "date", True, "Day")),
        ddl.change_type("goods", "price", "text"),
        ddl.remove("warehouse", "goods"),
        ddl.remove("provenance", "goods"),
        ddl.copy_values(GOODS),
        ddl.copy_provenance(GOODS),
    ]
    verdicts = validate(owner, statements)
    assert [v.message for v in verdicts if not v.accepted] == []
    assert len(verdicts) == len(statements)
    explained = [v for v in verdicts if v.stage == "explained"]
    assert len(explained) == 2 and all("Delete" in v.plan for v in explained)
    assert owner.execute("SELECT to_regclass('warehouse.goods')").fetchone() == (None,)


@pytest.mark.parametrize(
    ("kind", "sql", "why"),
    [
        ("definition", "CREATE TABLE warehouse.t (a int", "Expecting"),
        ("definition", "CREATE TABLE warehouse.t (a int); DROP TABLE catalogue.documents", "not one statement"),
        ("definition", "DROP TABLE warehouse.t", "not one statement"),
        ("definition", "DELETE FROM warehouse.t", "not one statement"),
        ("definition", "DO $$ BEGIN NULL; END $$", "not one statement"),
        ("definition", "CREATE TABLE public.t (a int)", "beyond the warehouse: public"),
        ("definition", "CREATE TABLE t (a int)", "beyond the warehouse: no schema"),
        ("definition", "CREATE VIEW original.v AS SELECT sha256 FROM catalogue.documents", "beyond the warehouse"),
        ("definition", "CREATE TABLE warehouse.t (a nosuchtype)", "does not exist"),
        ("definition", "ALTER TABLE warehouse.t ADD COLUMN a INT", "does not exist"),
        ("rows", "CREATE TABLE warehouse.t (a int)", "not one statement"),
        ("rows", "SELECT 1", "not one statement"),
        ("rows", "DELETE FROM warehouse.nowhere", "does not exist"),
        ("rows", "DELETE FROM catalogue.documents", "beyond the warehouse: catalogue"),
        ("rows", "COPY warehouse.nowhere (a) FROM STDIN", "does not exist"),
    ],
)
def test_what_is_refused(owner: Connection, kind: str, sql: str, why: str) -> None:
    (verdict,) = validate(owner, [Statement(sql, kind, "try")])  # type: ignore[arg-type]
    assert not verdict.accepted
    assert why in verdict.message
    assert owner.execute("SELECT count(*) FROM catalogue.documents").fetchone() == (6,)


def test_those_after_a_refused_one_are_not_asked(owner: Connection) -> None:
    bad = Statement("DELETE FROM warehouse.nowhere", "rows", "try")
    assert len(validate(owner, [bad, *ddl.create(GOODS)])) == 1


def test_a_load_that_is_refused_changes_nothing(owner: Connection, make: Callable[..., Candidate]) -> None:
    # Somebody made a table in our schema that we know nothing of.
    owner.execute("CREATE TABLE warehouse.goods (a int)")
    with pytest.raises(Refused, match="already exists") as caught:
        load(owner, "b1", [make("a", ["Item"], [["bolt"]])])
    assert caught.value.verdicts[-1].stage == "dry run"
    assert owner.execute("SELECT count(*) FROM catalogue.relations").fetchone() == (0,)
