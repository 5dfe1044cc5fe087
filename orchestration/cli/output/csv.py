"""CSV: one file a table, or one table after another, each led by a comment and followed by an empty line."""

from __future__ import annotations

import csv
import io
import re

from assets.reading import FileReading
from orchestration.cli.output.grid import text_rows
from records.table import Table

NUMBER = re.compile(r"[+-]?[\d.,'\s]*%?")


def to_csv(result: FileReading) -> str:
    """All tables of a document. Fields are quoted by RFC 4180; lines end in a line feed."""
    name, failure = result.intake.source.name, result.failure
    if failure is not None:
        return _comment(f"{name}: {failure.message}")
    tables = result.reading.tables if result.reading is not None else ()
    if not tables:
        return _comment(f"{name}: no table")
    heads = [f"{name}: table {i} of {len(tables)}, page {t.pieces[0].page + 1}" for i, t in enumerate(tables, 1)]
    titles = [f"{head}, {t.title}" if t.title else head for head, t in zip(heads, tables, strict=True)]
    return "".join(f"{_comment(title)}{table_csv(table)}\n" for title, table in zip(titles, tables, strict=True))


def table_csv(table: Table) -> str:
    """One table. A cell that spans several places stands in the first of them. Text that a spreadsheet would run as a
    formula is led by an apostrophe."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([harmless(text) for text in row] for row in text_rows(table))
    return out.getvalue()


def harmless(text: str) -> str:
    """Cells come from strangers' papers and are opened in spreadsheets (OWASP: CSV injection). Numbers stay.

    >>> [harmless(t) for t in ("=1+1", "-12.50", "@x", "+49 30", "-cmd", "-", "- 7 %", "＝A1")]
    ["'=1+1", '-12.50', "'@x", '+49 30', "'-cmd", '-', '- 7 %', "'＝A1"]
    """
    return "'" + text if text[:1] in set("=+-@＝＋－＠") and not NUMBER.fullmatch(text) else text


def _comment(text: str) -> str:
    return f"# {' '.join(text.split())}\n"
