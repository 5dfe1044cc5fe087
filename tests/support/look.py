"""Chromium without a window, which never asks anybody but this machine."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By

HERE = "127.0.0.1"
WIDE = (2900, 900)
"""Pixels: enough for the graph to show all that it knows of each stage."""
FLAGS = (
    "--headless",
    "--no-sandbox",  # it will not run as root with one
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {HERE}",
    f"--window-size={WIDE[0]},{WIDE[1]}",
)
PATIENCE = 60.0
NETWORK = {"http", "https", "ws", "wss", "ftp"}


@contextmanager
def browser(profile: Path) -> Iterator[Chrome]:
    """A fresh Chromium; the test is skipped where none is installed."""
    programs = [shutil.which("chromium"), shutil.which("chromedriver")]
    if None in programs:
        pytest.skip("no chromium and chromedriver here: `make browser` installs them")
    options = ChromeOptions()
    options.binary_location = str(programs[0])
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    os.environ["SE_OFFLINE"] = "true"
    found = Chrome(options=options, service=ChromeService(str(programs[1])))
    try:
        yield found
    finally:
        found.quit()


def body(chrome: Chrome) -> str:
    """The text on the page as a person sees it."""
    try:
        return chrome.find_element(By.TAG_NAME, "body").text
    except StaleElementReferenceException:  # the page is being drawn anew
        return ""


def wait_for(chrome: Chrome, seen: Callable[[str], bool], what: str) -> str:
    """The page's text when it shows something."""
    deadline = time.monotonic() + PATIENCE
    while not seen(text := body(chrome)):
        assert time.monotonic() < deadline, f"no {what} within {PATIENCE:.0f} s; the page says: {text[:2000]}"
        time.sleep(0.2)
    return text


def asked(chrome: Chrome) -> set[str]:
    """The hosts of all requests over the network that pages have made, whether or not they were answered."""
    urls = []
    for entry in chrome.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            urls.append(urlsplit(message["params"]["request"]["url"]))
        elif message["method"] == "Network.webSocketCreated":
            urls.append(urlsplit(message["params"]["url"]))
    return {str(url.hostname) for url in urls if url.scheme in NETWORK}
