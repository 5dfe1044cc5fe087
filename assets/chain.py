"""The stages over documents, in their order."""

from __future__ import annotations

from typing import Any

from assets.lines.stage import LINES
from assets.pages.stage import PAGES
from assets.regions.stage import REGIONS
from assets.relations.stage import CANDIDATES
from assets.stage import Stage
from assets.tables.stage import TABLES

STAGES: tuple[Stage[Any], ...] = (PAGES, LINES, REGIONS, TABLES, CANDIDATES)
