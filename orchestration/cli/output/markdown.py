"""GitHub-flavoured Markdown: headings, paragraphs and tables in reading order."""

from __future__ import annotations

import re

from assets.reading import FileReading
from orchestration.cli.output.flow import flow
from orchestration.cli.output.grid import text_rows
from records.table import Table

HEADINGS = {"title": "# ", "section": "## ", "list": "- "}


def to_markdown(result: FileReading) -> str:
    """The document's text and tables; a failure is a quoted sentence."""
    parts = [f"<!-- {_comment(result.intake.source.name)} -->"]
    if result.failure is not None:
        parts.append(f"> {result.failure.message}")
    if result.reading is not None:
        for item in flow(result.reading):
            if isinstance(item, Table):
                parts.append(_table(item))
            else:
                parts.append(HEADINGS.get(item.kind, "") + _escape(item.text))
    return "\n\n".join(parts) + "\n"


def _table(table: Table) -> str:
    head, *body = [[_escape(text).replace("|", "\\|") for text in row] for row in text_rows(table)]
    rows = [head, ["---"] * table.columns, *body]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return (f"**{_escape(table.title)}**\n\n" if table.title else "") + "\n".join(lines)


def _escape(text: str) -> str:
    """What would be taken for markup.

    >>> _escape("a*b <i> 1. x")
    'a\\\\*b &lt;i> 1. x'
    """
    text = re.sub(r"([\\`*_\[\]])", r"\\\1", text).replace("<", "&lt;")
    return re.sub(r"^([#>+-])", r"\\\1", text)


def _comment(text: str) -> str:
    return text.replace("--", "- -")
