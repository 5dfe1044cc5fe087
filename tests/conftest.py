"""What tests share: the public inputs, read in place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of public inputs with known truth; the test is skipped where it is absent."""
    folder = Path(os.environ.get("TABLEWRIGHT_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no public inputs at {folder}: set TABLEWRIGHT_DATA to the folder that holds them")
    return folder
