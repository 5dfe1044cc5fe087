"""Amounts with two decimals, reckoned exactly and written as people write them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def cents(value: Decimal) -> Decimal:
    """Rounded to cents, halves up, as on paper.

    >>> cents(Decimal("2.345"))
    Decimal('2.35')
    """
    return value.quantize(CENT, ROUND_HALF_UP)


def amount(value: Decimal) -> str:
    """Digits in groups of three, and a real minus.

    >>> amount(Decimal("-12345.6"))
    '-12,345.60'
    """
    return f"{cents(value):,}"


def share(part: Decimal, before: Decimal) -> str:
    """The change from before to part, in per cent; bracketed where it fell, as in annual reports.

    >>> share(Decimal(90), Decimal(100)), share(Decimal(107), Decimal(100))
    ('(10.0 %)', '7.0 %')
    """
    change = (part - before) * 100 / before
    return f"({-change:.1f} %)" if change < 0 else f"{change:.1f} %"
