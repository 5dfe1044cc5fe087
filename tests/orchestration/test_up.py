"""``make up``: a file dropped into the inbox is in the warehouse without a click, and Ctrl-C leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import pytest
from document_files import price_list
from msgspec.structs import replace

from orchestration.instance import ROOT
from orchestration.up import HOST, free_port
from records.settings import Settings
from resources.platform import open_workshop

PATIENCE = 300.0
"""Seconds, for a busy machine; on a quiet one it takes half a minute."""


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_from_a_dropped_file_to_rows_and_down_again() -> None:
    with tempfile.TemporaryDirectory(prefix="tablewright-") as home:
        port = free_port(3900)
        environment = {**os.environ, "TABLEWRIGHT_HOME": home, "PORT": str(port), "PYTHONUNBUFFERED": "1"}
        environment.pop("TABLEWRIGHT_INTAKE_BATCH_SECONDS", None)
        command = [sys.executable, "-m", "orchestration.up"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            assert any("Drop files" in line for line in process.stdout), "it ended before it served"
            with urllib.request.urlopen(f"http://{HOST}:{port}/server_info", timeout=30) as answer:
                assert b"dagster_webserver_version" in answer.read()
            hidden = Path(home) / "inbox" / ".list.part"
            hidden.write_bytes(price_list())
            hidden.rename(Path(home) / "inbox" / "list.pdf")
            assert rows_within(home, PATIENCE) == 4
        finally:
            process.send_signal(signal.SIGINT)
            status = process.wait(120)
        assert status == 0
        assert running_in(home) == []


def rows_within(home: str, seconds: float) -> int:
    """The rows that come into the warehouse until then."""
    deadline = time.monotonic() + seconds
    with open_workshop(replace(Settings(), home=home)).catalogue as catalogue:
        while time.monotonic() < deadline:
            if loads := catalogue.loads():
                return sum(load.rows for load in loads)
            time.sleep(0.5)
    return 0


def running_in(home: str) -> list[int]:
    """Processes with the home folder in their environment or on their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            told = (path / "environ").read_bytes() + (path / "cmdline").read_bytes()
        except OSError:
            continue
        if home.encode() in told and int(path.name) != os.getpid():
            found.append(int(path.name))
    return found
