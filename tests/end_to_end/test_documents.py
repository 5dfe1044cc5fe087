"""Documents of every kind through all stages: good, bad, empty and long."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from bad_files import MAX_PAGES, broken_png, refused
from document_files import price_list
from outside import Outside
from page_files import image_file, pdf, prose
from PIL import Image
from reportlab.lib.pagesizes import A6
from reportlab.pdfgen.canvas import Canvas

from orchestration.definitions import STAGES
from records.document import Category

MB = 1024 * 1024
PAGES, DPI = 300, 150
CHECKS = {(asset.key.to_user_string(), spec.name) for asset in STAGES for spec in asset.check_specs}


def long_pdf(path: Path, pages: int) -> None:
    """Small pages of print, each with its number, in a file on disk."""
    canvas = Canvas(str(path), pagesize=A6)
    for number in range(pages):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(30, 390, f"Page {number + 1}")
        for line in range(12):
            canvas.drawString(30, 360 - 14 * line, f"This is line {line + 1} of page {number + 1}.")
        canvas.showPage()
    canvas.save()


def failed_checks(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [check for run in report["runs"] for check in run["checks"] if not check["passed"]]


def test_a_blank_page_and_one_without_a_table(outside: Outside, tmp_path: Path) -> None:
    (tmp_path / "blank.png").write_bytes(image_file(Image.new("L", (620, 877), 255)))
    (tmp_path / "empty.pdf").write_bytes(pdf(lambda canvas: None))
    (tmp_path / "prose.pdf").write_bytes(pdf(prose))
    report = outside.shell.json("ingest", tmp_path)
    assert [document["status"] for document in report["documents"]] == ["warehouse"] * 3
    assert failed_checks(report) == [] and report["loads"] == []
    assert {(check["asset"], check["check"]) for run in report["runs"] for check in run["checks"]} == CHECKS
    assert outside.rows([document["sha256"] for document in report["documents"]]) == []
    read = [json.loads(line) for line in outside.shell.run("read", tmp_path).out.splitlines()]
    assert [document["tables"] for document in read] == [[], [], []]
    assert [len(document["pages"][0]["lines"]) > 20 for document in read] == [False, False, True]


def test_each_reason_for_quarantine(outside: Outside, tmp_path: Path) -> None:
    settings = {"TABLEWRIGHT_LIMITS_MAX_PAGES": str(MAX_PAGES), "TABLEWRIGHT_INTAKE_FILE_ROOTS": str(tmp_path)}
    files = refused(tmp_path)
    assert set(files) | {"engine"} == set(get_args(Category))  # an engine fails on no file that we could make
    for category, data in files.items():
        (tmp_path / f"{category}.pdf").write_bytes(data)
    report = outside.shell.json("ingest", tmp_path, status=1, **settings)
    assert {failure["category"] for failure in report["refused"]} == set(files)
    assert (report["files"], report["documents"], report["runs"]) == (len(files), [], [])
    listed = outside.shell.json("quarantine", "list")["files"]
    told = {Path(refusal["source"]).stem: refusal for refusal in listed if Path(refusal["source"]).parent == tmp_path}
    assert {name: refusal["category"] for name, refusal in told.items()} == {name: name for name in files}
    assert all(len(refusal["message"]) > 20 and "\n" not in refusal["message"] for refusal in told.values())
    table = outside.shell.run("quarantine", "list", COLUMNS="200").out
    assert all(re.search(rf"\b{category}\b", table) for category in files)


def test_a_document_that_can_not_be_opened_fails_alone(outside: Outside, tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(broken_png())
    (tmp_path / "good.pdf").write_bytes(price_list())
    report = outside.shell.json("ingest", tmp_path, status=1)
    broken, good = report["documents"]
    assert (broken["status"], good["status"]) == ("failed", "warehouse")
    assert broken["failure"]["category"] == "not_a_document" and broken["failure"]["stage"] == "pages"
    assert len(outside.rows([good["sha256"]])) == 4
    listed = outside.shell.json("quarantine", "list")["documents"]
    assert broken["sha256"] in [document["sha256"] for document in listed]


def test_a_value_is_traced_to_its_pixels(outside: Outside, tmp_path: Path) -> None:
    (tmp_path / "list.pdf").write_bytes(price_list())
    report = outside.shell.json("ingest", tmp_path)
    [load], [document] = report["loads"], report["documents"]
    with outside.dsns.connect("reader") as reader:
        query = f'SELECT max(_row) FROM warehouse."{load["relation"]}" WHERE _document = %s'
        [(row,)] = reader.execute(query.encode(), [document["sha256"]]).fetchall()
    traces = outside.shell.json("trace", load["relation"], row, "--output", tmp_path / "crops")
    assert [trace["text"] for trace in traces] == ["Bolt M6", "35", "4.50"]
    assert all(trace["document"] == document["sha256"] and trace["page"] == 0 for trace in traces)
    for trace in traces:
        x0, y0, x1, y1 = trace["box"]
        with Image.open(trace["crop"]) as crop:
            assert crop.width > x1 - x0 > 0 and crop.height > y1 - y0 > 0
            assert min(crop.convert("L").getdata()) < 80  # print
    unknown = outside.shell.run("trace", load["relation"], row, "colour", status=1)
    assert "colour" in unknown.err and "Traceback" not in unknown.err


def vessels(*header: str) -> bytes:
    """A page with a ruled table of three rows."""

    def draw(canvas: Canvas) -> None:
        rows = [header, *((f"Gannet {n}", f"{n}", f"{n}.5", f"NL{n}")[: len(header)] for n in range(1, 4))]
        for y, row in enumerate(rows):
            for x, text in enumerate(row):
                canvas.rect(72 + 110 * x, 700 - 24 * y, 110, 24)
                canvas.drawString(78 + 110 * x, 708 - 24 * y, text)

    return pdf(draw)


def test_a_column_more_is_added_and_told(outside: Outside, tmp_path: Path) -> None:
    before, after = tmp_path / "before.pdf", tmp_path / "after.pdf"
    before.write_bytes(vessels("Vessel", "Berth", "Draught"))
    after.write_bytes(vessels("Vessel", "Berth", "Draught", "Register"))
    [first] = outside.shell.json("ingest", before)["loads"]
    report = outside.shell.json("ingest", after)
    [second] = report["loads"]
    assert (first["relation"], first["rows"]) == (second["relation"], second["rows"])
    [warning] = failed_checks(report)
    assert (warning["check"], warning["warning"]) == ("structure_changed", True)
    assert "register" in warning["metadata"]["changes"]
    stood = outside.query(f'SELECT register FROM warehouse."{first["relation"]}" ORDER BY _row')
    assert [value for (value,) in stood] == [None] * 3 + ["NL1", "NL2", "NL3"]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_300_pages_need_no_more_memory_than_a_few(outside: Outside, tmp_path: Path) -> None:
    few, many = tmp_path / "few.pdf", tmp_path / "many.pdf"
    long_pdf(few, 16)
    long_pdf(many, PAGES)
    settings = {"TABLEWRIGHT_PAGES_DPI": str(DPI)}
    less, more = outside.shell.run("read", few, **settings), outside.shell.start("read", many, **settings)
    assert more.wait(500) == 0, more.err
    pages = json.loads(more.out)["pages"]
    assert [page["lines"][0]["text"] for page in pages] == [f"Page {n + 1}" for n in range(PAGES)]
    images = sum(page["width"] * page["height"] for page in pages)
    assert more.peak - less.peak < images / 2, (less.peak // MB, more.peak // MB, images // MB)
    assert more.peak < 1200 * MB
