"""``make up`` at work: files dropped into the inbox, and Dagster's pages about them as a person sees them."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from bad_files import refused
from document_files import price_list
from look import asked, wait_for
from selenium.webdriver import Chrome
from served import Served

from orchestration.definitions import STAGES

A_MINUTE = 60.0
NAMES = [asset.key.to_user_string() for asset in STAGES]


def drop(served: Served, name: str, data: bytes) -> str:
    """A file appears in the inbox as from any program that copies it there; gives its SHA-256."""
    (served.inbox / name).write_bytes(data)
    return sha256(data).hexdigest()


def within_a_minute(seen: Callable[[], bool]) -> float:
    """How long it took."""
    started = time.monotonic()
    while not seen():
        assert time.monotonic() - started < A_MINUTE, "nothing came of it within a minute"
        time.sleep(0.25)
    return time.monotonic() - started


@pytest.mark.slow
def test_a_dropped_file_is_in_the_warehouse_within_a_minute(served: Served) -> None:
    document = drop(served, "list.pdf", price_list())
    within_a_minute(lambda: len(served.outside.rows([document])) == 4)
    assert not (served.inbox / "list.pdf").exists()


@pytest.mark.slow
def test_a_bad_file_leaves_the_inbox_for_the_quarantine(served: Served, tmp_path: Path) -> None:
    files = refused(tmp_path)
    del files["over_limit"]  # what is too long here is none by the settings of this platform
    for category, data in files.items():
        drop(served, f"{category}.pdf", data)
    within_a_minute(lambda: not list(served.inbox.iterdir()))
    listed = served.outside.shell.json("quarantine", "list")["files"]
    assert {(r["source"], r["category"]) for r in listed} == {(f"{name}.pdf", _told(name)) for name in files}
    kept = {path.read_bytes() for path in (served.outside.shell.home / "quarantine").iterdir()}
    assert kept == set(files.values())


def _told(category: str) -> str:
    """A file URL into a folder that is not set may not even be asked for."""
    return "forbidden_url" if category == "unreadable" else category


@pytest.mark.slow
def test_a_person_sees_all_stages_and_a_failed_check(served: Served, chrome: Chrome, pictures: Path) -> None:
    lost = "INSERT INTO catalogue.arrivals (source, at) VALUES ('lost.pdf', now() - interval '1 hour') RETURNING id"
    served.outside.query(lost)  # as left by a process that was killed, and its file taken away
    document = drop(served, "second.pdf", price_list())
    within_a_minute(lambda: len(served.outside.rows([document])) == 4)

    chrome.get(f"{served.url}/locations/tablewright/asset-groups/reading/lineage")
    wait_for(chrome, lambda text: all(name in text for name in NAMES), "graph with all stages")
    wait_for(chrome, lambda text: "0 / 1 Passed" in text, "failed check")
    assert chrome.save_screenshot(str(pictures / "asset-graph.png"))

    chrome.get(f"{served.url}/assets/documents?view=checks")
    wait_for(chrome, lambda text: "every_file_accounted_for\nFailed" in text, "failed check")
    assert chrome.save_screenshot(str(pictures / "failed-check.png"))

    assert asked(chrome) == {"127.0.0.1"}
