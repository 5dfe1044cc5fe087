"""An English delivery note in typewriter letters, half-ruled, as it comes by fax."""

from __future__ import annotations

from datetime import date
from random import Random

from corpus.blocks import Document, Grid, Heading, Letterhead, Pairs, Paragraph

PARTS = (
    ("BX-0119", "Bearing 6204 2RS"),
    ("BX-0127", "Bearing 6306 ZZ"),
    ("BX-0340", "Shaft seal 35x52x7"),
    ("BX-0412", "V-belt SPA 1250"),
    ("BX-0455", "Toothed belt T5 630"),
    ("BX-0518", "Roller chain 08B-1"),
    ("BX-0530", "Chain link 08B-1"),
    ("BX-0611", "Coupling 24/32"),
    ("BX-0702", "Grease cartridge 400 g"),
    ("BX-0745", "Hexagon bolt M8x40"),
    ("BX-0746", "Hexagon bolt M10x60"),
    ("BX-0801", "Lock washer M10"),
    ("BX-0904", "Spacer sleeve 20 mm"),
    ("BX-0977", "Feather key 8x7x40"),
)


def delivery(rng: Random, number: int, day: date) -> Document:
    """What was ordered, what is in the crate, and what will follow."""
    rows = [("Line", "Part no.", "Description", "Ordered", "Shipped", "To follow")]
    for i, (part, text) in enumerate(PARTS, 1):
        ordered = rng.choice((2, 4, 5, 10, 20, 50, 100))
        shipped = ordered if rng.random() < 0.75 else ordered // 2
        rows.append((str(i), part, text, str(ordered), str(shipped), str(ordered - shipped)))
    return Document(
        f"delivery-note-{number}",
        "en",
        (
            Letterhead("BRAXTON DRIVE PARTS", ("44 Foundry Street, Holm Sands HS3 5RB",)),
            Heading(f"DELIVERY NOTE {number}", 2),
            Pairs(
                (("Deliver to", "Kittiwake Maritime plc"), ("", "Repair yard, gate 2")),
                (("Date", f"{day:%d/%m/%Y}"), ("Your order", "KM-20871"), ("Crates", "2")),
            ),
            Grid(tuple(rows), (0.7, 1.2, 2.9, 1.1, 1.1, 1.2), "rllrrr", ruling="half"),
            Paragraph("Received in good order:  ______________________     Date:  ______________"),
        ),
        footer="Braxton Drive Parts - please count before you sign",
        face="mono",
        size=10,
    )
