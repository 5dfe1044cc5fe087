"""Engines for tables on the same pages with the same text, by the public ruler.

    python -m benchmarks.tables --engines geometry,img2table --as digital --limit 10

reads the pages once with our own reader, hands each engine the page image and its words, puts every word into the
cell in whose box its centre lies, and lets the ruler score what comes out. Peers are not ours to depend on: those that
can't be imported are named and left out (``--peers`` adds a folder of packages to the end of the path).
"""

from __future__ import annotations

import argparse
import json
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

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


def img2table(path: Path, sheets: Sequence[Sheet]) -> list[list[Cell]]:
    """OpenCV rules; borderless tables need an OCR of its own kind and stay off."""
    import cv2
    from img2table.document import Image as Document

    tables = []
    for page, image, lines, _ in sheets:
        data = cv2.imencode(".png", image)[1].tobytes()
        for found in Document(src=data, detect_rotation=False).extract_tables():
            rows = [[(c.bbox.x1, c.bbox.y1, c.bbox.x2, c.bbox.y2) for c in row] for row in found.content.values()]
            tables.append(filled(page, lines, spans(rows)))
    return tables


def pdfplumber(path: Path, sheets: Sequence[Sheet]) -> list[list[Cell]]:
    """Lines of the PDF itself; for digital documents only."""
    import pdfplumber as engine

    tables = []
    with engine.open(path) as document:
        for (page, _, lines, _), source in zip(sheets, document.pages, strict=True):
            scale = page.image_width / float(source.width)
            for found in source.find_tables():
                rows = [[tuple(v * scale for v in c) if c else None for c in row.cells] for row in found.rows]
                tables.append(filled(page, lines, spans(rows)))
    return tables


def slanet(path: Path, sheets: Sequence[Sheet]) -> list[list[Cell]]:
    """SLANet-plus of rapid-table 0.3.0, on the crops that the layout engine calls tables."""
    from rapid_table import RapidTable

    engine = RapidTable()
    tables = []
    for page, image, lines, regions in sheets:
        for region in (r for r in regions if r.kind == "table"):
            x0, y0, x1, y1 = (int(v) for v in region.box)
            crop = image[y0:y1, x0:x1]
            crop = crop if crop.ndim == 3 else crop[:, :, None].repeat(3, axis=2)
            result = engine(crop, [])
            boxes, places = result[1], result[2]
            cells = []
            for quad, (r0, r1, c0, c1) in zip(boxes, places, strict=False):
                xs, ys = [float(v) + x0 for v in quad[0::2]], [float(v) + y0 for v in quad[1::2]]
                box = (min(xs), min(ys), max(xs), max(ys))
                cells.append((box, int(r0), int(c0), int(r1 - r0) + 1, int(c1 - c0) + 1))
            tables.append(filled(page, lines, cells))
    return tables


ENGINES: dict[str, Callable[[Path, Sequence[Sheet]], list[list[Cell]]]] = {
    "geometry": geometry,
    "img2table": img2table,
    "pdfplumber": pdfplumber,
    "slanet": slanet,
}


def spans(rows: Sequence[Sequence[Any]]) -> list[tuple[Box, int, int, int, int]]:
    """Boxes by row and column, one that comes again taken as one cell over all its places."""
    places: dict[Any, list[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, box in enumerate(row):
            if box is not None:
                places.setdefault(tuple(box), []).append((r, c))
    return [(box, at[0][0], at[0][1], at[-1][0] - at[0][0] + 1, at[-1][1] - at[0][1] + 1) for box, at in places.items()]


def filled(page: Page, lines: Sequence[Line], cells: Sequence[tuple[Box, int, int, int, int]]) -> list[Cell]:
    """Cells with the words whose centres lie in them; the box told is that around the words."""
    words = [w for line in lines for w in line.words]
    done = []
    for (x0, y0, x1, y1), row, column, row_span, column_span in cells:
        own = [w for w in words if x0 <= (w.box[0] + w.box[2]) / 2 < x1 and y0 <= (w.box[1] + w.box[3]) / 2 < y1]
        if own:
            box = (
                min(w.box[0] for w in own), min(w.box[1] for w in own),
                max(w.box[2] for w in own), max(w.box[3] for w in own),
            )  # fmt: skip
            text = " ".join(w.text for w in own)
            done.append({
                "page": page.index, "row": row, "column": column, "row_span": row_span, "column_span": column_span,
                "text": text, "box": page.source_box(box),
            })  # fmt: skip
    return done


def as_reader(engine: str, cache: Path, files: Sequence[str]) -> None:
    """One JSON object a file on standard output, as the rulers ask for."""
    spent, pages = 0.0, 0
    for name in files:
        sheets = read_sheets(Path(name), cache)
        begun = time.perf_counter()
        tables = ENGINES[engine](Path(name), sheets)
        spent, pages = spent + time.perf_counter() - begun, pages + len(sheets)
        told = [{"index": s[0].index, "width": s[0].width, "height": s[0].height, "lines": []} for s in sheets]
        print(json.dumps({"source": name, "pages": told, "tables": [{"cells": cells} for cells in tables]}))
    (cache / f"{engine}.seconds").write_text(f"{spent / max(1, pages):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="given by the ruler")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--as", dest="kind", default="digital", choices=["digital", "clean", "degraded"])
    parser.add_argument("--limit", default="10")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data/icdar2013/competition-dataset-eu")
    parser.add_argument("--ruler", type=Path, default=ROOT.parent / "shared/score/tables.py")
    parser.add_argument("--peers", help="a folder of packages to search after our own")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "tablewright-tables")
    parser.add_argument("--format", default="json")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    if options.peers:
        sys.path.append(options.peers)
    if options.files:
        as_reader(options.engines, options.cache, options.files)
        return
    print("| engine | adjacency | row | column | exact | s a page |\n|---|---|---|---|---|---|")
    for engine in options.engines.split(","):
        reader = f"{sys.executable} -m benchmarks.tables --engines {engine} --cache {options.cache}"
        reader += f" --peers {options.peers}" if options.peers else ""
        command = [sys.executable, str(options.ruler), "--data", str(options.data), "--as", options.kind, "--json"]
        run = subprocess.run(
            [*command, "--limit", options.limit, "--reader", reader], capture_output=True, text=True, cwd=ROOT
        )
        if run.returncode:
            reason = (run.stderr.strip().splitlines() or [f"exit {run.returncode}"])[-1]
            print(f"| {engine} | {reason} | | | | |")
            continue
        figures = json.loads(run.stdout)
        row = [f"{figures[k]:.3f}" for k in ("adjacency_f1", "row_f1", "column_f1", "cell_exact")]
        print(f"| {engine} | {' | '.join(row)} | {(options.cache / f'{engine}.seconds').read_text()} |")


if __name__ == "__main__":
    main()
