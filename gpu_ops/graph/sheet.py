"""What the table graph is made of: one page's words and rules as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Sheet:
    """A page with N words, H horizontal and V vertical rules; all lengths in pixels of the upright page.

    ``boxes`` is [N, 4]. ``turned`` tells sideways words. ``ink`` [N] is how dark a word is printed, ``paper`` [N] how
    dark its background, both from 0 (white) to 1. ``level`` [H, 4] and ``upright`` [V, 4] hold a rule's place across,
    its start and end along, and its thickness.
    """

    texts: tuple[str, ...]
    boxes: Floats
    turned: NDArray[np.bool_]
    ink: Floats
    paper: Floats
    level: Floats
    upright: Floats
    width: float
    height: float

    @property
    def type_height(self) -> float:
        """The median height of upright words; 1 where there are none."""
        flat = self.boxes[~self.turned]
        return max(1.0, float(np.median(flat[:, 3] - flat[:, 1]))) if len(flat) else 1.0
