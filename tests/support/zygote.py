"""Runs batches in processes of their own that die on the way: ``python zygote.py PLAN``.

PLAN is JSON: a list of [batch, stage, victim] with victim ``run`` (this process), ``postgres`` (the database's server)
or empty, or a list of paths, which two processes ingest at once. Modules are imported once, then each gets a fork.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from orchestration.batch import execute
from orchestration.ingest import ingest_files
from orchestration.instance import open_instance
from resources.embedded import Cluster
from resources.settings import load_settings
from resources.workshop import silent


def run(batch: str, stage: str, victim: str) -> None:
    settings = load_settings()

    def progress(now: str, done: int, total: int) -> None:
        nonlocal victim
        if now == stage and victim:
            pid = os.getpid() if victim == "run" else Cluster(Path(settings.home) / "postgres").pid()
            victim = ""
            assert pid is not None
            os.kill(pid, signal.SIGKILL)

    with open_instance(settings) as instance:
        list(execute(instance, [batch], progress))


def forked(work: Callable[[], object]) -> int:
    """The process that does the work."""
    pid = os.fork()
    if pid:
        return pid
    try:
        work()
        os._exit(0)
    except BaseException:  # the parent's frames must not run here as well
        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    for item in json.loads(sys.argv[1]):
        if Path(item[0]).exists():
            paths = [Path(path) for path in item]
            children = [forked(lambda: ingest_files(load_settings(), paths, silent)) for _ in range(2)]  # noqa: B023
        else:
            children = [forked(lambda: run(*item))]  # noqa: B023
        print([os.waitpid(child, 0)[1] for child in children], flush=True)
