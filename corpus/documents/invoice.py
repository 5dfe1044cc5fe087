"""An English invoice: ruled, with wrapped descriptions and totals over spanning cells."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from corpus.blocks import Document, Grid, Heading, Letterhead, Pairs, Paragraph, Span
from corpus.money import amount, cents

ITEMS = (
    ("HP-1040", "Copper pipe 22 mm, half hard, length of 3 m", "pcs", "18.40"),
    ("HP-1062", "Elbow 90°, 22 mm", "pcs", "2.15"),
    ("HP-2007", "Ball valve 3/4 inch with lever", "pcs", "11.90"),
    ("HP-2031", "Thermostatic mixing valve, 22 mm, with check valves and strainers", "pcs", "64.75"),
    ("HP-3110", "Pipe insulation 22 × 19 mm, grey", "m", "3.28"),
    ("HP-3155", "Solder wire, lead free, 250 g", "roll", "16.60"),
    ("HP-4012", "Expansion vessel 24 litres", "pcs", "58.00"),
    ("HP-4403", "Circulating pump 25/60, 180 mm, class A", "pcs", "139.50"),
    ("HP-5201", "Flexible hose 15 mm × 300 mm", "pcs", "4.35"),
    ("HP-5570", "Wall bracket, galvanised", "set", "7.80"),
    ("HP-6008", "Sealing tape, PTFE, 12 m", "roll", "1.20"),
    ("HP-7002", "Delivery by own lorry, up to 40 km", "trip", "45.00"),
)

CUSTOMERS = (
    ("Ostrava Road Housing Association", "17 Ostrava Road", "Fenwick FK4 2LD"),
    ("Brightwater Swimming Baths", "2 Brightwater Quay", "Port Allen PA1 9QX"),
)

VAT = Decimal("0.20")


def invoice(rng: Random, number: int, day: date, customer: int) -> Document:
    """Invoice ``number`` of Harbour & Pine to one of its customers."""
    chosen = sorted(rng.sample(ITEMS, rng.randint(8, 10)))
    rows, net = [], Decimal(0)
    for code, text, unit, price in chosen:
        count = rng.choice((1, 2, 4, 6, 8, 12, 24)) if unit != "trip" else 1
        value = cents(count * Decimal(price))
        net += value
        rows.append((code, text, str(count), unit, price, amount(value)))
    tax = cents(net * VAT)
    totals = [(label, "", "", "", "", amount(v)) for label, v in _sums(net, tax)]
    header = ("Item", "Description", "Qty", "Unit", "Unit price", "Amount")
    all_rows = (header, *rows, *totals)
    spans = tuple(Span(len(all_rows) - 3 + i, 0, columns=5) for i in range(3))
    name, street, town = CUSTOMERS[customer]
    due = day + timedelta(days=30)
    return Document(
        f"invoice-{number}",
        "en",
        (
            Letterhead("Harbour & Pine Supplies Ltd", ("Unit 4, Saltmarsh Wharf", "Port Allen PA2 7HT")),
            Heading(f"Invoice {number}"),
            Pairs(
                ((name, ""), (street, ""), (town, "")),
                (("Invoice date", f"{day:%d %b %Y}"), ("Due date", f"{due:%d %b %Y}"), ("Currency", "GBP")),
            ),
            Grid(
                all_rows,
                (1.1, 3.6, 0.6, 0.7, 1.1, 1.2),
                "llrlrr",
                totals=3,
                spans=spans,
            ),
            Paragraph(
                "Please pay within 30 days and give the invoice number. Goods remain our property until they are paid. "
                "Questions about this invoice: accounts desk, Monday to Friday, 8.30 to 16.00."
            ),
        ),
        footer="Harbour & Pine Supplies Ltd · Registered in Port Allen, no. 0441872 · Page {page} of {pages}",
        size=10,
    )


def _sums(net: Decimal, tax: Decimal) -> tuple[tuple[str, Decimal], ...]:
    return ("Subtotal", net), ("VAT 20 %", tax), ("Total GBP", net + tax)
