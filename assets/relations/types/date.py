"""Dates: year first, Chinese forms, months by name, and days and months whose order the column tells."""

from __future__ import annotations

import re
from datetime import date

from assets.relations.types.clean import clean

NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
NAME = rf"(?P<name>{'|'.join(NAMES)})[a-z]*\.?"
WEEKDAY = re.compile(r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +", re.IGNORECASE)
YEAR_FIRST = re.compile(
    r"(?P<y>\d{4}) ?(?:[-/.] ?(?P<m>\d{1,2}) ?[-/.] ?(?P<d>\d{1,2})|年 ?(?P<m2>\d{1,2}) ?月 ?(?P<d2>\d{1,2}) ?[日号])"
)
COMPACT = re.compile(r"(?P<y>(?:19|20)\d{2})(?P<m>\d{2})(?P<d>\d{2})")
NAMED = (
    re.compile(rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[ .-]*{NAME}[ ,.-]*(?P<y>\d{{4}}|\d{{2}})", re.IGNORECASE),
    re.compile(rf"{NAME}[ .-]*(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:, ?| )(?P<y>\d{{4}})", re.IGNORECASE),
)
NUMBERS = re.compile(r"(?P<a>\d{1,2})(?P<sep>[-/.])(?P<b>\d{1,2})(?P=sep)(?P<y>\d{4}|\d{2})")
CHINESE = re.compile(r"[〇零○一二三四五六七八九]{4}年[一二三四五六七八九十]{1,2}月[一二三四五六七八九十]{1,3}日")
NUMERALS = {**{c: i for i, c in enumerate("〇一二三四五六七八九")}, "零": 0, "○": 0}
FIRST_YEAR, LAST_YEAR = 1000, 2999
PIVOT = 69
"""Two digits below are of this century, the others of the last (as POSIX has it)."""


def read_date(text: str, month_first: bool = False) -> str | None:
    """The date in ISO 8601, or None. ``month_first`` tells how 3/4/2024 is meant.

    >>> read_date("2024年3月5日"), read_date("5 March 2024"), read_date("05.03.2024")
    ('2024-03-05', '2024-03-05', '2024-03-05')
    >>> read_date("03/05/2024", month_first=True), read_date("31/02/2024"), read_date("3.14")
    ('2024-03-05', None, None)
    """
    text = WEEKDAY.sub("", clean(text))
    if found := YEAR_FIRST.fullmatch(text):
        return _iso(found["y"], found["m"] or found["m2"], found["d"] or found["d2"])
    if found := COMPACT.fullmatch(text):
        return _iso(found["y"], found["m"], found["d"])
    for pattern in NAMED:
        if found := pattern.fullmatch(text):
            return _iso(found["y"], str(NAMES.index(found["name"].lower()) + 1), found["d"])
    if found := NUMBERS.fullmatch(text):
        if found["sep"] == "." and len(found["y"]) == 2:
            return None  # a section's number or a version is as likely
        day, month = (found["b"], found["a"]) if month_first else (found["a"], found["b"])
        return _iso(found["y"], month, day)
    if CHINESE.fullmatch(text):
        year, month, day = re.split("[年月日]", text)[:3]
        return _iso("".join(str(NUMERALS[c]) for c in year), str(_chinese(month)), str(_chinese(day)))
    return None


def votes_for_month_first(text: str) -> int:
    """What a text says of the order of day and month: 1 for the month first, -1 for the day, 0 for nothing.

    >>> votes_for_month_first("03/25/2024"), votes_for_month_first("25/03/2024"), votes_for_month_first("3/4/2024")
    (1, -1, 0)
    """
    found = NUMBERS.fullmatch(clean(text))
    if found is None:
        return 0
    return int(int(found["a"]) <= 12 < int(found["b"])) - int(int(found["b"]) <= 12 < int(found["a"]))


def _chinese(text: str) -> int:
    """A Chinese number below one hundred.

    >>> _chinese("十二"), _chinese("二十"), _chinese("三十一"), _chinese("七")
    (12, 20, 31, 7)
    """
    tens, ten, ones = text.rpartition("十")
    return (NUMERALS.get(tens, 1) * 10 if ten else 0) + NUMERALS.get(ones, 0)


def _iso(year: str, month: str, day: str) -> str | None:
    number = int(year)
    if len(year) == 2:
        number += 2000 if number < PIVOT else 1900
    if not FIRST_YEAR <= number <= LAST_YEAR:
        return None
    try:
        return date(number, int(month), int(day)).isoformat()
    except ValueError:
        return None
