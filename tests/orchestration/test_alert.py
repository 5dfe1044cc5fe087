"""The hook for alerts."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from orchestration.alert import alert


def test_the_command_gets_one_json_object(tmp_path: Path) -> None:
    target = tmp_path / "told.json"
    code = f"import sys, pathlib; pathlib.Path({str(target)!r}).write_text(sys.stdin.read())"
    assert alert(shlex.join([sys.executable, "-c", code]), {"run": "r1", "error": "a 'quoted' one"})
    assert json.loads(target.read_text()) == {"run": "r1", "error": "a 'quoted' one"}


def test_no_command_no_alert() -> None:
    assert not alert("", {"run": "r1"})


@pytest.mark.parametrize("command", ["/does/not/exist", shlex.join([sys.executable, "-c", "raise SystemExit(3)"])])
def test_a_command_that_fails_is_told_of(command: str) -> None:
    with pytest.raises(RuntimeError, match="alert_command"):
        alert(command, {"run": "r1"})
