"""How sure the reading of a string is: the probability that all its characters are right."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gpu_ops.ocr.ctc import Character

SURE = 1 - 1e-6


def confidence(characters: Sequence[Character]) -> float:
    """Product of the characters' probabilities; 0 for no characters."""
    if not characters:
        return 0.0
    return math.exp(sum(math.log(max(1 - SURE, c.probability)) for c in characters))
