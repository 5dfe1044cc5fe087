"""One HTML page a document, with real tables: spans, header cells, and each cell's confidence as a data attribute."""

from __future__ import annotations

from html import escape

from assets.reading import FileReading
from orchestration.cli.output.flow import flow
from orchestration.cli.output.grid import cell_rows
from records.table import Cell, Table

TAGS = {
    "title": ("<h1>", "</h1>"),
    "section": ("<h2>", "</h2>"),
    "caption": ('<p class="caption">', "</p>"),
    "list": ("<ul><li>", "</li></ul>"),
    "header": ("<header>", "</header>"),
    "footer": ("<footer>", "</footer>"),
}
STYLE = (
    "body{font-family:sans-serif}table{border-collapse:collapse}"
    "td,th{border:1px solid #999;padding:2px 6px}th[scope=row]{text-align:left}"
    "header,footer,.caption{color:#666}.error{color:#a00}"
)


def to_html(result: FileReading) -> str:
    """A whole page that needs nothing from elsewhere."""
    name = escape(result.intake.source.name)
    parts = [
        f'<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>{name}</title><style>{STYLE}</style></head>',
        "<body>",
    ]
    if result.failure is not None:
        parts.append(f'<p class="error">{escape(result.failure.message)}</p>')
    if result.reading is not None:
        for item in flow(result.reading):
            if isinstance(item, Table):
                parts.append(table_html(item))
            else:
                begin, end = TAGS.get(item.kind, ("<p>", "</p>"))
                parts.append(f"{begin}{escape(item.text).replace(chr(10), '<br>')}{end}")
    return "\n".join([*parts, "</body>\n</html>\n"])


def table_html(table: Table) -> str:
    """A ``table`` element."""
    rows = ["<table>"]
    if table.title:
        rows.append(f"<caption>{escape(table.title)}</caption>")
    rows += ["<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in cell_rows(table)]
    return "\n".join([*rows, "</table>"])


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "<td></td>"
    tag, scope = {"column_header": ("th", "col"), "row_header": ("th", "row")}.get(cell.role, ("td", ""))
    attributes = f' scope="{scope}"' if scope else ""
    attributes += f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    attributes += f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    return f'<{tag}{attributes} data-confidence="{cell.confidence:.3f}">{escape(cell.text)}</{tag}>'
