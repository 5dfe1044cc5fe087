"""An English bank statement without any rule, long enough to run over the page's end."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from corpus.blocks import Document, Grid, Heading, Letterhead, Pairs, Paragraph
from corpus.money import amount

OUT = (
    ("Direct debit Northwick Energy", 90, 240),
    ("Card payment Fenwick Timber Yard", 15, 480),
    ("Card payment Foundry Street Tools", 22, 640),
    ("Card payment Lantern Café", 6, 40),
    ("Transfer to savings", 200, 900),
    ("Direct debit Port Allen Water", 35, 80),
    ("Card payment Quarry Lane Fuels", 42, 96),
    ("Wages M. Ostrowe", 480, 640),
)
IN = (
    ("Payment from Brightwater Baths", 640, 2900),
    ("Payment from Hollin & Daughters", 300, 1800),
    ("Card takings, terminal 2", 210, 760),
    ("Refund Fenwick Timber Yard", 12, 60),
)


def statement(rng: Random, start: date, count: int) -> Document:
    """An account's movements, one row each, with the balance after it."""
    balance, day = Decimal("8412.37"), start
    header = ("Date", "Description", "Reference", "Money out", "Money in", "Balance")
    rows = [header, (f"{day:%d %b %Y}", "Balance brought forward", "", "", "", amount(balance))]
    paid = earned = Decimal(0)
    for _ in range(count):
        day += timedelta(days=rng.choice((0, 0, 0, 1, 1, 2)))
        incoming = rng.random() < 0.36
        text, low, high = rng.choice(IN if incoming else OUT)
        value = Decimal(rng.randint(low * 100, high * 100)) / 100
        balance += value if incoming else -value
        earned, paid = (earned + value, paid) if incoming else (earned, paid + value)
        columns = ("", amount(value)) if incoming else (amount(value), "")
        rows.append(
            (f"{day:%d %b %Y}", text, f"{rng.choice('BCTX')}{rng.randint(100000, 999999)}", *columns, amount(balance))
        )
    rows.append(("", "Balance carried forward", "", amount(paid), amount(earned), amount(balance)))
    return Document(
        "bank-statement",
        "en",
        (
            Letterhead("Saltmarsh Mutual Bank", ("Business accounts", "1 Exchange Square, Port Allen PA1 1AA")),
            Heading("Statement of account"),
            Pairs(
                (("Account holder", "Tidewater Joinery"), ("Account number", "4471 0926")),
                (("Period", f"{start:%d %b %Y} to {day:%d %b %Y}"), ("Overdraft limit", "2,500.00")),
            ),
            Grid(tuple(rows), (1.2, 3.0, 1.0, 1.1, 1.1, 1.2), "lllrrr", totals=1, ruling="none"),
            Paragraph(
                "Check this statement against your own records and tell us within 60 days of anything that you do not "
                "recognise.",
                small=True,
            ),
        ),
        footer="Saltmarsh Mutual Bank · Sheet {page} of {pages}",
    )
