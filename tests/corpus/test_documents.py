"""What documents say hangs together: sums, balances, shapes; and each generator says the same for the same seed."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from random import Random

import pytest

from corpus.blocks import Grid, grids
from corpus.documents.invoice import invoice
from corpus.documents.register import register
from corpus.documents.report import report
from corpus.documents.statement import statement
from corpus.samples import Sample, samples

SAMPLES = list(samples())


def number(text: str) -> Decimal:
    return Decimal(text.replace(",", "") or "0")


def test_samples_are_the_same_each_time() -> None:
    assert [s.document for s in samples()] == [s.document for s in SAMPLES]


def test_names_are_unique() -> None:
    assert len({s.document.name for s in SAMPLES}) == len(SAMPLES) >= 8


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.document.name)
def test_grids_are_rectangles_and_spans_lie_inside(sample: Sample) -> None:
    for grid in grids(sample.document):
        width = len(grid.aligns)
        assert len(grid.widths) == width and all(len(row) == width for row in grid.rows)
        for span in grid.spans:
            places = [
                (r, c)
                for r in range(span.row, span.row + span.rows)
                for c in range(span.column, span.column + span.columns)
            ]
            assert all(r < len(grid.rows) and c < width for r, c in places)
            assert all(not grid.rows[r][c] for r, c in places[1:]), "a span's text stands in its first place"


@pytest.mark.parametrize("seed", range(5))
def test_invoice_adds_up(seed: int) -> None:
    (grid,) = grids(invoice(Random(seed), 1, date(2024, 1, 1), 0))
    lines, (net, tax, total) = grid.rows[1:-3], [number(row[5]) for row in grid.rows[-3:]]
    assert all(number(count) * number(price) == number(value) for _, _, count, _, price, value in lines)
    assert sum(number(row[5]) for row in lines) == net and net + tax == total


@pytest.mark.parametrize("seed", range(5))
def test_statement_balances(seed: int) -> None:
    (grid,) = grids(statement(Random(seed), date(2024, 1, 1), 40))
    balance = number(grid.rows[1][5])
    for row in grid.rows[2:-1]:
        balance += number(row[4]) - number(row[3])
        assert number(row[5]) == balance
    assert number(grid.rows[-1][5]) == balance


def test_register_sums_and_keys_are_unique() -> None:
    (grid,) = grids(register(Random(1), 80))
    rows = grid.rows[1:-1]
    assert sum(number(row[6]) for row in rows) == number(grid.rows[-1][6])
    assert len({row[0] for row in rows}) == len({row[1] for row in rows}) == 80


def test_report_totals() -> None:
    revenue, staff, _ = grids(report(Random(1), 2023))
    for row in revenue.rows[2:]:
        assert number(row[1]) + number(row[2]) == number(row[3])
    assert _column(staff, 4)[-1] == sum(_column(staff, 4)[:-1])


def _column(grid: Grid, column: int) -> list[Decimal]:
    return [number(row[column]) for row in grid.rows[grid.header_rows :]]
