"""The writers: pairs of a table and what each makes of it (tables/*.txt), and whole documents."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import cast

import pytest

from assets.reading import FileReading
from orchestration.cli.output import SUFFIXES, WRITERS
from orchestration.cli.output.csv import table_csv
from orchestration.cli.output.files import Folder
from orchestration.cli.output.flow import Text, flow
from orchestration.cli.output.html import table_html
from orchestration.cli.output.markdown import table_markdown
from orchestration.cli.output.order import reading_order
from records.document import Document, Failure, Intake, Source
from records.geometry import Box
from records.page import Line, Page, Word
from records.table import Cell, Piece, Reading, Region, Role, Table, WordRef

CASES = sorted((Path(__file__).parent / "tables").glob("*.txt"))
WRITE = {"markdown": table_markdown, "csv": table_csv, "html": table_html}
SHA = "0" * 64
PAGE = Page(0, 100.0, 200.0, 200, 400, 200.0, to_source=(0.5, 0, 0, 0, 0.5, 0))
"""Read at twice its size, so that boxes in the frame as handed in are half as large."""


def parse(text: str) -> Table:
    """``rows x columns [| title]``, then ``row column [row_span column_span] | text [| role]``; two bars part only at
    `` | ``."""
    head, *lines = text.splitlines()
    shape, _, title = head.partition(" | ")
    rows, columns = (int(n) for n in shape.split(" x "))
    cells = []
    for line in lines:
        place, content, *role = line.split(" | ")
        row, column, *spans = (int(n) for n in place.split())
        row_span, column_span = spans or (1, 1)
        kind = cast(Role, role[0] if role else "data")
        cells.append(Cell(0, row, column, content, (0, 0, 1, 1), 0.9, row_span, column_span, kind))
    return Table(rows, columns, tuple(cells), (Piece(0, (0, 0, 9, 9), 0, rows),), 1.0, "test", 1, title)


@pytest.mark.parametrize("form", WRITE)
@pytest.mark.parametrize("case", CASES, ids=lambda p: p.stem)
def test_table(case: Path, form: str) -> None:
    given, *expected = case.read_text(encoding="utf-8").split("=== ")
    want = dict(part.split("\n", 1) for part in expected)[form]
    assert WRITE[form](parse(given.rstrip("\n"))).rstrip("\n") == want.rstrip("\n")


@pytest.mark.parametrize("case", CASES, ids=lambda p: p.stem)
def test_csv_gives_back_the_cells(case: Path) -> None:
    table = parse(case.read_text(encoding="utf-8").split("=== ")[0].rstrip("\n"))
    rows = list(csv.reader(io.StringIO(table_csv(table))))
    assert len(rows) == table.rows
    for cell in table.cells:
        assert rows[cell.row][cell.column].removeprefix("'") == cell.text


def line(text: str, box: Box) -> Line:
    return Line(text, box, 0.8, "test", (Word(text, box, 0.8),))


def document(tables: tuple[Table, ...] = (), name: str = "scan.pdf") -> FileReading:
    """A page: a title, two paragraphs side by side, a line of Chinese in two parts, a table, a footer."""
    lines = (
        line("Report", (10, 10, 190, 30)),
        line("Left", (10, 50, 80, 60)),
        line("column.", (10, 65, 90, 75)),
        line("Right", (110, 50, 190, 60)),
        line("中文", (10, 100, 90, 110)),
        line("文字", (10, 115, 90, 125)),
        line("cell", (10, 200, 90, 210)),
        line("1. first", (10, 300, 90, 310)),
        line("2. second", (10, 315, 90, 325)),
        line("Page 1", (80, 380, 120, 390)),
    )
    regions = (
        Region("title", (0, 0, 200, 35), 0.9),
        Region("body", (0, 45, 95, 80), 0.9),
        Region("body", (105, 45, 200, 80), 0.9),
        Region("body", (0, 95, 95, 130), 0.9),
        Region("list", (0, 295, 200, 330), 0.9),
        Region("footer", (0, 375, 200, 395), 0.9),
    )
    reading = Reading(SHA, (PAGE,), (lines,), (regions,), tables)
    return FileReading(Intake(Source(name), SHA, 1, Document(SHA, "application/pdf", 1, 1)), reading, None)


CELL = Cell(0, 0, 0, "cell", (10, 200, 90, 210), 0.9, words=(WordRef(0, 6, 0),))
TABLE = Table(1, 1, (CELL,), (Piece(0, (5, 195, 195, 215), 0, 1),), 0.7, "test")
FAILED = FileReading(
    Intake(Source("bad.pdf"), SHA, 0),
    None,
    Failure("truncated", "documents", "the <PDF> ends too early", page=2),
)


def test_flow_is_in_reading_order_and_complete() -> None:
    reading = document((TABLE,)).reading
    assert reading is not None
    found = [item if isinstance(item, Table) else (item.kind, item.text) for item in flow(reading)]
    assert found == [
        ("title", "Report"),
        ("body", "Left column."),
        ("body", "中文文字"),
        ("body", "Right"),
        TABLE,
        ("list", "first"),
        ("list", "second"),
        ("footer", "Page 1"),
    ]


def test_lines_of_no_region_are_told_too() -> None:
    far = (line("one", (0, 0, 50, 10)), line("two", (0, 12, 50, 22)), line("three", (0, 90, 50, 100)))
    reading = Reading(SHA, (PAGE,), (far,), ((),), ())
    assert [item.text for item in flow(reading) if isinstance(item, Text)] == ["one two", "three"]


def test_lines_that_were_not_wrapped_stay_apart() -> None:
    address = (line("Unit 4", (0, 0, 30, 10)), line("Port", (0, 12, 20, 22)), line("Allen", (30, 12, 90, 22)))
    reading = Reading(SHA, (PAGE,), (address,), ((Region("body", (0, 0, 99, 99), 0.9),),), ())
    result = FileReading(document().intake, reading, None)
    assert "Unit 4\\\nPort Allen\n" in WRITERS["markdown"](result)
    assert "<p>Unit 4<br>Port Allen</p>" in WRITERS["html"](result)


def test_the_title_of_a_table_is_told_once() -> None:
    table = Table(1, 1, (CELL,), TABLE.pieces, 0.7, "test", title="Report")
    assert WRITERS["markdown"](document((table,))).count("Report") == 1
    table = Table(1, 1, (CELL,), TABLE.pieces, 0.7, "test", title="In a leftover")
    assert "**In a leftover**" in WRITERS["markdown"](document((table,)))


@pytest.mark.parametrize("count", [0, 1, 30])
def test_order_keeps_every_block(count: int) -> None:
    boxes = [(i % 5 * 10.0, i * 3.0, i % 5 * 10.0 + 17, i * 3.0 + 8) for i in range(count)]
    assert sorted(reading_order(boxes)) == list(range(count))


def test_json_tells_boxes_in_the_frame_as_handed_in() -> None:
    out = json.loads(WRITERS["json"](document((TABLE,))))
    assert {k: out[k] for k in ("source", "sha256", "media_type")} == {
        "source": "scan.pdf",
        "sha256": SHA,
        "media_type": "application/pdf",
    }
    (page,), (table,) = out["pages"], out["tables"]
    assert (page["width"], page["height"]) == (100, 200)
    assert page["lines"][0]["box"] == [5, 5, 95, 15]
    assert page["lines"][0]["words"][0]["text"] == "Report"
    assert table["cells"][0]["box"] == [5, 100, 45, 105]
    assert table["pieces"][0]["box"] == [2.5, 97.5, 97.5, 107.5]
    assert {"page", "row", "column", "row_span", "column_span", "text", "confidence", "role"} < set(table["cells"][0])


@pytest.mark.parametrize("form", WRITERS)
def test_each_writer_tells_a_failure(form: str) -> None:
    text = WRITERS[form](FAILED)
    assert text.endswith("\n") and "ends too early" in text
    assert ("<PDF>" in text) == (form in ("json", "csv"))


def test_json_of_a_failure_is_still_a_document() -> None:
    out = json.loads(WRITERS["json"](FAILED))
    assert out["error"] == {
        "category": "truncated",
        "stage": "documents",
        "message": "the <PDF> ends too early",
        "page": 2,
    }
    assert (out["pages"], out["tables"]) == ([], [])


@pytest.mark.parametrize("form", WRITERS)
def test_a_strange_file_name_breaks_nothing(form: str) -> None:
    name = "a\udcff--><b>\nc.pdf"  # bytes that are no UTF-8, as Python tells them
    text = WRITERS[form](document(name=name))
    assert text.encode("utf-8", "replace")
    if form == "json":
        assert text.count("\n") == 1
    if form == "markdown":
        assert text.split("\n\n")[0].count("-->") == 1


def test_csv_of_a_document_names_each_table() -> None:
    text = WRITERS["csv"](document((TABLE, TABLE)))
    assert text == "# scan.pdf: table 1 of 2, page 1\ncell\n\n# scan.pdf: table 2 of 2, page 1\ncell\n\n"
    assert WRITERS["csv"](document()) == "# scan.pdf: no table\n"


def test_a_folder_keeps_documents_of_one_name_apart(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "out")
    for name in ("a/scan.pdf", "b/scan.pdf"):
        folder.write(document((TABLE, TABLE), name), "csv")
        folder.write(document(name=name), "json")
    names = sorted(p.name for p in (tmp_path / "out").iterdir())
    assert len(names) == 6
    assert (
        "scan.pdf.1.csv" in names and len({json.loads(p.read_text())["source"] for p in tmp_path.rglob("*.json")}) == 2
    )


def test_every_format_has_a_suffix() -> None:
    assert SUFFIXES.keys() == WRITERS.keys()
