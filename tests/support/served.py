"""``make up`` in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from commands import PATIENCE, Shell
from outside import Outside

from orchestration.instance import ROOT
from orchestration.up import HOST, answers, free_port
from resources.postgres import serve
from resources.settings import load_settings

FIRST_PORT = 3100
STOPPING = 60.0


@dataclass(frozen=True)
class Served:
    """A platform that is up: its web page's address, and how to look at it from outside."""

    url: str
    outside: Outside

    @property
    def inbox(self) -> Path:
        return self.outside.shell.home / "inbox"


@contextmanager
def up(home: Path) -> Iterator[Served]:
    """The platform on a free port, ended as by Ctrl-C."""
    shell, port, log = Shell(home), free_port(FIRST_PORT), home / "up.log"
    dsns = serve(load_settings(shell.environment))
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "orchestration.up"],
            cwd=ROOT,
            env={**shell.environment, "PORT": str(port)},
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while not answers(port):
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        yield Served(f"http://{HOST}:{port}", Outside(shell, dsns))
    finally:
        process.send_signal(signal.SIGINT)
        try:
            status = process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert status == 0, log.read_text()
