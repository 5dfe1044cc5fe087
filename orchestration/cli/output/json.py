"""One JSON object a document and line; boxes in the frame of the page as it was handed in."""

from __future__ import annotations

import json
from typing import Any

from assets.reading import FileReading
from records.geometry import Box
from records.page import Line, Page
from records.table import Reading, Region, Table


def to_json(result: FileReading) -> str:
    """The whole reading in one line. A file that could not be read has ``error``, and no pages or tables."""
    intake = result.intake
    out: dict[str, Any] = {"source": intake.source.name, "sha256": intake.sha256 or None}
    if intake.document is not None:
        out["media_type"] = intake.document.media_type
    if intake.source.metadata:
        out["metadata"] = intake.source.metadata
    if result.failure is not None:
        failure = result.failure
        out["error"] = {"category": failure.category, "stage": failure.stage, "message": failure.message}
        if failure.page is not None:
            out["error"]["page"] = failure.page
    reading = result.reading
    out["pages"] = [] if reading is None else [_page(reading, i) for i in range(len(reading.pages))]
    out["tables"] = [] if reading is None else [_table(reading, table) for table in reading.tables]
    # Not by msgspec: it refuses file names that are no valid UTF-8 (lone surrogates).
    return json.dumps(out, ensure_ascii=False, separators=(",", ":")) + "\n"


def _page(reading: Reading, i: int) -> dict[str, Any]:
    page = reading.pages[i]
    return {
        "index": page.index,
        "width": page.width,
        "height": page.height,
        "quarter_turns": page.quarter_turns,
        "skew": round(page.skew, 3),
        "text_layer": None if page.layer is None else {"trusted": page.layer.trusted, "reason": page.layer.reason},
        "lines": [_line(page, line) for line in reading.lines[i]],
        "regions": [_region(page, region) for region in reading.regions[i]],
    }


def _line(page: Page, line: Line) -> dict[str, Any]:
    return {
        "text": line.text,
        "box": _box(page, line.box),
        "confidence": round(line.confidence, 4),
        "engine": line.engine,
        "turn": line.turn,
        "words": [{"text": w.text, "box": _box(page, w.box), "confidence": round(w.confidence, 4)} for w in line.words],
    }


def _region(page: Page, region: Region) -> dict[str, Any]:
    return {"kind": region.kind, "box": _box(page, region.box), "confidence": round(region.confidence, 4)}


def _table(reading: Reading, table: Table) -> dict[str, Any]:
    pages = {page.index: page for page in reading.pages}
    return {
        "title": table.title,
        "rows": table.rows,
        "columns": table.columns,
        "header_rows": table.header_rows,
        "confidence": round(table.confidence, 4),
        "engine": table.engine,
        "pieces": [
            {"page": p.page, "box": _box(pages[p.page], p.box), "first_row": p.first_row, "rows": p.rows}
            for p in table.pieces
        ],
        "cells": [
            {
                "page": c.page,
                "row": c.row,
                "column": c.column,
                "row_span": c.row_span,
                "column_span": c.column_span,
                "text": c.text,
                "box": _box(pages[c.page], c.box),
                "confidence": round(c.confidence, 4),
                "role": c.role,
            }
            for c in table.cells
        ],
        "leftovers": [reading.lines[r.page][r.line].words[r.word].text for r in table.leftovers],
    }


def _box(page: Page, box: Box) -> list[float]:
    return [round(v, 2) for v in page.source_box(box)]
