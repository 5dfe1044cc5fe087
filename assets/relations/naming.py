"""The name of a relation: from what stands above the table, else from its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assets.relations.identifiers import identifier

NUMBERING = re.compile(
    r"^\s*(?:table|tab\.?|exhibit|schedule|表格?)\s*(?:[A-Z]{0,3}\d+|[IVX]+)(?:[.-]\d+)*\b\s*[-.:：、—–]*\s*",
    re.IGNORECASE,
)
CONTINUED = re.compile(r"[(（【\[]?\s*(?:continued|cont\.?|cont'd|续表?|續)\s*[)）】\]]?\s*$", re.IGNORECASE)
COLUMNS = 3
"""Columns whose names make the name of a table without a title."""

UNTITLED = "untitled"
"""The name of a table with neither title nor headers."""


def relation_name(title: str, columns: Sequence[str], headers: Sequence[str]) -> str:
    """A readable name.

    >>> relation_name("Table 3: Payments (continued)", ["date", "amount"], ["Date", "Amount"])
    'payments'
    >>> relation_name("", ["date", "amount"], ["Date", "Amount"]), relation_name("", ["column_1"], [""])
    ('date_amount', 'untitled')
    """
    text = CONTINUED.sub("", NUMBERING.sub("", title))
    if name := identifier(text):
        return name
    named = [column for column, header in zip(columns, headers, strict=True) if header.strip()]
    return identifier(" ".join(named[:COLUMNS])) or UNTITLED
