"""The last place where anything can be said to a person: one sentence, an exit status, and no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

OWN = ("resources", "assets", "gpu_ops", "orchestration")
"""Rooms whose errors say themselves what is wrong, where, and what to do."""
INTERRUPTED = 130


def guarded(work: Callable[[], int | None], name: str = "tablewright") -> int:
    """Do the work; gives the exit status. ``TABLEWRIGHT_DEBUG`` lets errors through as they are."""
    try:
        return work() or 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # whatever it is, there is nobody else to tell it
        if os.environ.get("TABLEWRIGHT_DEBUG"):
            raise
        print(f"{name}: {sentence(error)}", file=sys.stderr)
        return 1


def sentence(error: Exception) -> str:
    """What went wrong, in one line; for an error that is not the platform's own its kind is told too."""
    import psycopg  # here, so that commands that need no database start without its driver

    text = " ".join(str(error).split()) or "no more is known"
    if type(error).__module__.split(".")[0] in OWN:
        return text
    if isinstance(error, psycopg.OperationalError):
        return f"the database went away ({text}). Run the same again: it goes on from there, and nothing comes twice"
    return f"{type(error).__name__}: {text} (set TABLEWRIGHT_DEBUG=1 to see where)"
