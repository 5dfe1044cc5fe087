"""What ``make up`` serves, and a browser that looks at it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from look import browser
from selenium.webdriver import Chrome
from served import Served, up


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """One for the session: it takes a while to start."""
    with tempfile.TemporaryDirectory(prefix="tablewright-") as home, up(Path(home)) as found:
        yield found


@pytest.fixture(scope="session")
def chrome() -> Iterator[Chrome]:
    """One for the session."""
    folder = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)  # it goes on writing a moment
    with folder as profile, browser(Path(profile)) as found:
        yield found


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where screenshots go."""
    folder = Path(os.environ.get("TABLEWRIGHT_SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
