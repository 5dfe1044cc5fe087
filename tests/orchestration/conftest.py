"""A platform with a home folder of its own, for the tests of what drives it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from places import Place

from orchestration.instance import open_instance
from resources.platform import open_workshop, pool_connections
from resources.postgres import stop
from resources.settings import load_settings
from resources.workshop import Workshop


@pytest.fixture(scope="session")
def place() -> Iterator[Place]:
    """One for the session: its database takes seconds to make."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="tablewright-") as home:
        os.environ.update({"TABLEWRIGHT_HOME": home, "TABLEWRIGHT_INTAKE_BATCH_SECONDS": "0"})
        settings = load_settings()
        with open_instance(settings) as instance:
            pool_connections(instance)
            yield Place(settings, instance)
        stop(settings)
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def work(place: Place) -> Iterator[Workshop]:
    """A workshop on it."""
    workshop = open_workshop(place.settings)
    with workshop.catalogue:
        yield workshop


@pytest.fixture
def inbox_folder(place: Place) -> Iterator[Path]:
    """Its inbox, empty before and after."""
    folder = Path(place.settings.home) / "inbox"
    yield folder
    for path in folder.iterdir():
        path.unlink()
