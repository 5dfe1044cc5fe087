"""Times of day, and dates with one."""

from __future__ import annotations

import re

from assets.relations.types.clean import clean
from assets.relations.types.date import read_date

TIME = re.compile(
    r"(?P<h>\d{1,2}):(?P<m>\d{2})(?::(?P<s>\d{2})(?P<f>\.\d{1,6})?)? ?(?P<half>[ap]\.?m\.?)?", re.IGNORECASE
)
STAMP = re.compile(r"(?P<date>.+?)(?:T|,? )(?P<time>\d{1,2}:\d{2}.*)", re.IGNORECASE)


def read_time(text: str) -> str | None:
    """The time in ISO 8601, or None.

    >>> read_time("2:05 pm"), read_time("14:05:30"), read_time("25:00")
    ('14:05:00', '14:05:30', None)
    """
    found = TIME.fullmatch(clean(text))
    if found is None:
        return None
    hour, minute, second = int(found["h"]), int(found["m"]), int(found["s"] or 0)
    if found["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found["half"].lower().startswith("p") else 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    return f"{hour:02}:{minute:02}:{second:02}{found['f'] or ''}"


def read_timestamp(text: str, month_first: bool = False) -> str | None:
    """Date and time in ISO 8601, or None.

    >>> read_timestamp("2024-03-05 14:05"), read_timestamp("5 Mar 2024, 2:05 PM"), read_timestamp("2024-03-05")
    ('2024-03-05 14:05:00', '2024-03-05 14:05:00', None)
    """
    found = STAMP.fullmatch(clean(text))
    if found is None:
        return None
    day, time = read_date(found["date"], month_first), read_time(found["time"])
    return f"{day} {time}" if day and time else None
