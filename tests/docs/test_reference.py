"""The reference is written from the code, and every link in the docs leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orchestration.reference import assets_section, commands_section, reference, settings_section

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_reference_is_up_to_date() -> None:
    assert (ROOT / "docs/reference.md").read_text(encoding="utf-8") == reference(), "run `make docs`"


def test_nothing_is_undocumented() -> None:
    for section in (settings_section(), assets_section()):
        cells = [row.strip("| ").split(" | ") for row in section.splitlines() if row.startswith("| `")]
        assert cells
        assert all(all(cell.strip() for cell in row) for row in cells), section
    assert "| `" in commands_section()


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    missing = [link for link in links if not (page.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_make_targets_in_prose_exist(page: Path) -> None:
    known = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8")))
    assert named <= known
