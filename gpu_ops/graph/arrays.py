"""A page's graph as the arrays that the model takes, by the names of its inputs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpu_ops.graph.characters import encode
from gpu_ops.graph.links import bounds, crossings, pair_features, word_links
from gpu_ops.graph.nodes import rule_features, word_features
from gpu_ops.graph.sheet import Sheet

Arrays = dict[str, NDArray[np.generic]]

FEATURES = 1
"""Goes up when the same page would give other arrays: models are trained for one such number."""


def arrays(sheet: Sheet) -> Arrays:
    """``characters`` [N, 16], ``words`` [N, 18], ``rules`` [R, 6]; ``pairs`` [2, P] of words with ``pair_features``
    [P, 22]; ``bounds`` [2, B] from rules to words with ``bound_features`` [B, 6]; ``crossings`` [2, C] of rules."""
    pairs, kinds = word_links(sheet)
    bounding, bounding_features = bounds(sheet)
    return {
        "characters": encode(sheet.texts),
        "words": word_features(sheet),
        "rules": rule_features(sheet),
        "pairs": pairs,
        "pair_features": pair_features(sheet, pairs, kinds),
        "bounds": bounding,
        "bound_features": bounding_features,
        "crossings": crossings(sheet),
    }
