"""The name of a relation: from what stands above the table, else from its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from assets.relations.identifiers import HAN, identifier
from assets.relations.types.clean import clean

NUMBERING = re.compile(
    r"^(?:table|tab\.?|exhibit|schedule|表格?) ?(?:[A-Z]{0,3}\d+|[IVX]+)(?:[.-]\d+)*\b ?[-.:、]* ?", re.IGNORECASE
)
CONTINUED = re.compile(r"[(【\[]? ?(?:continued|cont\.?|cont'd|续表?|續) ?[)】\]]? ?$", re.IGNORECASE)
MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
YEAR = r"(?:19|20)\d{2}"
PERIODS = re.compile(
    rf"\b(?:\d{{1,2}} )?{MONTH} (?:\d{{1,2}},? )?{YEAR}\b|\bQ[1-4]\b|\b{YEAR}(?:[-/]\d{{2,4}})?\b(?!年)"
    rf"|{YEAR}年度?|第[一二三四1-4]季度|\d{{1,2}}月份?|\d{{1,2}}[日号]",
    re.IGNORECASE,
)
SHEET = re.compile(r"(?:表|单|册|清单|明细|记录|台账|目录)$")
COMPANY = re.compile(r"^\S{2,20}?(?:公司|集团) ?")
MOST_WORDS = 10
COLUMNS = 3
"""Columns whose names make the name of a table without a title."""

UNTITLED = "untitled"
"""The name of a table with neither title nor headers."""


def without_numbering(title: str) -> str:
    """What the table is called, not which one it is.

    >>> without_numbering("Table SA3. Cases by country"), without_numbering("Table tennis")
    ('Cases by country', 'Table tennis')
    """
    return NUMBERING.sub("", title)


def without_continued(title: str) -> str:
    """The title of the whole.

    >>> without_continued("Payments (continued)"), without_continued("付款记录(续)")
    ('Payments', '付款记录')
    """
    return CONTINUED.sub("", title).strip()


def without_periods(title: str) -> str:
    """Next month's table is of the same relation.

    >>> without_periods("Statement of 5 March 2024"), without_periods("2024年第一季度价格表")
    ('Statement of ', '价格表')
    """
    return PERIODS.sub("", title)


def without_company(title: str) -> str:
    """Whose table it is says little: it is in most cases ours.

    >>> without_company("青石岭机械有限公司设备登记表")
    '设备登记表'
    """
    return COMPANY.sub("", title)


def the_sheet(title: str) -> str:
    """Of Chinese phrases side by side, the one that says what the sheet is, where one does.

    >>> the_sheet("设备登记表 制表人:王芳"), the_sheet("人员 2024")
    ('设备登记表', '人员 2024')
    """
    return next((phrase for phrase in title.split() if SHEET.search(phrase)), title)


def no_prose(title: str) -> str:
    """Nothing of a line that is a sentence, or fields of a form.

    >>> no_prose("Due date: today"), no_prose("Flat 4 2LD"), no_prose("Ten largest towns")
    ('', '', 'Ten largest towns')
    """
    words = title.split()
    is_form = ":" in title or sum(any(c.isdigit() for c in word) for word in words) > 1
    return "" if is_form or len(words) > MOST_WORDS else title


def first_phrase(title: str) -> str:
    """Of Chinese phrases side by side, the first.

    >>> first_phrase("人员 工资"), first_phrase("Cash flow")
    ('人员', 'Cash flow')
    """
    return title.split()[0] if HAN.search(title) else title


RULES: tuple[Callable[[str], str], ...] = (
    clean,
    without_numbering,
    without_continued,
    without_periods,
    without_company,
    the_sheet,
    no_prose,
    first_phrase,
)


def relation_name(title: str, columns: Sequence[str], headers: Sequence[str]) -> str:
    """A readable name.

    >>> relation_name("Table 3: Payments (continued)", ["date", "amount"], ["Date", "Amount"])
    'payments'
    >>> relation_name("", ["date", "amount"], ["Date", "Amount"]), relation_name("", ["column_1"], [""])
    ('date_amount', 'untitled')
    """
    for rule in RULES:
        title = rule(title)
    named = [column for column, header in zip(columns, headers, strict=True) if header.strip()]
    return identifier(title) or identifier(" ".join(named[:COLUMNS])) or UNTITLED
