"""Commands that die on the way, and servers that die under them: run again, they give the rows of an unbroken run."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from commands import Command, Shell, until
from document_files import price_list
from outside import Outside

from resources.embedded import Cluster
from resources.postgres import serve
from resources.settings import load_settings

STAGES = ("documents", "pages", "lines", "regions", "tables", "relations")
DOCUMENTS = 3
KILLED = -signal.SIGKILL


def new_folder(folder: Path) -> list[str]:
    """Documents that nobody has seen, in a folder; gives their SHA-256 in the order in which they are taken in."""
    hashes = []
    for number in range(DOCUMENTS):
        data = price_list(rows=3 + number)
        (folder / f"{number}.pdf").write_bytes(data)
        hashes.append(sha256(data).hexdigest())
    return hashes


@pytest.fixture(scope="module")
def expected(outside: Outside, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    """What an unbroken run gives."""
    folder = tmp_path_factory.mktemp("unbroken")
    documents = new_folder(folder)
    outside.shell.run("ingest", folder)
    rows = outside.rows(documents)
    assert len(rows) == 3 + 4 + 5
    return rows


def artefacts(outside: Outside, stage: str) -> set[Path]:
    """What a stage has made and kept."""
    folder = outside.shell.home / "artefacts" / stage
    return {path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")}


def again(outside: Outside, folder: Path, documents: list[str], expected: list[tuple[Any, ...]]) -> None:
    """The same command once more brings everything to its end."""
    report = outside.shell.json("ingest", folder)
    assert [document["status"] for document in report["documents"]] == ["warehouse"] * DOCUMENTS
    assert outside.rows(documents) == expected
    assert outside.shell.json("status")["files"]["open"] == 0


@pytest.mark.parametrize("stage", STAGES)
def test_killed_in_a_stage(outside: Outside, expected: list[tuple[Any, ...]], tmp_path: Path, stage: str) -> None:
    documents = new_folder(tmp_path)
    before = artefacts(outside, stage)
    command = outside.shell.start("ingest", tmp_path)
    until(lambda: artefacts(outside, stage) > before, command)
    command.kill()
    assert command.wait() == KILLED
    assert outside.rows(documents) in ([], expected)
    again(outside, tmp_path, documents, expected)


@contextmanager
def held_up(outside: Outside) -> Iterator[Any]:
    """Nobody can note what was loaded, which is the last that a load does before it commits."""
    with outside.dsns.connect("owner") as connection:
        connection.execute("LOCK TABLE catalogue.loads IN SHARE MODE")
        yield lambda: bool(
            outside.query("SELECT FROM pg_locks WHERE relation = 'catalogue.loads'::regclass AND NOT granted")
        )


def test_killed_with_its_rows_written_and_not_committed(
    outside: Outside, expected: list[tuple[Any, ...]], tmp_path: Path
) -> None:
    documents = new_folder(tmp_path)
    with held_up(outside) as waits:
        command = outside.shell.start("ingest", tmp_path)
        until(waits, command, pause=0.05)
        command.kill()
    assert outside.rows(documents) == []
    again(outside, tmp_path, documents, expected)


@pytest.mark.parametrize("stage", ["pages", "relations"])
def test_postgresql_killed(outside: Outside, expected: list[tuple[Any, ...]], tmp_path: Path, stage: str) -> None:
    """It is started again by whoever needs it: the command itself gets through, or says that the next one will."""
    documents = new_folder(tmp_path)
    before = artefacts(outside, stage)
    command = outside.shell.start("ingest", tmp_path)
    until(lambda: artefacts(outside, stage) > before, command)
    kill_postgresql(outside)
    _said_in_a_sentence(command)
    assert outside.rows(documents) in ([], expected)
    again(outside, tmp_path, documents, expected)


def kill_postgresql(outside: Outside) -> None:
    assert outside.dsns.cluster is not None
    pid = Cluster(outside.dsns.cluster).pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def _said_in_a_sentence(command: Command) -> None:
    assert command.wait() in (0, 1)
    assert "Traceback" not in command.err + command.out, command.err
    if command.wait() and "ended as FAILURE" not in command.out:
        assert "Run the same again" in command.err.splitlines()[-1]


def test_two_at_once(outside: Outside, expected: list[tuple[Any, ...]], tmp_path: Path) -> None:
    documents = new_folder(tmp_path)
    commands = [outside.shell.start("ingest", tmp_path) for _ in range(2)]
    assert [command.wait() for command in commands] == [0, 0], [c.err for c in commands]
    assert outside.rows(documents) == expected
    counted = "SELECT count(*), count(DISTINCT sha256) FROM catalogue.batch_documents WHERE sha256 = ANY(%s)"
    assert outside.query(counted, documents) == [(DOCUMENTS, DOCUMENTS)]
    outcomes = "SELECT outcome, count(*) FROM catalogue.arrivals WHERE sha256 = ANY(%s) GROUP BY 1 ORDER BY 1"
    assert outside.query(outcomes, documents) == [("document", DOCUMENTS), ("duplicate", DOCUMENTS)]


def test_two_at_once_on_a_platform_that_is_not_there_yet(tmp_path: Path) -> None:
    """Both make database, roles, tables and Dagster's storage."""
    folder = tmp_path / "in"
    folder.mkdir()
    documents = new_folder(folder)
    with tempfile.TemporaryDirectory(prefix="tablewright-") as home:
        shell = Shell(Path(home))
        commands = [shell.start("ingest", folder) for _ in range(2)]
        try:
            assert [command.wait() for command in commands] == [0, 0], [c.err for c in commands]
            settings = load_settings(shell.environment)
            assert len(Outside(shell, serve(settings)).rows(documents)) == 3 + 4 + 5
        finally:
            shell.run("stop")
