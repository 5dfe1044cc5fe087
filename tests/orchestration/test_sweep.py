"""A source folder is swept into the inbox."""

from __future__ import annotations

import os
import time
from pathlib import Path

from msgspec.structs import replace

from orchestration.sweep import QUIET, sweep
from records.settings import Settings


def test_whole_files_move_and_young_ones_wait(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "sub").mkdir(parents=True)
    for name in ("old.pdf", "sub/old.pdf", "young.pdf"):
        (source / name).write_bytes(b"x")
    long_ago = time.time() - 2 * QUIET
    for name in ("old.pdf", "sub/old.pdf"):
        os.utime(source / name, (long_ago, long_ago))
    settings = replace(Settings(), home=str(tmp_path / "home"), sweep=str(source))
    assert sweep(settings) == 2
    inbox = tmp_path / "home" / "inbox"
    assert sorted(str(p.relative_to(inbox)) for p in inbox.rglob("*") if p.is_file()) == ["old.pdf", "sub/old.pdf"]
    assert (source / "young.pdf").exists()
    assert sweep(settings) == 0
