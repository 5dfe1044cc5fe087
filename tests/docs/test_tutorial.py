"""Commands that the prose shows are commands that there are, with options that they have, on files that lie there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from orchestration.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```console\n(.*?)^```", re.M | re.S)
START = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?tablewright\b")


def shown() -> list[tuple[str, str]]:
    """Page and command line, for each ``tablewright`` in a console block."""
    blocks = [(page.name, block) for page in PAGES for block in FENCE.findall(page.read_text(encoding="utf-8"))]
    return [(name, line) for name, block in blocks for line in block.splitlines() if START.match(line)]


def test_there_is_something_to_check() -> None:
    assert len(shown()) > 8


@pytest.mark.parametrize(("page", "line"), shown(), ids=lambda text: text)
def test_command_is_known(page: str, line: str) -> None:
    words = shlex.split(START.sub("", line).split(" > ")[0], comments=True)
    # What stands for something of the reader's own.
    words = [{"ROW": "1", "RELATION": "r", "COLUMN": "c"}.get(word, word) for word in words]
    command: Any = typer.main.get_command(app)
    while known := getattr(command, "commands", {}):
        assert words[0] in known, f"{page}: there is no command {words[0]}"
        command = known[words.pop(0)]
    command.make_context(command.name, list(words))
    for word in words:
        if word.startswith("samples/"):
            assert list(ROOT.glob(word)), f"{page}: {word} is not there"
