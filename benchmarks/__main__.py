"""``python -m benchmarks [PART…]``: run the parts (all by default), write bench-out/<part>.json and bench-out/table.md.

Each part runs in a process of its own, so that one's memory and warm engines are not another's.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PARTS = {
    "accuracy": "Accuracy by the public rulers",
    "ocr": "Reading text: ours and peers on the same pages",
    "tables": "Table structure: ours and peers on the same text",
    "other_tables": "Table structure on a second set that no rule was tuned on",
    "stages": "Seconds a page by stage, and memory",
    "dagster_share": "Dagster's share of a batch",
    "warehouse": "Loading with provenance against a bare COPY",
}
RUN = "import json, sys; from benchmarks import {part}; print('\\n' + json.dumps({part}.measure()))"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=list(PARTS))
    parser.add_argument("--out", type=Path, default=ROOT / "bench-out")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    failed = []
    for part in arguments.parts:
        print(f"{part} …", file=sys.stderr, flush=True)
        done = subprocess.run(
            [sys.executable, "-c", RUN.format(part=part)], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        if done.returncode:
            failed.append(part)
            continue
        (arguments.out / f"{part}.json").write_text(done.stdout.splitlines()[-1] + "\n", encoding="utf-8")
    sections = []
    for part, title in PARTS.items():
        file = arguments.out / f"{part}.json"
        if file.is_file():
            text = import_module(f"benchmarks.{part}").table(json.loads(file.read_text(encoding="utf-8")))
            sections.append(f"## {title}\n\n{text}")
    (arguments.out / "table.md").write_text("\n".join(sections), encoding="utf-8")
    print("\n".join(sections))
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
