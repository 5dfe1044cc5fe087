"""From a value to its pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import psycopg
import pytest

from assets.documents.intake import take_in
from assets.pages.open import open_page
from assets.warehouse.crop import MARK, crop_png
from assets.warehouse.load import load
from assets.warehouse.trace import NoSuchValue, trace
from records.document import Source
from records.relation import Candidate, Trace
from records.settings import Settings

Connection = psycopg.Connection[Any]
Make = Callable[..., Candidate]


@pytest.fixture
def loaded(owner: Connection, make: Make) -> Connection:
    candidate = make("a", ["Item", "Price", "Note"], [["bolt", "1,200", None], ["nut", "—", "x"]])
    owner.execute("INSERT INTO catalogue.sources (sha256, name) VALUES (%s, 'scan.png')", [candidate.document])
    load(owner, "b1", [candidate])
    return owner


def test_a_value(loaded: Connection, make: Make) -> None:
    document = make("a", [], []).document
    assert trace(loaded, "goods", 1_000_001, "price") == (
        Trace(
            relation="goods",
            row=1_000_001,
            column="price",
            value="1200",
            text="1,200",
            document=document,
            source="scan.png",
            page=0,
            box=(10.0, 0.0, 18.0, 16.5),
            confidence=0.75,
        ),
    )


def test_a_row_tells_of_the_cells_that_there_were(loaded: Connection) -> None:
    assert [(t.column, t.value, t.text) for t in trace(loaded, "goods", 1_000_001)] == [
        ("item", "bolt", "bolt"),
        ("price", "1200", "1,200"),
    ]
    assert [(t.column, t.value, t.text) for t in trace(loaded, "goods", 1_000_002)][1] == ("price", None, "—")


def test_a_row_from_before_a_column_was_added(loaded: Connection, make: Make) -> None:
    load(loaded, "b2", [make("b", ["Item", "Price", "Note", "Tax"], [["cog", "1", "y", "2"]])])
    assert [t.column for t in trace(loaded, "goods", 1_000_002)] == ["item", "price", "note"]
    assert trace(loaded, "goods", 2_000_001, "tax")[0].text == "2"


@pytest.mark.parametrize(
    ("relation", "row", "column", "why"),
    [
        ("nowhere", 1, None, "there are: goods"),
        ("goods", 7, None, "no row 7"),
        ("goods", 1_000_001, "colour", "it has: item, price, note"),
    ],
)
def test_what_is_not_there(loaded: Connection, relation: str, row: int, column: str | None, why: str) -> None:
    with pytest.raises(NoSuchValue, match=why):
        trace(loaded, relation, row, column)


def test_one_indexed_lookup(loaded: Connection) -> None:
    loaded.execute("SET enable_seqscan = off")
    plan = loaded.execute(
        "EXPLAIN (FORMAT JSON) SELECT * FROM provenance.goods JOIN warehouse.goods USING (_row) WHERE _row = 1"
    ).fetchone()
    assert plan is not None and str(plan).count("Index Scan") == 2


def test_the_crop_shows_the_box_on_a_page_that_lay_on_its_side() -> None:
    image = np.full((400, 600), 255, np.uint8)
    for x in range(40, 560, 40):
        cv2.putText(image, "ab", (x, 60), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 0, 2)
    cv2.rectangle(image, (300, 200), (340, 220), 90, -1)
    data = cv2.imencode(".png", image)[1].tobytes()
    settings = Settings()
    document = take_in(Source("page.png"), data, settings.limits).document
    assert document is not None

    class Turned:
        def turns(self, image: np.ndarray) -> tuple[int, float]:
            return 1, 1.0

    page = open_page(document, data, 0, settings.pages, None, Turned()).page
    assert page.quarter_turns == 1
    piece = cv2.imdecode(
        np.frombuffer(crop_png(document, data, page, settings.pages, (300, 200, 341, 221)), np.uint8), 1
    )
    height, width = piece.shape[:2]
    assert height < 300 and width < 300
    gray = (abs(piece.astype(int) - 90) < 12).all(axis=2)
    ys, xs = np.nonzero(gray)
    red = np.argwhere((abs(piece.astype(int) - np.array(MARK)) < 4).all(axis=2))
    # The gray patch (now upright: 21 wide, 41 high) is whole, and the mark is around it.
    assert gray.sum() > 0.8 * 21 * 41
    assert ys.max() - ys.min() > xs.max() - xs.min()
    assert red[:, 0].min() < ys.min() and red[:, 0].max() > ys.max()
    assert red[:, 1].min() < xs.min() and red[:, 1].max() > xs.max()
