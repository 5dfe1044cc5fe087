"""Engines for tables on the same pages with the same text, by the public ruler.

    python -m benchmarks.tables --engines geometry,img2table --as digital --limit 10

reads the pages once with our own reader, hands each engine the page image (or, to those that want a crop, the table
areas of the layout engine), puts the same words into the cells it finds, and lets the ruler score what comes out.
Peers are not ours to depend on: ``--peers`` names a folder of their packages (site-packages of an environment of the
same Python), which only they see, before our own: img2table wants OpenCV's contrib build, and two builds can't share
a process. Those that can't be imported are named and left out. Name ``geometry`` first: the pages are then read with
our own packages.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from assets.documents.intake import take_in
from assets.lines.read import read_lines
from assets.pages.open import open_pages
from assets.regions.find import DetectorEngine, find_regions
from assets.tables.find import find_tables
from assets.tables.join import join_tables
from records.document import Source
from records.geometry import Box
from records.page import Line, Page
from records.settings import Settings
from resources.readers import load_readers

ROOT = Path(__file__).resolve().parents[1]
Sheet = tuple[Page, Any, tuple[Line, ...], tuple[Any, ...]]
Cell = dict[str, Any]
Placed = tuple[Box, int, int, int, int]  # box, row, column, row span, column span
ROOM = 10  # pixels around a table area, so that its outer rules are in the crop


def read_sheets(path: Path, cache: Path) -> list[Sheet]:
    """Pages, images, lines and regions of a file, kept for the next engine."""
    data, settings = path.read_bytes(), Settings()
    intake = take_in(Source(str(path)), data, settings.limits)
    kept = cache / f"{intake.sha256}.pickle"
    if kept.is_file():
        return list(pickle.loads(kept.read_bytes()))
    if intake.document is None:
        raise SystemExit(f"{path}: {intake.failure}")
    readers = load_readers(settings.engines)
    layout = DetectorEngine(readers.layout)
    sheets: list[Sheet] = []
    for opened in open_pages(intake.document, data, settings.pages, readers.orientation):
        (lines,) = read_lines([opened], readers.ocr)
        regions = find_regions(opened.page, opened.image, lines, layout)
        sheets.append((opened.page, opened.image, lines, regions))
    kept.write_bytes(pickle.dumps(sheets))
    return sheets


def geometry(path: Path, sheets: Sequence[Sheet]) -> list[list[Cell]]:
    """Our own."""
    found = [find_tables(page, image, lines, regions) for page, image, lines, regions in sheets]
    pages = [s[0] for s in sheets]
    return [
        [
            {
                "page": c.page,
                "row": c.row,
                "column": c.column,
                "row_span": c.row_span,
                "column_span": c.column_span,
                "text": c.text,
                "box": pages[c.page].source_box(c.box),
            }
            for c in table.cells
        ]
        for table in join_tables(pages, found, [s[2] for s in sheets])
    ]


def img2table(path: Path, sheets: Sequence[Sheet], borderless: bool = False) -> list[list[Cell]]:
    """OpenCV rules of img2table 2.0.0 over the whole page, as it comes; it is told the words as an OCR would."""
    import cv2
    from img2table.document import Image as Document
    from img2table.ocr._types import OCRData

    tables = []
    for page, image, lines, _ in sheets:
        data = cv2.imencode(".png", image)[1].tobytes()
        words = [
            {"id": f"{k}.{j}", "parent": str(k), "value": w.text, "confidence": 99}
            | dict(zip(("x1", "y1", "x2", "y2"), map(round, w.box), strict=True))
            for k, line in enumerate(lines)
            for j, w in enumerate(line.words)
        ]
        document = Document(src=data, detect_rotation=False, ocr_data=OCRData({0: words}))
        for found in document.extract_tables(borderless_tables=borderless):
            rows = [[(c.bbox.x1, c.bbox.y1, c.bbox.x2, c.bbox.y2) for c in row] for row in found.content.values()]
            tables.append(filled(page, lines, spans(rows)))
    return tables


def pdfplumber(path: Path, sheets: Sequence[Sheet]) -> list[list[Cell]]:
    """Lines of the PDF itself; for digital documents only."""
    import pdfplumber as engine

    tables = []
    with engine.open(path) as document:
        for page, _, lines, _ in sheets:
            source = document.pages[page.index]
            scale = page.image_width / float(source.width)
            for found in source.find_tables():
                rows = [[tuple(v * scale for v in c) if c else None for c in row.cells] for row in found.rows]
                tables.append(filled(page, lines, spans(rows)))
    return tables


@cache
def slanet_model() -> Any:
    from rapid_table import RapidTable

    return RapidTable()


@cache
def wired_model() -> Any:
    from wired_table_rec import WiredTableRecognition

    return WiredTableRecognition()


@cache
def lore_model() -> Any:
    from lineless_table_rec import LinelessTableRecognition

    return LinelessTableRecognition()


def slanet(path: Path, sheets: Sequence[Sheet]) -> list[list[Cell]]:
    """SLANet-plus of rapid-table 0.3.0: tokens of HTML and a quadrilateral a cell."""
    model = slanet_model()

    def places(crop: Any, lines: Sequence[Line]) -> list[Placed]:
        words = [(corners(line.box), line.text, 1.0) for line in lines]
        _, quads, logic, _ = model(crop, words, return_logic_points=True)
        return [placed(corner_box(q), at) for q, at in zip(quads, logic, strict=False)]

    return in_areas(sheets, places)


def wired(path: Path, sheets: Sequence[Sheet]) -> list[list[Cell]]:
    """The UNet of wired-table-rec 1.1.10, which draws the rules of ruled tables."""
    return in_areas(sheets, partial(boxes_and_places, wired_model()))


def lore(path: Path, sheets: Sequence[Sheet]) -> list[list[Cell]]:
    """LORE of lineless-table-rec 0.0.9, for tables without rules."""
    return in_areas(sheets, partial(boxes_and_places, lore_model()))


def boxes_and_places(model: Any, crop: Any, lines: Sequence[Line]) -> list[Placed]:
    _, _, boxes, logic, _ = model(crop, need_ocr=False)
    if boxes is None:
        return []
    return [
        placed((float(x0), float(y0), float(x1), float(y1)), at)
        for (x0, y0, x1, y1), at in zip(boxes, logic, strict=True)
    ]


def placed(box: Box, at: Sequence[int]) -> Placed:
    """A cell from its box and its first row, last row, first column, last column."""
    r0, r1, c0, c1 = (int(v) for v in at)
    return box, r0, c0, r1 - r0 + 1, c1 - c0 + 1


def corners(box: Box) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def corner_box(quad: Sequence[float]) -> Box:
    xs, ys = [float(v) for v in quad[0::2]], [float(v) for v in quad[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def in_areas(sheets: Sequence[Sheet], places: Callable[[Any, Sequence[Line]], list[Placed]]) -> list[list[Cell]]:
    """Tables of an engine that wants a crop: the layout engine's table areas, with a little room for the outer rules.

    Such an engine's boxes are loose, so each word of the area goes to the cell nearest to it.
    """
    tables = []
    for page, image, lines, regions in sheets:
        height, width = image.shape[:2]
        for region in (r for r in regions if r.kind == "table"):
            x0, y0 = (max(0, int(v) - ROOM) for v in region.box[:2])
            x1, y1 = min(width, int(region.box[2]) + ROOM), min(height, int(region.box[3]) + ROOM)
            own = [moved(line, x0, y0) for line in lines if inside(line.box, (x0, y0, x1, y1))]
            if not own:
                continue
            crop = image[y0:y1, x0:x1]
            crop = crop if crop.ndim == 3 else crop[:, :, None].repeat(3, axis=2)
            found = places(crop, own)
            cells = [((a + x0, b + y0, c + x0, d + y0), r, k, rs, ks) for (a, b, c, d), r, k, rs, ks in found]
            tables.append(nearest(page, [w for line in lines for w in line.words], (x0, y0, x1, y1), cells))
    return tables


def moved(line: Line, x: int, y: int) -> Line:
    x0, y0, x1, y1 = line.box
    return msgspec.structs.replace(line, box=(x0 - x, y0 - y, x1 - x, y1 - y))


ENGINES: dict[str, Callable[[Path, Sequence[Sheet]], list[list[Cell]]]] = {
    "geometry": geometry,
    "img2table": img2table,
    "img2table-borderless": partial(img2table, borderless=True),
    "pdfplumber": pdfplumber,
    "slanet": slanet,
    "wired": wired,
    "lore": lore,
}


def spans(rows: Sequence[Sequence[Any]]) -> list[Placed]:
    """Boxes by row and column, one that comes again taken as one cell over all its places."""
    places: dict[Any, list[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, box in enumerate(row):
            if box is not None:
                places.setdefault(tuple(box), []).append((r, c))
    return [(box, at[0][0], at[0][1], at[-1][0] - at[0][0] + 1, at[-1][1] - at[0][1] + 1) for box, at in places.items()]


def inside(box: Box, area: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x < area[2] and area[1] <= y < area[3]


def filled(page: Page, lines: Sequence[Line], cells: Sequence[Placed]) -> list[Cell]:
    """Cells with the words whose centres lie in them."""
    words = [w for line in lines for w in line.words]
    return told(page, [(cell, [w for w in words if inside(w.box, cell[0])]) for cell in cells])


def nearest(page: Page, words: Sequence[Any], area: Box, cells: Sequence[Placed]) -> list[Cell]:
    """Cells with the words of an area, each in the cell nearest to its centre (of several, the best centred)."""
    own: list[list[Any]] = [[] for _ in cells]
    for word in (w for w in words if cells and inside(w.box, area)):
        x, y = (word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2

        def distance(k: int, x: float = x, y: float = y) -> tuple[float, float]:
            x0, y0, x1, y1 = cells[k][0]
            outside = max(x0 - x, x - x1, 0.0) + max(y0 - y, y - y1, 0.0)
            return outside, abs(x0 + x1 - 2 * x) + abs(y0 + y1 - 2 * y)

        own[min(range(len(cells)), key=distance)].append(word)
    return told(page, list(zip(cells, own, strict=True)))


def told(page: Page, cells: Sequence[tuple[Placed, Sequence[Any]]]) -> list[Cell]:
    """Cells as the ruler asks for them, empty ones left out; the box told is that around the words."""
    return [
        {
            "page": page.index,
            "row": row,
            "column": column,
            "row_span": row_span,
            "column_span": column_span,
            "text": " ".join(w.text for w in own),
            "box": page.source_box(
                (
                    min(w.box[0] for w in own),
                    min(w.box[1] for w in own),
                    max(w.box[2] for w in own),
                    max(w.box[3] for w in own),
                )
            ),
        }
        for (_, row, column, row_span, column_span), own in cells
        if own
    ]


def as_reader(engine: str, cache: Path, files: Sequence[str]) -> None:
    """One JSON object a file on standard output, as the rulers ask for."""
    spent, pages = 0.0, 0
    ENGINES[engine](Path(files[0]), [])  # loads the packages and weights, which are not counted
    for name in files:
        sheets = read_sheets(Path(name), cache)
        begun = time.process_time()
        tables = ENGINES[engine](Path(name), sheets)
        spent, pages = spent + time.process_time() - begun, pages + len(sheets)
        shown = [{"index": s[0].index, "width": s[0].width, "height": s[0].height, "lines": []} for s in sheets]
        print(json.dumps({"source": name, "pages": shown, "tables": [{"cells": cells} for cells in tables]}))
    (cache / f"{engine}.seconds").write_text(f"{spent / max(1, pages):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="given by the ruler")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--as", dest="kind", default="digital", choices=["digital", "clean", "degraded"])
    parser.add_argument("--limit", default="10")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data/icdar2013/competition-dataset-eu")
    parser.add_argument("--ruler", type=Path, default=ROOT.parent / "shared/score/tables.py")
    parser.add_argument("--peers", type=Path, help="a folder of packages for the peers alone")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "tablewright-tables")
    parser.add_argument("--format", default="json")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    if options.files:
        as_reader(options.engines, options.cache, options.files)
        return
    print("| engine | adjacency | row | column | exact | CPU s a page |\n|---|---|---|---|---|---|")
    for engine in options.engines.split(","):
        reader = f"{sys.executable} -m benchmarks.tables --engines {engine} --cache {options.cache}"
        peers = {"PYTHONPATH": str(options.peers)} if options.peers and engine != "geometry" else {}
        command = [sys.executable, str(options.ruler), "--data", str(options.data), "--as", options.kind, "--json"]
        command += ["--limit", options.limit, "--reader", reader]
        run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, **peers})
        if run.returncode:
            reason = (run.stderr.strip().splitlines() or [f"exit {run.returncode}"])[-1]
            print(f"| {engine} | {reason} | | | | |")
            continue
        figures = json.loads(run.stdout)
        row = [f"{figures[k]:.3f}" for k in ("adjacency_f1", "row_f1", "column_f1", "cell_exact")]
        print(f"| {engine} | {' | '.join(row)} | {(options.cache / f'{engine}.seconds').read_text()} |")


if __name__ == "__main__":
    main()
