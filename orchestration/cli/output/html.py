"""One HTML page a document, with real tables: spans, header cells, and each cell's confidence as a data attribute."""

from __future__ import annotations

from html import escape

from assets.reading import FileReading
from orchestration.cli.output.flow import flow
from orchestration.cli.output.grid import cell_rows
from records.table import Cell, Table

TAGS = {"title": "h1", "section": "h2", "caption": "figcaption", "list": "li"}
HEADERS = ("column_header", "row_header")


def to_html(result: FileReading) -> str:
    """A whole page that needs nothing from elsewhere."""
    name = escape(result.intake.source.name)
    parts = [
        f'<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>{name}</title>',
        "<style>table{border-collapse:collapse}td,th{border:1px solid #999;padding:2px 6px}</style></head>\n<body>",
    ]
    if result.failure is not None:
        parts.append(f'<p class="error">{escape(result.failure.message)}</p>')
    if result.reading is not None:
        for item in flow(result.reading):
            if isinstance(item, Table):
                parts.append(_table(item))
            else:
                tag = TAGS.get(item.kind, "p")
                parts.append(f"<{tag}>{escape(item.text)}</{tag}>")
    return "\n".join([*parts, "</body>\n</html>\n"])


def _table(table: Table) -> str:
    rows = ["<table>"]
    if table.title:
        rows.append(f"<caption>{escape(table.title)}</caption>")
    rows += ["<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in cell_rows(table)]
    return "\n".join([*rows, "</table>"])


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "<td></td>"
    tag = "th" if cell.role in HEADERS else "td"
    spans = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    spans += f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    return f'<{tag}{spans} data-confidence="{cell.confidence:.3f}">{escape(cell.text)}</{tag}>'
