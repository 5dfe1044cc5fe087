"""Reading text, ours and peers', on the same pages in one run.

    python -m benchmarks.ocr [--limit N] [--memory FEW MANY] [--engines NAME…] [--peer-python PATH]

Every engine is a process of its own; they take turns page by page, so that whatever else the machine does falls on all
alike. CPU seconds tell more than wall seconds where the machine is shared. Characters are counted by the public ruler,
found beside the data; nothing of it is imported otherwise. Prints one JSON object as its last line.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.accuracy import folders

WORKER = Path(__file__).with_name("ocr_engines.py")
MODULES = {"rapidocr": "rapidocr", "faster-paddle-small": "faster_paddle", "faster-paddle-tiny": "faster_paddle"}
SETS = {
    "print, clean scan": ("pdf_textlayer", "RapidDoc", False),
    "print, degraded scan": ("pdf_textlayer", "RapidDoc", True),
    "real forms": ("funsd/training_data", "", False),
}


class Worker:
    """An engine in its own process."""

    def __init__(self, name: str, python: str) -> None:
        self.name = name
        command = [python, str(WORKER), name]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._answer()

    def read(self, path: Path, *part: int) -> dict[str, Any]:
        """What the engine makes of an image, or of a part of it (left, top, right, bottom)."""
        assert self._process.stdin is not None
        self._process.stdin.write("\t".join([str(path), *map(str, part)]) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} ended without an answer (exit {self._process.wait()})")
        return json.loads(line)


def load_ruler(score: Path) -> tuple[ModuleType, ModuleType]:
    """The ruler's modules ``text`` and ``common``, from their files."""
    sys.path.insert(0, str(score))  # they import each other by name
    try:
        return importlib.import_module("text"), importlib.import_module("common")
    finally:
        sys.path.remove(str(score))


def missing(name: str, python: str) -> bool:
    """Whether an interpreter has not got a peer."""
    module = MODULES.get(name)
    if module is None:
        return False
    find = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({module!r}) is None)"
    return subprocess.run([python, "-c", find], check=False).returncode != 0


def measure(names: list[str], peer_python: str, limit: int, memory: tuple[int, int]) -> dict[str, Any]:
    """Figures of each engine on each set, and memory after few pages and after many."""
    found = folders()
    if found is None:
        return {"skipped": "no public inputs here: set TABLEWRIGHT_DATA (and TABLEWRIGHT_SCORE)"}
    score, data = found
    text, common = load_ruler(score)
    absent = [name for name in names if missing(name, peer_python)]
    workers = [Worker(n, sys.executable if n == "ours" else peer_python) for n in names if n not in absent]
    out: dict[str, Any] = {"absent": absent, "limit": limit, "sets": {}}
    try:
        with tempfile.TemporaryDirectory() as folder:
            for title, (where, match, worn) in SETS.items():
                todo = [page for page in text.pages(data / where) if match in page[0].name][:limit]
                out["sets"][title] = _compare(workers, todo, worn, text, common, Path(folder))
            if memory[1] and "ours" in names:
                out["memory"] = _grow(workers, data, memory)
    finally:
        for worker in workers:
            worker.close()
    return out


def _compare(
    workers: list[Worker], todo: list[Any], worn: bool, text: ModuleType, common: ModuleType, folder: Path
) -> dict[str, dict[str, float]]:
    """Every page by every engine in turn; the first page once more beforehand, unmeasured, to warm up."""
    sums: dict[str, dict[str, float]] = {w.name: defaultdict(float) for w in workers}
    for i, (image, gold) in enumerate(todo):
        scan = common.scan([text.Image.open(image).convert("L")], folder / f"{i}.tiff", worn)
        width, height = text.Image.open(scan).size
        for worker in workers:
            if i == 0:
                worker.read(scan)
            answer = worker.read(scan)
            page = {"width": width, "height": height}
            lines = [(t, common.fraction(b, page)) for t, b in answer["lines"]]
            errors, true, spurious = text.score(gold, lines)
            figures = {"errors": errors, "true": true, "spurious": spurious, "cpu": answer["cpu"]}
            for name, value in (figures | {"wall": answer["wall"]}).items():
                sums[worker.name][name] += value
            sums[worker.name]["peak_mb"] = answer["peak_mb"]
    return {
        name: {
            "pages": len(todo),
            "characters": round(1 - s["errors"] / max(1, s["true"]), 4),
            "spurious": s["spurious"],
            "cpu": round(s["cpu"] / len(todo), 3),
            "wall": round(s["wall"] / len(todo), 3),
            "peak_mb": round(s["peak_mb"]),
        }
        for name, s in sums.items()
    }


def _grow(workers: list[Worker], data: Path, memory: tuple[int, int]) -> dict[str, Any]:
    """Resident memory of our engine after ``few`` and after ``many`` pages of shapes that never repeat."""
    (worker,) = [w for w in workers if w.name == "ours"]
    images = sorted((data / "funsd" / "training_data" / "images").glob("*.png"))
    chance = random.Random(0)
    told = {}
    for count in range(1, memory[1] + 1):
        right, bottom = chance.randint(500, 750), chance.randint(600, 1000)
        answer = worker.read(images[count % len(images)], 0, 0, right, bottom)
        if count in memory:
            told[str(count)] = round(answer["resident_mb"])
    return told


def table(result: dict[str, Any]) -> str:
    """The figures as Markdown."""
    if "skipped" in result:
        return result["skipped"] + "\n"
    lines = ["| pages | engine | characters | CPU s a page | wall s a page | faster, CPU | faster, wall | peak MB |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for title, engines in result["sets"].items():
        peer = engines.get("rapidocr")
        for name, f in engines.items():
            times = [f"{peer[k] / f[k]:.1f}×" if peer else "–" for k in ("cpu", "wall")]
            figures = f"{f['characters']:.4f} | {f['cpu']:.2f} | {f['wall']:.2f} | {times[0]} | {times[1]}"
            lines.append(f"| {title} ({f['pages']}) | {name} | {figures} | {f['peak_mb']} |")
    text = "\n".join(lines) + "\n"
    if result["absent"]:
        text += f"\nNot installed here, so not compared: {', '.join(result['absent'])}.\n"
    if result.get("memory"):
        few, many = result["memory"].items()
        text += f"\nMemory of our engine: {few[1]} MB after {few[0]} further pages of ever new shapes, "
        text += f"{many[1]} MB after {many[0]}.\n"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ocr", description=__doc__)
    parser.add_argument("--limit", type=int, default=12, help="pages of each set at the most")
    parser.add_argument("--memory", type=int, nargs=2, default=(50, 500), metavar=("FEW", "MANY"), help="0 0: not")
    parser.add_argument("--engines", nargs="+", default=["ours", *MODULES])
    parser.add_argument("--peer-python", default=sys.executable, help="interpreter of the environment with the peers")
    arguments = parser.parse_args()
    result = measure(arguments.engines, arguments.peer_python, arguments.limit, tuple(arguments.memory))
    print(table(result), file=sys.stderr)
    print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    main()
