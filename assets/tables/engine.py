"""What finds tables on a page: an interface that geometry fills by default and a learned model may fill instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from assets.tables.rules import Image
from records.page import Line, Page
from records.table import Region, Table


class TableEngine(Protocol):
    """Finds the tables of one page. ``version`` names what would change its answers."""

    version: str

    def find(self, page: Page, image: Image, lines: Sequence[Line], regions: Sequence[Region]) -> tuple[Table, ...]: ...
