"""Accuracy by the public rulers, called as a user would call the reader; digital, clean and degraded apart."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
READER = f"{Path(sys.executable).with_name('tablewright')} read"


@dataclass(frozen=True)
class Bar:
    """One row of the table: a ruler with its arguments, the figure that it gives, and what it must reach."""

    name: str
    ruler: str
    data: str
    arguments: tuple[str, ...]
    figure: str
    bar: float | None


TABLES = ("tables.py", "icdar2013/competition-dataset-eu")
TEXT = ("text.py", "pdf_textlayer")
BARS = (
    Bar("tables, digital: adjacency F1", *TABLES, ("--as", "digital"), "adjacency_f1", 0.88),
    Bar("tables, digital: row F1", *TABLES, ("--as", "digital"), "row_f1", 0.82),
    Bar("tables, digital: column F1", *TABLES, ("--as", "digital"), "column_f1", 0.68),
    Bar("tables, clean scan: adjacency F1", *TABLES, ("--as", "clean"), "adjacency_f1", 0.85),
    Bar(
        "tables, clean scan, first ten: adjacency F1", *TABLES, ("--as", "clean", "--limit", "10"), "adjacency_f1", 0.90
    ),
    Bar("tables, degraded scan: adjacency F1", *TABLES, ("--as", "degraded"), "adjacency_f1", 0.80),
    Bar("characters, clean scan", *TEXT, ("--as", "clean", "--match", "RapidDoc"), "characters", 0.990),
    Bar("characters, degraded scan", *TEXT, ("--as", "degraded", "--match", "RapidDoc"), "characters", 0.989),
    Bar(
        "characters, real fax scans (FUNSD, first 12)",
        "text.py",
        "funsd/training_data",
        ("--limit", "12"),
        "characters",
        None,
    ),
)


def folders() -> tuple[Path, Path] | None:
    """The rulers and the data, or None where this machine has them not."""
    data = Path(os.environ.get("TABLEWRIGHT_DATA") or ROOT.parent / "shared" / "data")
    score = Path(os.environ.get("TABLEWRIGHT_SCORE") or data.parent / "score")
    return (score, data) if data.is_dir() and score.is_dir() else None


def run_ruler(score: Path, data: Path, bar: Bar) -> dict[str, Any]:
    """All figures of one run of a ruler. Raises CalledProcessError with the ruler's own words."""
    command = [sys.executable, str(score / bar.ruler), "--data", str(data / bar.data), *bar.arguments]
    done = subprocess.run([*command, "--reader", READER, "--json"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{bar.ruler} {' '.join(bar.arguments)}: {done.stderr[-1500:]}")
    return json.loads(done.stdout)


def measure() -> dict[str, Any]:
    """Every bar once; rows that share a run of a ruler share its figures."""
    found = folders()
    if found is None:
        return {"skipped": "no public inputs here: set TABLEWRIGHT_DATA (and TABLEWRIGHT_SCORE)"}
    runs: dict[tuple[str, ...], dict[str, Any]] = {}
    rows = []
    for bar in BARS:
        key = (bar.ruler, bar.data, *bar.arguments)
        if key not in runs:
            start = time.perf_counter()
            runs[key] = run_ruler(*found, bar)
            runs[key]["seconds"] = round(time.perf_counter() - start, 1)
        value = runs[key][bar.figure]
        rows.append({"what": bar.name, "bar": bar.bar, "reached": round(value, 4), "seconds": runs[key]["seconds"]})
    return {"rows": rows, "runs": {" ".join(key): figures for key, figures in runs.items()}}


def table(result: dict[str, Any]) -> str:
    """The figures as Markdown."""
    if "skipped" in result:
        return result["skipped"] + "\n"
    lines = ["| what | bar | reached | |", "|---|---|---|---|"]
    for row in result["rows"]:
        bar = row["bar"]
        verdict = "" if bar is None else ("met" if row["reached"] >= bar else "**missed**")
        lines.append(f"| {row['what']} | {'–' if bar is None else f'≥ {bar}'} | {row['reached']:.4f} | {verdict} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(json.dumps(measure()))
