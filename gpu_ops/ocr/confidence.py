"""How sure a reading is: two measures from the probabilities of its characters, for two questions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gpu_ops.ocr.config import Size
from gpu_ops.ocr.ctc import Character

LEAST = 1e-6

CALIBRATION: dict[Size, tuple[float, float]] = {"tiny": (0.535, 0.981), "small": (0.594, 0.089)}
"""Slope and offset for each model, fitted by ``benchmarks/ocr_calibration.py``; ``small`` on the lines that it is
given, which are the hard ones. See docs/decisions/ocr.md for how well they hold."""


def certainty(characters: Sequence[Character]) -> float:
    """Geometric mean of the characters' probabilities, which tells best where reading again pays for its time; 0 for
    no characters.
    """
    if not characters:
        return 0.0
    return math.exp(_log_probability(characters) / len(characters))


def confidence(characters: Sequence[Character], size: Size) -> float:
    """Probability that every one of the characters is right: Platt scaling (1999) of their joint probability, so that
    of the strings with confidence 0.9 nine in ten are right; 0 for no characters.
    """
    if not characters:
        return 0.0
    joint = min(1 - LEAST, max(LEAST, joint_probability(characters)))
    slope, offset = CALIBRATION[size]
    return 1 / (1 + math.exp(-(slope * math.log(joint / (1 - joint)) + offset)))


def joint_probability(characters: Sequence[Character]) -> float:
    """Probability of the whole string if its characters were independent."""
    return math.exp(_log_probability(characters))


def _log_probability(characters: Sequence[Character]) -> float:
    return sum(math.log(max(LEAST, c.probability)) for c in characters)
