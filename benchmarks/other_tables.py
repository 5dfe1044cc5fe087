"""Tables on a second set (Camelot's own cases): digital PDFs with the text of every row, no boxes.

Neighbours to the right and below, by text, in each expected table against the most alike table that was read (the
adjacency measure of ICDAR-2013 without its geometry); tables nobody expected are not counted, since a case expects some
of its file's tables only.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.accuracy import READER, folders

Rows = list[list[str]]


def neighbours(rows: Rows) -> Counter[tuple[str, str, str]]:
    """Pairs of next cells with text, to the right and below, as often as they come.

    >>> sorted(neighbours([["a", "", "b"], ["c", "", ""]]))
    [('a', 'b', 'right'), ('a', 'c', 'below')]
    """
    found: Counter[tuple[str, str, str]] = Counter()
    width = max(map(len, rows), default=0)
    grid = [["".join((row[k] if k < len(row) else "").split()) for k in range(width)] for row in rows]
    for line, tag in [
        *((row, "right") for row in grid),
        *((list(column), "below") for column in zip(*grid, strict=True)),
    ]:
        texts = [text for text in line if text]
        found.update((a, b, tag) for a, b in pairwise(texts))
    return found


def rows_of(table: dict[str, Any]) -> Rows:
    """A table of the reader as rows of text."""
    rows = [[""] * table["columns"] for _ in range(table["rows"])]
    for cell in table["cells"]:
        rows[cell["row"]][cell["column"]] = cell["text"]
    return rows


def measure() -> dict[str, Any]:
    """F1 of neighbours over all cases whose file is a PDF that opens."""
    found = folders()
    if found is None or not (found[1] / "camelot_tabula").is_dir():
        return {"skipped": "no public inputs here: set TABLEWRIGHT_DATA"}
    folder = found[1] / "camelot_tabula" / "camelot"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    files = sorted({case["file"] for case in expected["cases"]} & {p.name for p in folder.glob("*.pdf")})
    command = [*READER.split(), *(str(folder / name) for name in files), "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    documents = {Path(d["source"]).name: d for d in map(json.loads, done.stdout.splitlines())}
    hit = want = got = 0
    each = {}
    for name in files:
        read = [neighbours(rows_of(t)) for t in documents[name]["tables"]]
        ids = dict.fromkeys(i for case in expected["cases"] if case["file"] == name for i in case["expected"])
        here = [0, 0, 0]
        for truth in (neighbours(expected["tables"][i]) for i in ids):
            best = max(read, key=lambda r: (r & truth).total(), default=Counter())
            here = [here[0] + (best & truth).total(), here[1] + truth.total(), here[2] + best.total()]
        each[name] = round(2 * here[0] / max(1, here[1] + here[2]), 3)
        hit, want, got = hit + here[0], want + here[1], got + here[2]
    return {"f1": round(2 * hit / max(1, want + got), 4), "files": each}


def table(result: dict[str, Any]) -> str:
    """The figures as Markdown."""
    if "skipped" in result:
        return result["skipped"] + "\n"
    worst = sorted(result["files"].items(), key=lambda pair: pair[1])[:6]
    names = ", ".join(f"{name} {value:.2f}" for name, value in worst)
    return f"F1 of neighbours {result['f1']:.3f} over {len(result['files'])} files; lowest: {names}.\n"


if __name__ == "__main__":
    print(json.dumps(measure()))
