"""The shipped samples are those that ``python -m corpus.samples samples`` makes."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageSequence

from corpus.blocks import grids
from corpus.fonts import CHINESE
from corpus.samples import samples, write

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "samples"
FILES = sorted(p.relative_to(SHIPPED) for p in SHIPPED.rglob("*") if p.is_file())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not CHINESE.is_file():
        pytest.skip("needs Debian's package fonts-wqy-microhei")
    folder = tmp_path_factory.mktemp("samples")
    write(folder)
    return folder


def test_nothing_is_missing_or_left_over(made: Path) -> None:
    assert sorted(p.relative_to(made) for p in made.rglob("*") if p.is_file()) == FILES


@pytest.mark.parametrize("name", FILES, ids=str)
def test_shipped_is_what_is_made(name: Path, made: Path) -> None:
    """Truth and text to the byte. Pictures by what is seen on them: another processor may round a pixel elsewhere."""
    new, old = (made / name).read_bytes(), (SHIPPED / name).read_bytes()
    if new == old:
        return
    assert len(name.parts) == 1
    for a, b in zip(pages(name.suffix, new), pages(name.suffix, old), strict=True):
        assert a.shape == b.shape and np.abs(a - b).mean() < 0.5


def pages(suffix: str, data: bytes) -> list[np.ndarray]:
    if suffix == ".pdf":
        return [page.render(grayscale=True).to_numpy().astype(float) for page in pypdfium2.PdfDocument(data)]
    if suffix == ".json":
        data = base64.b64decode(json.loads(data)["data"])
    return [np.array(frame.convert("L"), dtype=float) for frame in ImageSequence.Iterator(Image.open(io.BytesIO(data)))]


def test_they_are_small() -> None:
    assert sum((SHIPPED / name).stat().st_size for name in FILES) < 3_000_000


def test_they_show_what_there_is() -> None:
    every = [(s, grid) for s in samples() for grid in grids(s.document)]
    assert {grid.ruling for _, grid in every} == {"full", "half", "zebra", "none"}
    assert {s.document.language for s, _ in every} == {"en", "zh"}
    assert {name.suffix for name in FILES if len(name.parts) == 1} == {".jpg", ".json", ".pdf", ".png", ".tif", ".tiff"}
    assert any(s.how is None for s, _ in every) and any(s.how and s.how.quarter_turns for s, _ in every)
    assert all(abs(s.how.skew) <= 2 for s, _ in every if s.how)
    truths = [json.loads((SHIPPED / name).read_text(encoding="utf-8")) for name in FILES if name.parts[0] == "truth"]
    assert any(len(table["pieces"]) > 1 for truth in truths for table in truth["tables"])


def test_a_missing_font_is_one_sentence() -> None:
    code = (
        "from pathlib import Path; import corpus.fonts as f; f.CHINESE = Path('/nowhere.ttc');"
        "from corpus.samples import main; main('out')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.strip() == "/nowhere.ttc is missing: install Debian's package fonts-wqy-microhei"
    assert not (ROOT / "out").exists()
