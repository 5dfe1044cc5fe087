"""The OCR and orientation engines of this process: made when first asked for, then kept warm."""

from __future__ import annotations

from functools import cache

from gpu_ops.ocr.config import OcrConfig
from gpu_ops.ocr.engine import OcrEngine
from gpu_ops.orientation import OrientationEngine

DEFAULT = OcrConfig()


@cache
def ocr_engine(config: OcrConfig = DEFAULT) -> OcrEngine:
    """The process's engine for a configuration. Raises gpu_ops.weights.WeightsError."""
    return OcrEngine(config)


@cache
def orientation_engine(threads: int = 0) -> OrientationEngine:
    """The process's classifier of quarter turns. Raises gpu_ops.weights.WeightsError."""
    return OrientationEngine(threads)
