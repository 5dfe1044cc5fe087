"""A platform with a home folder of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Shell
from outside import Outside

from resources.postgres import serve, stop
from resources.settings import load_settings


@pytest.fixture(scope="session")
def outside() -> Iterator[Outside]:
    """One for the session: its database takes seconds to make."""
    with tempfile.TemporaryDirectory(prefix="tablewright-") as home:
        shell = Shell(Path(home))
        settings = load_settings(shell.environment)
        yield Outside(shell, serve(settings))
        stop(settings)
