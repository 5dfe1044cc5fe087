"""GitHub-flavoured Markdown: headings, paragraphs and tables in reading order."""

from __future__ import annotations

import re

from assets.reading import FileReading
from orchestration.cli.output.flow import Text, flow
from orchestration.cli.output.grid import text_rows
from records.table import Table

MARKS = {"title": "# ", "section": "## ", "list": "- "}


def to_markdown(result: FileReading) -> str:
    """The document's text and tables, led by a comment with its name; a failure is a quoted sentence."""
    parts = [f"<!-- {result.intake.source.name.replace('--', '- -')} -->"]
    if result.failure is not None:
        parts.append(f"> {paragraph(result.failure.message)}")
    if result.reading is not None:
        for item in flow(result.reading):
            parts.append(table_markdown(item) if isinstance(item, Table) else _text(item))
    return "\n\n".join(parts) + "\n\n"


def _text(item: Text) -> str:
    """A heading and an item of a list are one line; a paragraph keeps its lines by hard breaks."""
    if item.kind in MARKS:
        return MARKS[item.kind] + paragraph(item.text)
    return "\\\n".join(paragraph(line) for line in item.text.splitlines())


def table_markdown(table: Table) -> str:
    """A table by GitHub's extension, which knows neither spans nor several header rows: a cell that spans several
    places stands in the first of them, and the first row is the header."""
    rows = [[escaped(text).replace("|", "\\|") for text in row] for row in text_rows(table)]
    rows.insert(1, ["---"] * table.columns)
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return (f"**{escaped(table.title)}**\n\n" if table.title else "") + "\n".join(lines)


def paragraph(text: str) -> str:
    r"""Escaped text that is no heading, list, quotation or rule, though it begins like one.

    >>> print(paragraph("1. item"), paragraph("-5"), paragraph("#1"), paragraph("3.5 %"))
    1\. item \-5 \#1 3.5 %
    """
    return re.sub(r"^(\d+)([.)])(?=\s|$)", r"\1\\\2", re.sub(r"^([#>+=-])", r"\\\1", escaped(text)))


def escaped(text: str) -> str:
    r"""The text with a backslash before what would be taken for markup anywhere in a line.

    >>> print(escaped("a*b <i> R&amp;D"))
    a\*b &lt;i> R&amp;amp;D
    """
    text = re.sub(r"([\\`*_~\[\]])", r"\\\1", " ".join(text.split()))
    return re.sub(r"&(?=#?\w+;)", "&amp;", text).replace("<", "&lt;")
