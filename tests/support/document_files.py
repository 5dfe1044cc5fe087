"""Small documents with a table each, no two the same."""

from __future__ import annotations

import io
from itertools import count

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

_numbers = count(1)


def price_list(rows: int = 4, note: str | None = None) -> bytes:
    """A PDF of one page with a ruled table of items and prices."""
    note = f"Price list no. {next(_numbers)}" if note is None else note
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=True)
    canvas.setFont("Helvetica", 11)
    canvas.drawString(72, 780, note)
    table = [("Item", "Quantity", "Price"), *((f"Bolt M{i + 3}", str(10 * i + 5), f"{i + 1}.50") for i in range(rows))]
    for y, row in enumerate(table):
        for x, text in enumerate(row):
            canvas.rect(72 + 120 * x, 740 - 24 * y, 120, 24)
            canvas.drawString(78 + 120 * x, 748 - 24 * y, text)
    canvas.showPage()
    canvas.save()
    return out.getvalue()
