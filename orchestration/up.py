"""Serves the platform on this machine until Ctrl-C: PostgreSQL, Dagster's daemon and its web page, all on loopback."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType

from dagster import DagsterInstance
from rich.console import Console

from orchestration.cli.errors import guarded
from orchestration.inbox import inbox
from orchestration.instance import ROOT, prepare
from records.settings import Settings
from resources.postgres import stop as stop_postgres
from resources.settings import load_settings

HOST = "127.0.0.1"
PORT = 3000
STOP = 25.0
"""Seconds that a process gets to end by itself."""


class Servers:
    """Dagster's daemon and web page, each with a log file and a process group of its own."""

    def __init__(self, settings: Settings, environment: dict[str, str], port: int) -> None:
        logs = Path(settings.home) / "logs"
        workspace = ["-w", str(ROOT / "workspace.yaml")]
        self.processes = {
            "daemon": self._start(["-m", "dagster._daemon", "run", *workspace], environment, logs / "daemon.log"),
            "web": self._start(
                ["-m", "dagster_webserver", "-h", HOST, "-p", str(port), *workspace], environment, logs / "web.log"
            ),
        }

    def _start(self, arguments: list[str], environment: dict[str, str], log: Path) -> subprocess.Popen[bytes]:
        with log.open("ab") as file:
            return subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    def ended(self) -> str | None:
        """The name of a server that has ended by itself."""
        return next((name for name, process in self.processes.items() if process.poll() is not None), None)

    def stop(self) -> None:
        """End both and all that they started: kindly first, so that runs are marked as what they are."""
        for process in self.processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
        deadline = time.monotonic() + STOP
        for process in self.processes.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, deadline - time.monotonic()))
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # code servers and runs that outlived their parent
            process.wait()


def free_port(first: int) -> int:
    """The first port from there on that nobody listens on. Raises OSError."""
    for port in range(first, first + 100):
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
            return port
    raise OSError(f"no port from {first} to {first + 99} on {HOST} is free")


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def serve(settings: Settings, console: Console, port: int) -> int:
    """Serve until a signal comes or a server ends; gives the exit status. The embedded PostgreSQL stops with it."""
    stopping: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        stopping.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, note)
    environment = prepare(settings)
    os.environ.update(environment)
    servers = Servers(settings, environment, port)
    try:
        with console.status("starting the Dagster UI and daemon"):
            while not (answers(port) or stopping or servers.ended()):
                time.sleep(0.2)
        if not (stopping or servers.ended()):
            console.print(f"Dagster UI: [bold]http://{HOST}:{port}[/]")
            console.print(f"Drop files into [bold]{inbox(settings)}[/]; Ctrl-C stops everything.")
        while not (stopping or servers.ended()):
            time.sleep(0.2)
        ended = servers.ended()
        if ended and not stopping:
            console.print(f"[red]The {ended} process ended; its log is {settings.home}/logs/{ended}.log[/]")
            return 1
        return 0
    finally:
        with console.status("stopping"):
            try:
                servers.stop()
                with DagsterInstance.get() as instance:
                    instance.wipe_daemon_heartbeats()  # so that nobody waits for a daemon that is gone
            finally:
                stop_postgres(settings)


def main() -> int:
    """The command of ``make up``."""
    console = Console()
    port = int(os.environ.get("PORT", "0")) or free_port(PORT)
    return serve(load_settings(), console, port)


if __name__ == "__main__":
    sys.exit(guarded(main, "make up"))
