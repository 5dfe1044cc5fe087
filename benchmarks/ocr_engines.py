"""One OCR engine as a process: paths of page images come in, one JSON object a page goes out. Run as a script, by the
interpreter of whoever has the engine:

    python benchmarks/ocr_engines.py ours|rapidocr|faster-paddle-small|faster-paddle-tiny

Each line of standard input is ``path`` or ``path left top right bottom`` (only that part is read). The answer tells
the lines (text and box), wall and CPU seconds, and resident and peak memory in MB.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

Found = list[tuple[str, list[float]]]
Engine = Callable[[np.ndarray], Found]


def ours() -> Engine:
    """This project's engine, as it comes."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from gpu_ops.ocr.engine import OcrEngine

    engine = OcrEngine()
    return lambda image: [(line.text, list(line.box)) for line in engine.read([image])[0]]


def rapidocr() -> Engine:
    """rapidocr's own loop, as it comes."""
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "error"})

    def read(image: np.ndarray) -> Found:
        out = engine(image)
        if out.boxes is None:
            return []
        return [(t, [*map(float, b.min(axis=0)), *map(float, b.max(axis=0))]) for t, b in zip(out.txts, out.boxes)]  # noqa: B905

    return read


def faster_paddle(size: str) -> Engine:
    """faster-paddle in one of its sizes, as it comes; decoding the page again is part of its price (some 30 ms)."""
    from faster_paddle import OcrEngine

    engine = OcrEngine(model_size=size)

    def read(image: np.ndarray) -> Found:
        bounds = engine.ocr(cv2.imencode(".bmp", image)[1].tobytes())["bounds"]
        return [(b["text"], [*_point(b["topLeftCoord"]), *_point(b["bottomRightCoord"])]) for b in bounds.values()]

    return read


def _point(value: Any) -> list[float]:
    x, y = value.values() if isinstance(value, dict) else value
    return [float(x), float(y)]


ENGINES: dict[str, Callable[[], Engine]] = {
    "ours": ours,
    "rapidocr": rapidocr,
    "faster-paddle-small": lambda: faster_paddle("small"),
    "faster-paddle-tiny": lambda: faster_paddle("tiny"),
}


def resident() -> float:
    """Memory of this process now, in MB (Linux: /proc)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def main() -> None:
    out = os.fdopen(os.dup(1), "w")  # what engines print must not get between the answers
    os.dup2(2, 1)
    engine = ENGINES[sys.argv[1]]()
    print(json.dumps({"ready": True}), file=out, flush=True)
    for line in sys.stdin:
        path, *part = line.rstrip("\n").split("\t")
        image = cv2.imread(path, cv2.IMREAD_COLOR)
        if image is None:
            raise SystemExit(f"{path} can't be read as an image")
        if part:
            left, top, right, bottom = map(int, part)
            image = np.ascontiguousarray(image[top:bottom, left:right])
        wall, cpu = time.perf_counter(), time.process_time()
        lines = engine(image)
        answer = {
            "lines": lines,
            "wall": time.perf_counter() - wall,
            "cpu": time.process_time() - cpu,
            "resident_mb": resident(),
            "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
