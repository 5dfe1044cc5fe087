"""``tablewright read`` as a person calls it, with the real engines on the shipped samples."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from orchestration.cli.read import expand, read, read_all
from records.settings import Settings

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "samples"
FILES = sorted(p for p in SAMPLES.iterdir() if p.is_file())
RULED = [f for f in FILES if f.stem.startswith(("invoice", "inspection", "equipment"))]
QUARANTINE = sorted((SAMPLES / "quarantine").iterdir())

GRIDS = {
    "annual-report.tiff": "labels beside a table without rules are not taken into it, nor a header above half a rule",
    "delivery-note-5512.tif": "a typewriter's wide gaps part a column's words",
}
MERGED = {
    "invoice-20817.jpg": "empty places without a wall between them are not merged with the label before them",
    "invoice-20844.json": "empty places without a wall between them are not merged with the label before them",
}
"""What the tables stage can't do yet, by sample; a line goes when it can."""

app = typer.Typer()
app.command()(read)


def cases(files: list[Path], limits: dict[str, str]) -> list[Any]:
    """The files as parameters; those with a known limit may fail."""
    marks = {name: [pytest.mark.xfail(reason=reason)] for name, reason in limits.items()}
    return [pytest.param(file, marks=marks.get(file.name, []), id=file.name) for file in files]


def call(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout_bytes.decode(), result.stderr


@pytest.fixture(scope="module")
def readings() -> dict[str, dict[str, Any]]:
    """All samples and what belongs in quarantine, read in one call; by name."""
    given = [QUARANTINE[0], *FILES, *QUARANTINE[1:]]
    status, out, _ = call(*given)
    documents = [json.loads(line) for line in out.splitlines()]
    assert [d["source"] for d in documents] == [str(p) for p in given], "one object a file, in the order given"
    assert status == 1, "some of them can't be read"
    return {Path(d["source"]).name: d for d in documents}


def grid(table: dict[str, Any]) -> list[list[str]]:
    rows = [[""] * table["columns"] for _ in range(table["rows"])]
    for cell in table["cells"]:
        rows[cell["row"]][cell["column"]] = cell["text"]
    return rows


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("file", cases(FILES, GRIDS))
def test_sample_is_read(file: Path, readings: dict[str, dict[str, Any]]) -> None:
    truth = json.loads((SAMPLES / "truth" / f"{file.stem}.json").read_text(encoding="utf-8"))
    found = readings[file.name]
    assert "error" not in found
    assert len(found["pages"]) == truth["pages"]
    shapes = [(t["rows"], t["columns"]) for t in found["tables"]]
    assert shapes == [(len(t["rows"]), len(t["rows"][0])) for t in truth["tables"]]
    for table, true in zip(found["tables"], truth["tables"], strict=True):
        got = grid(table)
        texts = [(g, t) for row, rows in zip(got, true["rows"], strict=True) for g, t in zip(row, rows, strict=True)]
        wrong = [(g, t) for g, t in texts if squeezed(g) != squeezed(t)]
        assert len(wrong) <= 0.03 * len(texts), wrong


@pytest.mark.parametrize("file", cases(RULED, MERGED))
def test_merged_cells_are_found(file: Path, readings: dict[str, dict[str, Any]]) -> None:
    truth = json.loads((SAMPLES / "truth" / f"{file.stem}.json").read_text(encoding="utf-8"))
    (table,), (true,) = readings[file.name]["tables"], truth["tables"]
    names = ("row", "column", "row_span", "column_span")
    spans = {tuple(c[n] for n in names) for c in table["cells"] if c["row_span"] * c["column_span"] > 1}
    assert spans == {tuple(s[n] for n in names) for s in true["spans"]}


@pytest.mark.parametrize("file", FILES, ids=lambda p: p.name)
def test_sample_is_told_in_its_own_frame(file: Path, readings: dict[str, dict[str, Any]]) -> None:
    found = readings[file.name]
    for page in found["pages"]:
        assert page["lines"]
        boxes = [line["box"] for line in page["lines"]]
        boxes += [c["box"] for t in found["tables"] for c in t["cells"] if c["page"] == page["index"]]
        for x0, y0, x1, y1 in boxes:
            assert 0 <= x0 <= x1 <= page["width"] and 0 <= y0 <= y1 <= page["height"]
    assert all(0 <= line["confidence"] <= 1 for p in found["pages"] for line in p["lines"])


def test_text_layer_and_turn_are_told(readings: dict[str, dict[str, Any]]) -> None:
    (statement, *_), (register, *_), (inspection,) = (
        readings[name]["pages"] for name in ("bank-statement.pdf", "equipment-register.pdf", "inspection-record.jpg")
    )
    assert statement["text_layer"]["trusted"] and statement["text_layer"]["reason"]
    assert {line["engine"] for line in statement["lines"]} == {"text-layer"}
    assert not register["text_layer"]["trusted"]
    assert inspection["text_layer"] is None, "a picture has none"
    assert inspection["quarter_turns"] == 3


def test_what_belongs_in_quarantine_is_told(readings: dict[str, dict[str, Any]]) -> None:
    found = {file.name: readings[file.name] for file in QUARANTINE}
    assert {name: d["error"]["category"] for name, d in found.items()} == {
        "empty.pdf": "empty",
        "truncated.pdf": "truncated",
    }
    for document in found.values():
        assert (document["pages"], document["tables"]) == ([], [])
        assert document["error"]["stage"] == "documents" and document["error"]["message"]


@pytest.mark.parametrize("form", ["markdown", "html", "csv"])
def test_other_formats(form: str, tmp_path: Path) -> None:
    status, out, err = call(SAMPLES / "bank-statement.pdf", "--format", form)
    assert (status, err) == (0, "")
    assert "11,184.47" in out.replace("\\", "") or "Balance brought forward" in out
    status, out, err = call(SAMPLES / "bank-statement.pdf", "--format", form, "--output", tmp_path)
    assert (status, out, err) == (0, "", "")
    written = list(tmp_path.iterdir())
    assert written and all("Balance" in p.read_text(encoding="utf-8") for p in written)


@pytest.mark.parametrize("form", ["json", "markdown", "html", "csv"])
def test_a_file_that_is_not_there(form: str, tmp_path: Path) -> None:
    status, out, err = call(tmp_path / "absent.pdf", "--format", form)
    assert status == 1
    assert "absent.pdf" in out and "Traceback" not in out + err
    assert bool(err) == (form != "json"), "JSON tells it itself; the others also to the person"


def test_a_folder_without_files_is_an_error(tmp_path: Path) -> None:
    status, out, err = call(tmp_path)
    assert status == 2 and not out
    assert "there is no file in" in " ".join(err.split())


def test_folders_are_expanded_sorted_and_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b.pdf", "a/z.png", "a/.hidden", ".git/config", "a/b/c.tif"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert [str(p.relative_to(tmp_path)) for p in expand([tmp_path])] == ["a/b/c.tif", "a/z.png", "b.pdf"]
    assert list(expand([tmp_path / "b.pdf"])) == [tmp_path / "b.pdf"]


def test_an_engine_that_breaks_costs_one_document() -> None:
    def broken() -> Any:
        raise RuntimeError("out of\nmemory")

    first, second = read_all([SAMPLES / "bank-statement.pdf", QUARANTINE[0]], broken, Settings())
    assert first.failure is not None and second.failure is not None
    assert (first.failure.category, second.failure.category) == ("engine", "empty")
    assert first.failure.message == "reading broke off: RuntimeError: out of memory"


def test_each_document_is_written_when_it_is_read() -> None:
    """Not at the end: whoever reads a thousand files sees the first at once."""
    command = [sys.executable, "-c", "import typer; from orchestration.cli.read import read; typer.run(read)"]
    files = [str(QUARANTINE[0]), str(SAMPLES / "bank-statement.pdf")]
    with subprocess.Popen([*command, *files], stdout=subprocess.PIPE, cwd=ROOT) as process:
        times = list(_arrivals(process.stdout))
        assert process.wait() == 1
    assert len(times) == 2 and times[1] - times[0] > 0.2


def _arrivals(lines: Any) -> Iterator[float]:
    for line in lines:
        assert json.loads(line)["source"]
        yield time.monotonic()


def test_help_needs_no_engine() -> None:
    code = (
        "import sys; import orchestration.cli.read;"
        "print([m for m in ('onnxruntime', 'cv2', 'dagster', 'psycopg', 'numpy') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_reading_needs_neither_dagster_nor_a_database() -> None:
    code = (
        "import sys; from orchestration.cli.read import read; import assets.reading, resources.readers;"
        "import orchestration.cli.output.files;"
        "print([m for m in ('dagster', 'psycopg', 'sqlglot', 'torch') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
