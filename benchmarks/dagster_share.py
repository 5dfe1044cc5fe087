"""What Dagster costs a batch: the wall time of a run that is no stage's own work. The bar is 5 % for 32 pages.

Pictures, previews and checks count as Dagster's here, so the figure is an upper bound. ``python -m
benchmarks.dagster_share [pages]`` prints one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

import cv2

from assets.documents.receive import receive
from assets.pages.open import open_pages
from orchestration.batch import Run, execute
from orchestration.inbox import close_batches, take
from orchestration.instance import ROOT, open_instance
from records.document import Source
from records.settings import Settings
from resources.platform import open_workshop
from resources.postgres import stop
from resources.settings import load_settings
from resources.workshop import silent


def scans(folder: Path, count: int) -> list[Path]:
    """So many one-page scans made of the samples' pages, no two with the same bytes."""
    settings, images = Settings(), []
    for path in sorted(p for p in (ROOT / "samples").iterdir() if p.is_file()):
        intake, data = receive(Source(path.name), path.read_bytes(), settings.intake, settings.limits)
        if intake.document is not None:
            images += [page.image for page in open_pages(intake.document, data, settings.pages)]
    paths = []
    for number, image in enumerate(islice(cycle(images), count)):
        shifted = cv2.copyMakeBorder(image, 0, number, 0, 0, cv2.BORDER_REPLICATE)
        paths.append(folder / f"page-{number:02}.png")
        cv2.imwrite(str(paths[-1]), shifted)
    return paths


def measure(pages: int) -> dict[str, float]:
    """Seconds of a batch of so many scanned pages: in all, in the stages, and the rest as a share."""
    with tempfile.TemporaryDirectory(prefix="tablewright-") as home:
        os.environ["TABLEWRIGHT_HOME"] = home
        settings = load_settings()
        try:
            with open_instance(settings) as instance:
                work = open_workshop(settings)
                with work.catalogue:
                    take(work, [(path, path.name) for path in scans(Path(home), pages)])
                    [manifest] = close_batches(work, time.time(), 0)
                started = time.monotonic()
                [run] = execute(instance, [manifest.batch], silent)
                return figures(run, time.monotonic() - started, pages)
        finally:
            stop(settings)


def figures(run: Run, seconds: float, pages: int) -> dict[str, float]:
    """What is printed."""
    stages = sum(run.stages.values())
    return {
        "pages": pages,
        "seconds": round(seconds, 2),
        "stages": round(stages, 2),
        "rest": round(seconds - stages, 2),
        "share": round((seconds - stages) / seconds, 4),
    }


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 32)))
