"""What tests share: the public inputs, read in place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from records.settings import Settings
from resources.embedded import SUPERUSER, Cluster
from resources.postgres import DATABASE, Dsns, serve, stop

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of public inputs with known truth; the test is skipped where it is absent."""
    folder = Path(os.environ.get("TABLEWRIGHT_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no public inputs at {folder}: set TABLEWRIGHT_DATA to the folder that holds them")
    return folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[Dsns]:
    """A PostgreSQL of this test session, set up and empty. Tests that write take ``database`` instead."""
    with tempfile.TemporaryDirectory(prefix="tablewright-") as home:
        settings = Settings(home=home)
        yield serve(settings)
        stop(settings)


_numbers = count(1)


@pytest.fixture
def database(postgres: Dsns) -> Iterator[Dsns]:
    """A fresh database of one's own, set up, in the session's server; Dagster's storage is the session's."""
    assert postgres.cluster is not None
    cluster, name = Cluster(postgres.cluster), f"test_{next(_numbers)}"
    cluster.ensure()  # a test before may have killed it
    admin = cluster.url(SUPERUSER, "postgres")
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(DATABASE)))
    old, new = f"@/{DATABASE}?", f"@/{name}?"
    yield replace(
        postgres,
        owner=postgres.owner.replace(old, new),
        loader=postgres.loader.replace(old, new),
        reader=postgres.reader.replace(old, new),
    )
    cluster.ensure()
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))
