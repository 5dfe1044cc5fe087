"""What a load makes of candidates: relations, columns, types, rows, rejects; and that it does so always the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from hashlib import sha256
from itertools import permutations
from typing import Any

import psycopg
import pytest

from assets.warehouse.load import LoadError, load
from assets.warehouse.structure import relations, table_columns
from records.relation import Candidate, Change

Connection = psycopg.Connection[Any]
Make = Callable[..., Candidate]
Dump = Callable[[Connection], dict[str, Any]]

HEADERS = ("Item", "Date", "Price")
ROWS = (("bolt", "2024-03-05", "5"), ("nut", "2024-03-06", "1,200"))


def sha(document: str) -> str:
    return sha256(document.encode()).hexdigest()


def values(connection: Connection, query: str) -> list[tuple[Any, ...]]:
    return connection.execute(query.encode()).fetchall()


def kinds(report_changes: tuple[Change, ...]) -> list[tuple[str, str, str]]:
    return [(c.kind, c.column, c.detail) for c in report_changes]


def test_rows_with_types_texts_and_provenance(owner: Connection, make: Make) -> None:
    report = load(owner, "b1", [make("a", HEADERS, ROWS)])
    assert values(owner, "SELECT * FROM warehouse.goods ORDER BY 1") == [
        (1_000_001, sha("a"), "bolt", date(2024, 3, 5), 5),
        (1_000_002, sha("a"), "nut", date(2024, 3, 6), 1200),
    ]
    assert values(owner, "SELECT item, date, price FROM original.goods ORDER BY _row") == list(ROWS)
    assert values(
        owner, "SELECT page, box[9:12], confidence, table_ordinal FROM provenance.goods WHERE _row = 1000002"
    ) == [([0, 0, 0], [20.0, 20.0, 28.0, 36.5], [0.75, 0.75, 0.75], 0)]
    assert (report.rows, report.cells, report.values, report.placeholders, report.unchanged) == (2, 6, 6, 0, 0)
    assert [(r.relation, r.rows, r.removed) for r in report.relations] == [("goods", 2, 0)]
    assert values(owner, "SELECT col_description('warehouse.goods'::regclass, 4)") == [("Date",)]
    assert [c.header for c in table_columns(owner)["goods"]] == list(HEADERS)


def test_loading_twice_changes_nothing(owner: Connection, make: Make) -> None:
    batch = [make("a", HEADERS, ROWS), make("b", HEADERS, ROWS)]
    load(owner, "b1", batch)
    query = "SELECT xmin::text, ctid::text FROM {} ORDER BY 2"
    tables = ("warehouse.goods", "provenance.goods", "catalogue.loads", "catalogue.relations")
    before = [values(owner, query.format(t)) for t in tables]
    report = load(owner, "b1", batch)
    assert [values(owner, query.format(t)) for t in tables] == before
    assert (report.rows, report.unchanged, report.changes, report.verdicts) == (0, 2, (), ())


def test_a_document_read_again_replaces_its_rows(owner: Connection, make: Make, dump: Dump) -> None:
    load(owner, "b1", [make("a", HEADERS, ROWS), make("b", HEADERS, ROWS)])
    report = load(owner, "b1", [make("a", HEADERS, ROWS[:1]), make("b", HEADERS, ROWS)])
    assert values(owner, "SELECT _row FROM warehouse.goods ORDER BY 1") == [(1_000_001,), (2_000_001,), (2_000_002,)]
    assert values(owner, "SELECT count(*) FROM provenance.goods") == [(3,)]
    assert (report.unchanged, report.relations[0].removed, report.relations[0].rows) == (1, 2, 1)
    report = load(owner, "b1", [], [sha("a"), sha("b")])
    assert values(owner, "SELECT count(*) FROM warehouse.goods") == [(0,)]
    assert report.relations[0].removed == 3


def test_tables_of_one_document_number_their_rows_through(owner: Connection, make: Make) -> None:
    load(owner, "b1", [make("a", HEADERS, ROWS, table=0), make("a", ["Town", "People"], [["Bern", "1"]], "towns", 1)])
    load(owner, "b2", [make("b", ["Town", "People"], [["Rome", "2"]], "towns")])
    assert values(owner, "SELECT _row, town FROM warehouse.towns ORDER BY 1") == [
        (1_000_003, "Bern"),
        (2_000_001, "Rome"),
    ]


def test_columns_in_another_order(owner: Connection, make: Make) -> None:
    load(owner, "b1", [make("a", HEADERS, ROWS)])
    report = load(owner, "b2", [make("b", ["PRICE", "Item", "Date:"], [["7", "cog", "2024-04-01"]])])
    assert report.changes == ()
    assert values(owner, "SELECT item, date, price FROM warehouse.goods WHERE _row > 2000000") == [
        ("cog", date(2024, 4, 1), 7)
    ]


def test_a_column_more(owner: Connection, make: Make) -> None:
    load(owner, "b1", [make("a", HEADERS, ROWS)])
    report = load(owner, "b2", [make("b", [*HEADERS, "税率"], [["cog", "2024-04-01", "7", "0.5"]])])
    assert kinds(report.changes) == [("column_added", "shui_lv", "numeric")]
    assert values(owner, "SELECT _row, shui_lv FROM warehouse.goods ORDER BY 1") == [
        (1_000_001, None),
        (1_000_002, None),
        (2_000_001, Decimal("0.5")),
    ]
    assert values(owner, "SELECT shui_lv FROM original.goods ORDER BY _row") == [(None,), (None,), ("0.5",)]
    (relation,) = relations(owner)
    assert (relation.version, relation.columns[3].nullable) == (2, True)
    assert values(owner, "SELECT version, batch FROM catalogue.relation_versions ORDER BY 1") == [(1, "b1"), (2, "b2")]
    # And a table without it, after it is there.
    assert load(owner, "b3", [make("c", HEADERS, ROWS)]).changes == ()


def test_another_structure_is_another_relation(owner: Connection, make: Make) -> None:
    load(owner, "b1", [make("a", HEADERS, ROWS)])
    report = load(owner, "b2", [make("b", ["Town", "People"], [["Bern", "1"]])])
    assert [(c.kind, c.relation) for c in report.changes] == [("relation_new", "goods_2")]


def test_types_widen_and_the_original_text_is_read_again(owner: Connection, make: Make) -> None:
    load(owner, "b1", [make("a", ["Item", "Price"], [["bolt", "5"], ["nut", "1,200"]])])
    report = load(owner, "b2", [make("b", ["Item", "Price"], [["cog", "7.50"]])])
    assert kinds(report.changes) == [("type_changed", "price", "bigint to numeric")]
    assert values(owner, "SELECT price FROM warehouse.goods ORDER BY _row") == [
        (Decimal("5"),),
        (Decimal("1200"),),
        (Decimal("7.50"),),
    ]
    report = load(owner, "b3", [make("c", ["Item", "Price"], [["a", "ask"], ["b", "free"]])])
    assert kinds(report.changes) == [("type_changed", "price", "numeric to text")]
    assert values(owner, "SELECT price FROM warehouse.goods ORDER BY _row") == [
        ("5",),
        ("1,200",),
        ("7.50",),
        ("ask",),
        ("free",),
    ]


def test_what_does_not_fit_is_told_and_kept(owner: Connection, make: Make) -> None:
    rows = [[f"item {n}", str(n)] for n in range(1, 20)]
    report = load(owner, "b1", [make("a", ["Item", "Number"], [*rows, ["cog", "l2O"]])])
    assert [(r.row, r.column, r.field.text, r.reason) for r in report.rejects] == [
        (1_000_020, "number", "l2O", "not a whole number: 'l2O'")
    ]
    assert values(owner, "SELECT number FROM warehouse.goods WHERE _row = 1000020") == [(None,)]
    assert values(owner, "SELECT number FROM original.goods WHERE _row = 1000020") == [("l2O",)]
    assert values(owner, 'SELECT "column", text, box FROM catalogue.rejects') == [
        ("number", "l2O", [10, 380, 18, 396.5])
    ]
    assert report.cells == report.values + report.placeholders + len(report.rejects) == 40
    # Read again and right, it is a reject no more.
    assert load(owner, "b1", [make("a", ["Item", "Number"], [*rows, ["cog", "120"]])]).rejects == ()
    assert values(owner, "SELECT count(*) FROM catalogue.rejects") == [(0,)]


def test_a_reject_becomes_a_value_when_the_type_changes(owner: Connection, make: Make) -> None:
    rows = [["x", str(n)] for n in range(1, 20)]
    load(owner, "b1", [make("a", ["Item", "Number"], [*rows, ["cog", "ask"]])])
    load(owner, "b2", [make("b", ["Item", "Number"], [["pin", "ask"]] * 20)])
    assert values(owner, "SELECT number FROM warehouse.goods WHERE _row = 1000020") == [("ask",)]
    assert values(owner, "SELECT count(*) FROM catalogue.rejects") == [(0,)]


def test_placeholders_are_null_and_stay_in_the_original(owner: Connection, make: Make) -> None:
    report = load(owner, "b1", [make("a", ["Item", "Price"], [["bolt", "5"], ["无", "—"], ["", None]])])
    assert values(owner, "SELECT item, price FROM warehouse.goods ORDER BY _row") == [
        ("bolt", 5),
        (None, None),
        (None, None),
    ]
    assert values(owner, "SELECT item, price FROM original.goods ORDER BY _row")[1:] == [("无", "—"), ("", None)]
    assert (report.cells, report.values, report.placeholders) == (4, 2, 2)


def test_names_that_sql_keeps_and_long_ones_and_pictures(owner: Connection, make: Make) -> None:
    headers = ["Select", "user", "x" * 100, "💰", "Größe", "", 'say "hi"; --', "ctid", "%s %(a)s", "a\\b"]
    load(owner, "b1", [make("a", headers, [[str(n) for n in range(10)]], "order")])
    columns = [c.name for c in table_columns(owner)["order"]]
    assert columns[:2] == ["select_", "user_"]
    assert values(owner, 'SELECT * FROM original."order"') == [(1_000_001, sha("a"), *map(str, range(10)))]
    comments = values(
        owner, "SELECT col_description('warehouse.order'::regclass, n) FROM generate_series(3, 12) AS n ORDER BY n"
    )
    assert [c or "" for (c,) in comments] == headers


def test_texts_that_copy_could_stumble_over(owner: Connection, make: Make) -> None:
    texts = ["a\tb", "c\nd", "e\\f", "\\N", "\\.x", "g\rh", 'i"j', "k'l", "{m,n}", "𝄞", " o "]
    load(owner, "b1", [make("a", ["Text"], [[text] for text in texts])])
    assert [row for (row,) in values(owner, "SELECT text FROM original.goods ORDER BY _row")] == texts
    assert [row for (row,) in values(owner, "SELECT text FROM warehouse.goods ORDER BY _row")] == [
        text.strip() for text in texts
    ]


def test_two_hundred_columns(owner: Connection, make: Make) -> None:
    headers = [f"Measure {n}" for n in range(200)]
    report = load(owner, "b1", [make("a", headers, [[str(n) for n in range(200)]] * 3)])
    assert (report.rows, report.values) == (3, 600)
    assert values(owner, "SELECT measure_0, measure_199 FROM warehouse.goods") == [(0, 199)] * 3


def test_tables_without_headers(owner: Connection, make: Make) -> None:
    batch = [
        make("a", ["", ""], [["x", "1"]], "untitled"),
        make("b", ["", ""], [["yes sir", "2"]], "untitled"),
        make("c", ["", ""], [["z", "3"]], "register"),
        make("d", ["", ""], [["z", "4"]], "register"),
    ]
    load(owner, "b1", batch)
    assert {r.name: r.evidence[0].values for r in relations(owner)} == {"untitled": 1, "untitled_2": 1, "register": 2}
    again = load(owner, "b1", [make("b", ["", ""], [["yy", "2"]], "untitled"), *batch[:1], *batch[2:]])
    assert again.changes == ()


def many(make: Make) -> list[Candidate]:
    """Documents whose columns come to other types, by themselves, than they have together."""
    return [
        make("a", HEADERS, [["bolt", "2024-03-05", "5"], ["nut", "2024-03-06", "6"]]),
        make("b", ["Price", "Item", "Date"], [["7.5", "cog", "l2"], ["8", "pin", "2024-03-08"]]),
        make("c", [*HEADERS, "Note"], [["cap", f"2024-03-{n:02}", str(n), "—"] for n in range(1, 20)]),
        make("d", HEADERS, [["rod", "2024-04-01", "x"], ["bar", "2024-04-02", "9"]]),
    ]


def test_the_order_of_documents_does_not_matter(owner: Connection, make: Make, dump: Dump) -> None:
    documents = many(make)
    load(owner, "all", documents)
    together = dump(owner)
    assert together["rejects"]
    for order in list(permutations(documents))[1::5]:
        for candidate in documents:
            load(owner, "gone", [], [candidate.document])
        owner.execute(
            "DROP VIEW original.goods; DROP TABLE warehouse.goods, provenance.goods;"
            "TRUNCATE catalogue.relations, catalogue.relation_versions, catalogue.loads, catalogue.rejects"
        )
        for number, candidate in enumerate(order):
            load(owner, f"b{number}", [candidate])
        assert dump(owner) == together


def test_a_document_that_the_catalogue_does_not_know(owner: Connection, make: Make) -> None:
    with pytest.raises(LoadError, match="register them"):
        load(owner, "b1", [make("z", HEADERS, ROWS)])


def test_a_document_with_too_many_rows(owner: Connection, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assets.warehouse.load.ROWS_A_DOCUMENT", 100)
    with pytest.raises(LoadError, match="split it"):
        load(owner, "b1", [make("a", ["N"], [["1"]] * 100)])
    assert relations(owner) == ()
