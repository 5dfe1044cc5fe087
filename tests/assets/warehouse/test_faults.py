"""Loads that are killed, servers that are killed, and loads at the same time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from assets.warehouse.load import load
from records.relation import Candidate, LoadReport
from resources.embedded import Cluster
from resources.postgres import Dsns

Connection = psycopg.Connection[Any]
Make = Callable[..., Candidate]
Dump = Callable[[Connection], dict[str, Any]]

LOADER = """
import sys, time
from pathlib import Path
import msgspec, psycopg
from assets.warehouse.load import load
from records.relation import Candidate

def wait(rows):
    print("rows", flush=True)
    time.sleep(60)

batch = msgspec.msgpack.decode(Path(sys.argv[2]).read_bytes(), type=list[Candidate])
with psycopg.connect(sys.argv[1], autocommit=True) as connection:
    load(connection, "b1", batch, progress=wait)
"""


def batch(make: Make) -> list[Candidate]:
    """Two relations, and a column that takes a type that it had not before."""
    goods = ["Item", "Price"]
    return [
        make("a", goods, [["bolt", "7.50"], ["nut", "l2"], *([f"item {n}", str(n)] for n in range(30))]),
        make("b", ["Town", "People"], [["Bern", "1"], ["Rome", "2"]], "towns"),
        make("c", [*goods, "Note"], [["cog", "8", "cheap"]]),
    ]


def start_and_stop_midway(dsns: Dsns, candidates: list[Candidate], folder: Path) -> subprocess.Popen[str]:
    """A process that has written rows and not committed."""
    file = folder / "batch"
    file.write_bytes(msgspec.msgpack.encode(candidates))
    process = subprocess.Popen(
        [sys.executable, "-c", LOADER, dsns.owner, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "rows\n"
    return process


def test_a_load_that_is_killed_leaves_nothing_and_can_be_done_again(
    database: Dsns, owner: Connection, make: Make, dump: Dump, tmp_path: Path
) -> None:
    load(owner, "b0", [make("d", ["Item", "Price"], [["pin", "5"]])])
    before = dump(owner)
    process = start_and_stop_midway(database, batch(make), tmp_path)
    process.kill()
    process.communicate()
    assert dump(owner) == before
    load(owner, "b1", batch(make))
    broken = dump(owner)
    # The same in one go.
    load(owner, "gone", [], [c.document for c in batch(make)])
    load(owner, "b1", batch(make))
    assert dump(owner) == broken
    assert len(broken["warehouse.goods"]) == 34


def test_a_server_that_is_killed_during_a_load(
    database: Dsns, owner: Connection, make: Make, dump: Dump, tmp_path: Path
) -> None:
    assert database.cluster is not None
    load(owner, "b0", [make("d", ["Item", "Price"], [["pin", "5"]])])
    before = dump(owner)
    process = start_and_stop_midway(database, batch(make), tmp_path)
    pid = Cluster(database.cluster).pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    process.kill()
    process.communicate()
    with database.connect("owner", autocommit=True) as again:
        assert dump(again) == before
        load(again, "b1", batch(make))
        assert len(dump(again)["warehouse.goods"]) == 34


def test_loads_at_once(database: Dsns, owner: Connection, make: Make, dump: Dump) -> None:
    """Four at a time: two bring the same batch, two others bring the same new relation."""
    batches = {
        "b1": batch(make),
        "b2": batch(make),
        "b3": [make("d", ["Item", "Price"], [["pin", "5"]])],
        "b4": [make("e", ["Price", "Item"], [["6", "cap"]])],
    }
    reports: dict[str, LoadReport] = {}

    def work(name: str) -> None:
        with database.connect("owner", autocommit=True) as connection:
            reports[name] = load(connection, name, batches[name])

    threads = [threading.Thread(target=work, args=[name]) for name in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(r.unchanged for n, r in reports.items() if n in ("b1", "b2")) == [0, 3]
    found = dump(owner)
    assert len(found["warehouse.goods"]) == 35
    assert len(found["warehouse.towns"]) == 2
    assert [kind for name, _, kind in found["columns"] if name == "goods"] == [
        "text",
        "bigint",
        "text",
        "text",
        "numeric",
    ]
