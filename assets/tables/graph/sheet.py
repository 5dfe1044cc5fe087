"""From an upright page to what the table graph is made of."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from assets.tables.rules import Image, Rule, Rules
from assets.tables.text import Token
from gpu_ops.graph.sheet import Floats, Sheet


def sheet_of(image: Image, words: Sequence[Token], rules: Rules) -> Sheet:
    """The sheet of a page image with its words and rules, all in its pixels."""
    gray = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    boxes = np.array([t.box for t in words], np.float32).reshape(-1, 4)
    ink, paper = _shades(gray, boxes)
    return Sheet(
        texts=tuple(t.text for t in words),
        boxes=boxes,
        turned=np.array([t.turn % 2 == 1 for t in words], bool),
        ink=ink,
        paper=paper,
        level=_array(rules.horizontal),
        upright=_array(rules.vertical),
        width=float(gray.shape[1]),
        height=float(gray.shape[0]),
    )


def _array(rules: Sequence[Rule]) -> Floats:
    return np.array([(r.at, r.start, r.end, r.thickness) for r in rules], np.float32).reshape(-1, 4)


def _shades(gray: Image, boxes: Floats) -> tuple[Floats, Floats]:
    """How dark each word's print and its background are, from 0 to 1 against the page's own paper and black: the
    5th and 90th percentile of the greys in its box."""
    white = max(1.0, float(np.percentile(gray[::7, ::7], 90)))
    shades = np.zeros((len(boxes), 2), np.float32)
    for i, (x0, y0, x1, y1) in enumerate(boxes.astype(int).tolist()):
        part = gray[max(0, y0) : max(y0 + 1, y1), max(0, x0) : max(x0 + 1, x1)]
        if part.size:
            dark, light = np.percentile(part[:: 1 + part.shape[0] // 16, :: 1 + part.shape[1] // 64], (5, 90))
            shades[i] = 1 - dark / white, 1 - light / white
    return shades[:, 0].clip(0, 1), shades[:, 1].clip(0, 1)
