"""A run whose process is gone is found out."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

from dagster import job, op
from places import Place

from orchestration import launcher as module
from orchestration.launcher import WatchedRunLauncher

HOLD = """
import sys, time
from resources.platform import open_workshop
from resources.settings import load_settings
work = open_workshop(load_settings())
work.catalogue.hold_run(sys.argv[1])
print("held", flush=True)
time.sleep(600)
"""


@op
def nothing() -> None: ...


@job
def quick() -> None:
    nothing()


def test_the_lock_of_a_killed_process_is_free(place: Place, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(module, "GRACE", 0.0)
    launcher = place.instance.run_launcher
    assert isinstance(launcher, WatchedRunLauncher)
    run = quick.execute_in_process(instance=place.instance).dagster_run
    process = subprocess.Popen([sys.executable, "-c", HOLD, run.run_id], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline().strip() == "held"
    assert launcher.check_run_worker_health(run).status.value == "RUNNING"
    process.send_signal(signal.SIGKILL)
    process.wait()
    deadline = time.monotonic() + 10
    while launcher.check_run_worker_health(run).status.value == "RUNNING" and time.monotonic() < deadline:
        time.sleep(0.05)
    assert launcher.check_run_worker_health(run).status.value == "FAILED"
