import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from records.document import Failure
from resources.store import ArtefactStore, address


def test_address_depends_on_every_part() -> None:
    base = address("lines", "v1", "a", "b")
    assert (
        len({base, address("lines", "v1", "ab"), address("lines", "v1", "b", "a"), address("lines", "v2", "a", "b")})
        == 4
    )


def test_round_trip(tmp_path: Path) -> None:
    store = ArtefactStore(tmp_path)
    failure = Failure("empty", "documents", "the file holds no bytes")
    store.put("failures", "ab" * 32, failure)
    assert store.get("failures", "ab" * 32, Failure) == failure
    with pytest.raises(FileNotFoundError):
        store.get("failures", "cd" * 32, Failure)


def test_killed_while_writing_leaves_nothing_half(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from resources.store import ArtefactStore\n"
        "s = ArtefactStore(Path(sys.argv[1])); n = 0\n"
        "while True:\n s.put_bytes('x', f'{n:064x}', b'z' * 3_000_000); n += 1\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)])
    deadline = time.monotonic() + 20
    while len(list(tmp_path.rglob("[0-9a-f]" * 64))) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    whole = list(tmp_path.rglob("[0-9a-f]" * 64))
    assert len(whole) >= 3
    assert all(f.stat().st_size == 3_000_000 for f in whole)
