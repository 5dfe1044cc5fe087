"""What commands that report can write."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """A report for people, or one JSON object."""

    text = "text"
    json = "json"
