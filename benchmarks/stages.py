"""Seconds a page by stage, and memory: its peak, and after 50 pages against after 500. One process, the samples."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from assets.documents.receive import receive
from assets.lines.read import read_lines
from assets.pages.open import OpenPage, open_pages
from assets.regions.find import DetectorEngine, find_regions
from assets.tables.find import find_tables
from records.document import Source
from records.settings import Settings
from resources.readers import load_readers

ROOT = Path(__file__).resolve().parents[1]


def resident() -> float:
    """Resident memory of this process now, in MB (Linux: /proc)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def scans(settings: Settings) -> list[tuple[Any, bytes]]:
    """The samples that are scans: documents whose pages have to be read."""
    found = []
    for path in sorted(p for p in (ROOT / "samples").iterdir() if p.is_file()):
        intake, data = receive(Source(str(path)), path.read_bytes(), settings.intake, settings.limits)
        if intake.document is not None and path.name != "bank-statement.pdf":
            found.append((intake.document, data))
    return found


def measure(few: int = 50, many: int = 500) -> dict[str, Any]:
    """Read the scanned samples over and over until ``many`` pages are read. ``few`` first pages warm up; the growth is
    from the end of them to the end of all. Every page is read whole; no result is kept.
    """
    settings = Settings()
    loading = time.perf_counter()
    readers = load_readers(settings.engines)
    layout = DetectorEngine(readers.layout)
    seconds: dict[str, float] = defaultdict(float)
    out: dict[str, Any] = {"load_seconds": round(time.perf_counter() - loading, 2)}
    documents = scans(settings)
    done = 0

    def timed(stage: str, start: float) -> float:
        now = time.perf_counter()
        seconds[stage] += now - start
        return now

    while done < many:
        for document, data in documents:
            at = time.perf_counter()
            for opened in open_pages(document, data, settings.pages, readers.orientation):
                at = timed("pages", at)
                _page(opened, readers.ocr, layout, timed, at)
                done += 1
                if done == few:
                    out["resident_mb_after_few"] = round(resident(), 1)
                if done == many:
                    out["resident_mb_after_many"] = round(resident(), 1)
                at = time.perf_counter()
    out |= {
        "pages": done,
        "few": few,
        "many": many,
        "seconds_a_page": {stage: round(total / done, 4) for stage, total in seconds.items()},
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6, 1),
    }
    return out


def _page(opened: OpenPage, ocr: Any, layout: DetectorEngine, timed: Any, at: float) -> None:
    lines = read_lines([opened], ocr)[0]
    at = timed("lines", at)
    regions = find_regions(opened.page, opened.image, lines, layout)
    at = timed("regions", at)
    find_tables(opened.page, opened.image, lines, regions)
    timed("tables", at)


def table(result: dict[str, Any]) -> str:
    """The figures as Markdown."""
    each = result["seconds_a_page"]
    lines = ["| stage | seconds a page |", "|---|---|"]
    lines += [f"| {stage} | {value:.3f} |" for stage, value in each.items()]
    lines.append(f"| all | {sum(each.values()):.3f} |")
    grown = result["resident_mb_after_many"] - result["resident_mb_after_few"]
    return "\n".join(lines) + (
        f"\n\nPeak {result['peak_mb']:.0f} MB; {result['resident_mb_after_few']:.0f} MB after {result['few']} pages, "
        f"{result['resident_mb_after_many']:.0f} MB after {result['many']} ({grown:+.0f} MB).\n"
    )


if __name__ == "__main__":
    sizes = [int(a) for a in sys.argv[1:3]]
    print(json.dumps(measure(*sizes)))
