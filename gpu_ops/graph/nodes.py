"""What is known of a word and of a rule before the graph speaks."""

from __future__ import annotations

import numpy as np

from gpu_ops.graph.characters import FEATURES, shape
from gpu_ops.graph.sheet import Floats, Sheet

WORD_FEATURES = FEATURES + 8
RULE_FEATURES = 6


def word_features(sheet: Sheet) -> Floats:
    """[N, 18]: the shape of the text; the place on the page, width, height and turn; ink and paper."""
    h = sheet.type_height
    x0, y0, x1, y1 = sheet.boxes.reshape(-1, 4).T
    place = np.stack(
        [
            (x0 + x1) / 2 / sheet.width,
            (y0 + y1) / 2 / sheet.height,
            np.log1p((x1 - x0) / h) / 2,
            np.log(((y1 - y0) / h).clip(0.2, 5)),
            sheet.turned.astype(np.float32),
            sheet.ink,
            sheet.paper,
            np.full(len(x0), np.log(sheet.width / h) / 5),
        ],
        1,
    )
    return np.concatenate([shape(sheet.texts), place], 1).astype(np.float32)


def rule_features(sheet: Sheet) -> Floats:
    """[H + V, 6], horizontal rules first: which of the two, where on the page, how long, how thick, whether an edge
    between two backgrounds."""
    h = sheet.type_height
    parts = []
    for vertical, rules in enumerate((sheet.level, sheet.upright)):
        at, start, end, thick = rules.reshape(-1, 4).T
        across, along = (sheet.width, sheet.height) if vertical else (sheet.height, sheet.width)
        parts.append(
            np.stack(
                [
                    np.full(len(at), float(vertical)),
                    at / across,
                    (start + end) / 2 / along,
                    np.log1p((end - start) / h) / 5,
                    (thick / h).clip(0, 1),
                    thick == 0,
                ],
                1,
            )
        )
    return np.concatenate(parts).astype(np.float32)
