"""The commands that work with the platform, as a person types them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from document_files import price_list
from places import Place
from typer.testing import CliRunner

from orchestration.cli.main import app

runner = CliRunner()


@pytest.fixture(scope="module")
def ingested(place: Place, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What ``ingest`` tells of a folder with a document and a letter."""
    folder = tmp_path_factory.mktemp("handed-in")
    (folder / "list.pdf").write_bytes(price_list())
    (folder / "letter.txt").write_bytes(b"Dear Sir or Madam, this is no document")
    done = runner.invoke(app, ["ingest", str(folder), "--format", "json", "-q"])
    assert done.exit_code == 1, "one file was refused"
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_ingest_tells_of_documents_and_of_what_was_refused(ingested: dict[str, object]) -> None:
    assert [d["status"] for d in ingested["documents"]] == ["warehouse"]  # type: ignore[attr-defined]
    assert [r["category"] for r in ingested["refused"]] == ["not_a_document"]  # type: ignore[attr-defined]
    assert ingested["loads"][0]["rows"] == 4  # type: ignore[index]


def test_trace_leads_to_page_box_and_pixels(place: Place, ingested: dict[str, object], tmp_path: Path) -> None:
    relation = ingested["loads"][0]["relation"]  # type: ignore[index]
    dsn = runner.invoke(app, ["dsn"]).stdout.strip()
    with psycopg.connect(dsn) as reader:
        document = ingested["documents"][0]["sha256"]  # type: ignore[index]
        query = f'SELECT min(_row) FROM warehouse."{relation}" WHERE _document = %s'
        row = reader.execute(query.encode(), [document]).fetchone()
    assert row is not None
    done = runner.invoke(app, ["trace", relation, str(row[0]), "--format", "json", "-o", str(tmp_path)])
    assert done.exit_code == 0, done.output
    values = json.loads(done.stdout)
    assert [value["text"] for value in values] == ["Bolt M3", "5", "1.50"]
    assert all(value["page"] == 0 and value["confidence"] > 0.5 for value in values)
    assert all(Path(value["crop"]).read_bytes().startswith(b"\x89PNG") for value in values)
    one = runner.invoke(app, ["trace", relation, str(row[0]), values[2]["column"], "-o", str(tmp_path)])
    assert "1.50" in one.stdout and "list.pdf" in one.stdout


def test_status_and_quarantine_list(place: Place, ingested: dict[str, object]) -> None:
    told = json.loads(runner.invoke(app, ["status", "--format", "json"]).stdout)
    assert told["documents"]["warehouse"] >= 1 and told["quarantine"] >= 1 and told["daemon"] is False
    listed = json.loads(runner.invoke(app, ["quarantine", "list", "--format", "json"]).stdout)
    assert any(file["source"].endswith("letter.txt") for file in listed["files"])
    assert "letter.txt" in runner.invoke(app, ["quarantine", "list"], env={"COLUMNS": "200"}).stdout
    assert runner.invoke(app, ["status"]).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["trace", "no_such_relation", "1"], "no relation 'no_such_relation'"),
        (["quarantine", "retry", "abcdef123"], "nothing that failed is called abcdef123"),
        (["ingest", "/does/not/exist"], "/does/not/exist does not exist"),
    ],
)
def test_an_error_is_one_sentence(place: Place, arguments: list[str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from orchestration.cli.main import main; main()", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ},
    )
    assert done.returncode == 1 and said in done.stderr
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) == 1
