"""Files from a source folder into the inbox."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

from orchestration.inbox import inbox, look_around
from records.settings import Settings

QUIET = 30.0
"""Seconds since its last change after which a file counts as whole."""


def sweep(settings: Settings) -> int:
    """Move the whole files of the folder that is set into the inbox; gives their number."""
    source, target = Path(settings.sweep), inbox(settings)
    moved = 0
    for name, (_, changed) in look_around(source).items():
        if time.time() - changed / 1e9 > QUIET:
            move_in(source / name, target / name)
            moved += 1
    return moved


def move_in(source: Path, target: Path) -> None:
    """Move a file so that it appears in the inbox whole, also from another disk."""
    target.parent.mkdir(parents=True, exist_ok=True)
    hidden = target.with_name(f".{os.getpid()}-{target.name}.part")
    shutil.copy2(source, hidden)
    hidden.replace(target)
    source.unlink()
