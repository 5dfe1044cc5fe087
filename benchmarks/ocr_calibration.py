"""Fits the confidence of the OCR engine on real lines: prints the table ``CALIBRATION`` of gpu_ops/ocr/confidence.py,
how well it holds on pages that it was not fitted on, and how often each model is right where the policy uses it.

    python -m benchmarks.ocr_calibration [--limit N]

Lines are those that the detector finds and whose truth is plain (whole words of one row, nothing half inside).
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.accuracy import folders
from benchmarks.ocr import load_ruler
from gpu_ops.ocr.confidence import LEAST, certainty, joint_probability
from gpu_ops.ocr.config import OcrConfig
from gpu_ops.ocr.ctc import Character
from gpu_ops.ocr.detect import Detector
from gpu_ops.ocr.recognise import Recogniser
from gpu_ops.ocr.strips import cut
from records.geometry import Box, area, intersection

SETS = (("funsd/training_data", False), ("pdf_textlayer", False), ("pdf_textlayer", True))
Sample = tuple[str, str, float, bool]
"""Page, model, joint probability, whether right."""


def truth_of(box: Box, words: list[tuple[str, Box]]) -> str | None:
    """The true text of a line's box, or None where words are cut by it or stand on several rows."""
    inside = []
    for text, word in words:
        share = intersection(box, word) / max(1e-6, area(word))
        if share > 0.7:
            inside.append((word[0], (word[1] + word[3]) / 2, word[3] - word[1], text))
        elif share > 0.25:
            return None
    middles = [middle for _, middle, _, _ in inside]
    if not inside or max(middles) - min(middles) > 0.5 * max(height for _, _, height, _ in inside):
        return None
    return "".join(text for _, _, _, text in sorted(inside))


def samples(score: Path, data: Path, limit: int | None) -> Iterator[Sample]:
    """One for each line, read as the policy reads it."""
    text, common = load_ruler(score)
    config = OcrConfig()
    detector, tiny, small = Detector(config), Recogniser("tiny", config), Recogniser("small", config)
    with TemporaryDirectory() as folder:
        for where, worn in SETS:
            for image, gold in list(text.pages(data / where))[:limit]:
                scan = common.scan([Image.open(image).convert("L")], Path(folder) / "page.tiff", worn)
                pixels = np.asarray(Image.open(scan).convert("L"))
                height, width = pixels.shape
                words = [(t, (b[0] * width, b[1] * height, b[2] * width, b[3] * height)) for t, b in gold]
                quads = [q for q in detector.find(pixels) if truth_of(q.box(), words)]
                strips = [cut(pixels, q) for q in quads]
                read = tiny.read(strips)
                doubtful = [i for i, c in enumerate(read) if certainty(c) < config.doubt]
                again = dict(zip(doubtful, small.read([strips[i] for i in doubtful]), strict=True))
                for i, quad in enumerate(quads):
                    characters = again.get(i, read[i])
                    if characters:
                        right = _right(characters, truth_of(quad.box(), words) or "", common)
                        yield image.stem, "small" if i in again else "tiny", joint_probability(characters), right


def _right(characters: tuple[Character, ...], truth: str, common: ModuleType) -> bool:
    return common.normal("".join(c.text for c in characters)) == common.normal(truth)


def fit(joint: NDArray[np.float64], right: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of a logistic regression on the log odds, by Newton's method."""
    x = np.stack([log_odds(joint), np.ones_like(joint)], axis=1)
    weights = np.zeros(2)
    for _ in range(50):
        share = 1 / (1 + np.exp(-x @ weights))
        curvature = (x.T * (share * (1 - share))) @ x + 1e-6 * np.eye(2)
        weights += np.linalg.solve(curvature, x.T @ (right - share))
    return round(float(weights[0]), 3), round(float(weights[1]), 3)


def log_odds(joint: NDArray[np.float64]) -> NDArray[np.float64]:
    clipped = np.clip(joint, LEAST, 1 - LEAST)
    return np.asarray(np.log(clipped / (1 - clipped)))


def expected_error(told: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 10) -> float:
    """Expected calibration error over bins of equal size."""
    parts = np.array_split(told.argsort(), bins)
    return float(sum(len(p) / len(told) * abs(told[p].mean() - right[p].mean()) for p in parts if len(p)))


def measure(limit: int | None = None) -> dict[str, Any]:
    """Coefficients and how well they hold, a model."""
    found = folders()
    if found is None:
        return {"skipped": "no public inputs here: set TABLEWRIGHT_DATA (and TABLEWRIGHT_SCORE)"}
    all_ = list(samples(*found, limit))
    out: dict[str, Any] = {}
    for model in ("tiny", "small"):
        mine = [s for s in all_ if s[1] == model]
        joint, right = np.array([s[2] for s in mine]), np.array([s[3] for s in mine])
        half = np.array([zlib.crc32(s[0].encode()) % 2 == 0 for s in mine])
        errors = []
        for part in (half, ~half):
            slope, offset = fit(joint[part], right[part])
            told = 1 / (1 + np.exp(-(slope * log_odds(joint[~part]) + offset)))
            errors.append(round(expected_error(told, right[~part]), 3))
        out[model] = {
            "slope, offset": fit(joint, right),
            "lines": len(mine),
            "right": round(float(right.mean()), 4),
            "expected calibration error, as it comes": round(expected_error(joint, right), 3),
            "on pages not fitted on": errors,
        }
    return out


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ocr_calibration", description=__doc__)
    parser.add_argument("--limit", type=int, help="pages of each set at the most")
    print(json.dumps(measure(parser.parse_args().limit)))
