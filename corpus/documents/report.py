"""Two pages of an English annual report: running text, half-ruled tables with merged headers, and a borderless one."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from corpus.blocks import Document, Grid, Heading, Paragraph, Span
from corpus.money import share

SEGMENTS = ("Coastal ferries", "Harbour towage", "Ship repair", "Storage and quay rent", "Pilot training")
PLANTS = ("Port Allen", "Fenwick Reach", "St Orla", "Holm Sands")
ITEMS = ("Vessels", "Quays and buildings", "Cranes and vehicles", "Software and licences")


def report(rng: Random, year: int) -> Document:
    """The pages on results, staff and investment."""
    return Document(
        "annual-report",
        "en",
        (
            Heading("Operating review"),
            Paragraph(
                f"The year {year} brought calmer seas after two stormy ones. Passenger numbers on the three island "
                "routes were the highest since the service began, while the repair yard had a weak spring because the "
                "new floating dock was handed over eleven weeks late. Prices for fuel fell from March onwards."
            ),
            Heading("Revenue by segment", 2),
            _revenue(rng, year),
            Paragraph(
                "Revenue is told before sales between segments. Figures in thousands of euros; small differences are "
                "due to rounding.",
                small=True,
            ),
            Paragraph(
                "Storage and quay rent was let on longer terms than before: nine of fourteen sheds now have contracts "
                "that run for five years or more. The board therefore expects steadier, though not higher, income."
            ),
            Heading("Staff", 2),
            _staff(rng, year),
            None,
            Heading("Investment", 2),
            Paragraph(
                "We invested in two hybrid ferries, of which the first, the Kittiwake, entered service in September. "
                "The second is due next spring. Work on the eastern quay was finished within its budget."
            ),
            _investment(rng, year),
            Paragraph(
                "No single project in the coming year will exceed five million euros. All of it can be paid from the "
                "year's own earnings and the loan that was agreed with three regional banks in the autumn."
            ),
        ),
        footer=f"Kittiwake Maritime plc · Annual report {year} · {{page}}",
        face="serif",
        size=10.5,
    )


def _revenue(rng: Random, year: int) -> Grid:
    first = ("", str(year), "", "", str(year - 1), "", "", "Change")
    second = ("EUR thousand", "H1", "H2", "Year", "H1", "H2", "Year", "")
    values = []
    for _ in SEGMENTS:
        halves = [rng.randint(900, 9800) for _ in range(2)]
        values.append((*halves, *[round(v * rng.uniform(0.88, 1.09)) for v in halves]))
    values.append(tuple(sum(column) for column in zip(*values, strict=True)))
    rows: list[tuple[str, ...]] = [first, second]
    for name, (a, b, c, d) in zip((*SEGMENTS, "Total revenue"), values, strict=True):
        change = share(Decimal(a + b), Decimal(c + d))
        rows.append((name, *[f"{v:,}" for v in (a, b, a + b, c, d, c + d)], change))
    spans = (Span(0, 1, columns=3), Span(0, 4, columns=3), Span(0, 7, rows=2))
    return Grid(tuple(rows), (2.4, 1, 1, 1.1, 1, 1, 1.1, 1.1), "lrrrrrrr", 2, 1, "half", spans)


def _staff(rng: Random, year: int) -> Grid:
    rows: list[tuple[str, ...]] = [("Place", "Seagoing", "Ashore", "Apprentices", "All")]
    counts = [[rng.randint(10, 160), rng.randint(12, 90), rng.randint(1, 12)] for _ in PLANTS]
    counts.append([sum(column) for column in zip(*counts, strict=True)])
    rows += [(n, *[str(v) for v in c], str(sum(c))) for n, c in zip((*PLANTS, "Total"), counts, strict=True)]
    return Grid(
        tuple(rows), (2.2, 1, 1, 1.2, 1), "lrrrr", totals=1, ruling="none", title=f"People at 31 December {year}"
    )


def _investment(rng: Random, year: int) -> Grid:
    rows: list[tuple[str, ...]] = [("EUR thousand", str(year), str(year - 1), str(year - 2), "Of which grants")]
    values = [[rng.randint(200, 6400) for _ in range(3)] for _ in ITEMS]
    grants = [v[0] // rng.choice((4, 5, 8)) if i < 2 else 0 for i, v in enumerate(values)]
    table = [(*v, g) for v, g in zip(values, grants, strict=True)]
    table.append(tuple(sum(column) for column in zip(*table, strict=True)))
    for name, numbers in zip((*ITEMS, "Total"), table, strict=True):
        rows.append((name, *[f"{v:,}" if v else "–" for v in numbers]))
    return Grid(tuple(rows), (2.4, 1, 1, 1, 1.3), "lrrrr", totals=1, ruling="half", title="Investment by kind of asset")
