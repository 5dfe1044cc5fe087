"""The engines that reading needs, made once a process when first asked for, and warm from then on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gpu_ops.layout import LayoutModel, weights
from gpu_ops.ocr.config import OcrConfig
from gpu_ops.ocr.engine import OcrEngine
from gpu_ops.orientation import OrientationEngine
from gpu_ops.runtime import open_session
from records.settings import EngineSettings
from resources.ocr import ocr_engine, orientation_engine


@dataclass(frozen=True)
class Readers:
    """What reads: characters, how a page lies, and what stands where on it. Each tells its ``version``."""

    ocr: OcrEngine
    orientation: OrientationEngine
    layout: LayoutModel


@cache
def load_readers(settings: EngineSettings) -> Readers:
    """This process's engines. Raises gpu_ops.weights.WeightsError where weights are missing or unknown."""
    threads = settings.threads
    return Readers(
        ocr_engine(OcrConfig(threads=threads)),
        orientation_engine(threads),
        LayoutModel(open_session(weights(), threads, arena=True)),
    )
