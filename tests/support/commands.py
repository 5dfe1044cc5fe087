"""``tablewright`` as a person runs it, each time in a process of its own.

The processes are forked from a server that has the modules already: importing Dagster takes longer than most tests.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    ["orchestration.ingest", "orchestration.cli.main", "orchestration.cli.tables", "orchestration.crop"]
)
PATIENCE = 120.0
OURS = ("TABLEWRIGHT_", "DAGSTER_")


def _main(arguments: list[str], environment: dict[str, str], said: Path) -> None:
    """What the forked process does: the command, with its output in files."""
    os.environ.clear()
    os.environ.update(environment)
    for number, name in ((1, "out"), (2, "err")):
        handle = os.open(said / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, number)
        os.close(handle)
    from orchestration.cli.main import main

    sys.argv = ["tablewright", *arguments]
    try:
        main()
    finally:
        sys.stdout.flush()
        (said / "peak").write_text(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024))


class Command:
    """A command that has been started."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str], said: Path) -> None:
        said.mkdir(parents=True)
        self.said = said
        self.process = FORKS.Process(target=_main, args=(list(arguments), environment, said))
        self.process.start()

    def wait(self, patience: float = PATIENCE) -> int:
        """Its exit status; below zero the signal that ended it."""
        self.process.join(patience)
        if self.process.exitcode is None:
            self.kill()
            raise AssertionError(f"it did not end within {patience:.0f} s: {self.err}")
        return self.process.exitcode

    def kill(self) -> None:
        """End it at once, so that it can clean nothing up."""
        pid = self.process.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        self.process.join()

    @property
    def out(self) -> str:
        return (self.said / "out").read_text() if (self.said / "out").exists() else ""

    @property
    def err(self) -> str:
        return (self.said / "err").read_text() if (self.said / "err").exists() else ""

    @property
    def peak(self) -> int:
        """Bytes of memory that it held at the most."""
        return int((self.said / "peak").read_text())


@dataclass(frozen=True)
class Shell:
    """Runs commands on one home folder."""

    home: Path
    settings: dict[str, str] = field(default_factory=dict)
    _numbers: Any = field(default_factory=count)

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        return {**kept, "TABLEWRIGHT_HOME": str(self.home), **self.settings}

    def start(self, *arguments: object, **settings: str) -> Command:
        """Start a command; ``settings`` are for it alone."""
        said = self.home / "said" / str(next(self._numbers))
        return Command([str(a) for a in arguments], {**self.environment, **settings}, said)

    def run(self, *arguments: object, status: int = 0, **settings: str) -> Command:
        """Run a command to its end, which must be the one that is expected."""
        command = self.start(*arguments, **settings)
        assert command.wait() == status, f"{arguments}: {command.out}\n{command.err}"
        return command

    def json(self, *arguments: object, status: int = 0, **settings: str) -> Any:
        """What a command reports as JSON."""
        return json.loads(self.run(*arguments, "--format", "json", status=status, **settings).out)


def until(seen: Callable[[], bool], command: Command, pause: float = 0.002) -> None:
    """Wait for something that a command does. Fails where it ends before that."""
    deadline = time.monotonic() + PATIENCE
    while not seen():
        assert command.process.is_alive(), f"it ended too early: {command.out}\n{command.err}"
        assert time.monotonic() < deadline, f"nothing was seen within {PATIENCE:.0f} s"
        time.sleep(pause)
