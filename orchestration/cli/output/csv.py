"""CSV by RFC 4180: one table after another, an empty line between them."""

from __future__ import annotations

import csv
import io

from assets.reading import FileReading
from orchestration.cli.output.grid import text_rows


def to_csv(result: FileReading) -> str:
    """All tables of a document. Text that a spreadsheet would run as a formula is led by an apostrophe."""
    if result.reading is None:
        return "\n"
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for i, table in enumerate(result.reading.tables):
        if i:
            out.write("\n")
        writer.writerows([[_harmless(text) for text in row] for row in text_rows(table)])
    return out.getvalue() or "\n"


def _harmless(text: str) -> str:
    """Cells come from strangers' papers and are opened in spreadsheets (OWASP: CSV injection). Numbers stay.

    >>> [_harmless(t) for t in ("=1+1", "-12.50", "@x", "+49 30", "-cmd")]
    ["'=1+1", '-12.50', "'@x", '+49 30', "'-cmd"]
    """
    risky = text[:1] in ("=", "@", "\t", "\r") or (
        text[:1] in ("+", "-") and any(c.isalpha() or c == "(" for c in text)
    )
    return "'" + text if risky else text
