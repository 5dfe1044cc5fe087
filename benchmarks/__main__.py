"""``python -m benchmarks [PART…]``: run the parts (all by default), write bench-out/<part>.json and bench-out/table.md.

Each part runs in a process of its own, so that one's memory and warm engines are not another's, and prints one JSON
object as its last line.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PARTS = {
    "accuracy": "Accuracy by the public rulers",
    "other_tables": "Table structure on a second set that no rule was tuned on",
    "ocr": "Reading text: ours and peers on the same pages",
    "stages": "Seconds a page by stage, and memory",
    "dagster_share": "Dagster's share of a batch",
    "warehouse": "Loading with provenance against a bare COPY",
}


def flat(result: dict[str, Any]) -> str:
    """Names and figures as Markdown.

    >>> print(flat({"rows": 3}))
    | what | figure |
    |---|---|
    | rows | 3 |
    <BLANKLINE>
    """
    return "\n".join(["| what | figure |", "|---|---|", *(f"| {k} | {v} |" for k, v in result.items())]) + "\n"


def section(part: str, out: Path) -> str:
    """A part's figures under its title, or nothing where it has not run."""
    file = out / f"{part}.json"
    if not file.is_file():
        return ""
    told: Callable[[dict[str, Any]], str] = getattr(import_module(f"benchmarks.{part}"), "table", flat)
    return f"## {PARTS[part]}\n\n{told(json.loads(file.read_text(encoding='utf-8')))}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Run the benchmarks.")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all by default")
    parser.add_argument("--out", type=Path, default=ROOT / "bench-out")
    arguments = parser.parse_args()
    parts = arguments.parts or list(PARTS)
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    failed = []
    for part in parts:
        print(f"{part} …", file=sys.stderr, flush=True)
        command = [sys.executable, "-m", f"benchmarks.{part}"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=False)
        if done.returncode:
            failed.append(part)
        else:
            (arguments.out / f"{part}.json").write_text(done.stdout.splitlines()[-1] + "\n", encoding="utf-8")
    text = "\n".join(filter(None, (section(part, arguments.out) for part in PARTS)))
    (arguments.out / "table.md").write_text(text, encoding="utf-8")
    print(text)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
