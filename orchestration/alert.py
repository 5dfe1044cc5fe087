"""The hook by which the platform tells somebody that something went wrong."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Mapping
from typing import Any

TIMEOUT = 30


def alert(command: str, message: Mapping[str, Any]) -> bool:
    """Run the command (no shell) with the message as one JSON object on its standard input; whether it was run.

    Raises RuntimeError where it can't be run or ends with an error, so that the sensor's tick shows it.
    """
    if not command.strip():
        return False
    words = shlex.split(command)
    try:
        done = subprocess.run(
            words, input=json.dumps(message), text=True, capture_output=True, timeout=TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RuntimeError(f"alert_command {words[0]!r} can't be run: {error}") from error
    if done.returncode:
        raise RuntimeError(f"alert_command {words[0]!r} ended with {done.returncode}: {done.stderr.strip()[:300]}")
    return True
