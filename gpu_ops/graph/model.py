"""The table graph's weights at work, on ONNX Runtime."""

from __future__ import annotations

import json
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gpu_ops.graph.arrays import FEATURES, arrays
from gpu_ops.graph.scores import PAIR_HEADS, ROLES, WORD_HEADS, Scores
from gpu_ops.graph.sheet import Floats, Sheet
from gpu_ops.weights import Weight, WeightsError, locate

MODEL = Weight("models", "table_graph/model.onnx", "")
FACTS = "tablewright"
"""Under this name the file tells, as JSON, what it was trained for and how its confidence is calibrated."""


class Session(Protocol):
    """What we need of an ONNX Runtime session."""

    def run(self, outputs: None, feeds: dict[str, Any]) -> Any: ...

    def get_modelmeta(self) -> Any: ...


class GraphModel:
    """Judges a page's words and pairs of words. Raises WeightsError for weights made for other features."""

    def __init__(self, session: Session, version: str) -> None:
        facts = json.loads(session.get_modelmeta().custom_metadata_map[FACTS])
        if facts["features"] != FEATURES:
            raise WeightsError(
                f"the table graph's weights were trained for features {facts['features']}, this code makes {FEATURES}: "
                "train them again"
            )
        self.session, self.version = session, version
        self.knots = np.array(facts["confidence"], np.float32).reshape(-1, 2)

    def score(self, sheet: Sheet) -> Scores:
        """Probabilities for a page; of no words, nothing."""
        given = arrays(sheet)
        if given["pairs"].shape[1] == 0:
            n = len(sheet.texts)
            return scores_of(given["pairs"], np.full((n, WORD_HEADS + ROLES), -9.0), np.zeros((0, PAIR_HEADS)))
        words, pairs = self.session.run(None, given)
        return scores_of(given["pairs"], words, pairs)

    def calibrated(self, confidence: float) -> float:
        """How often a cell of that raw confidence was right on pages that the model wasn't trained on."""
        return float(np.interp(confidence, self.knots[:, 0], self.knots[:, 1])) if len(self.knots) else confidence


def scores_of(pairs: NDArray[np.generic], words: NDArray[np.floating], links: NDArray[np.floating]) -> Scores:
    """Logits, [N, WORD_HEADS + ROLES] and [P, PAIR_HEADS], as probabilities."""
    w, p = _sigmoid(words[:, :WORD_HEADS]).T, _sigmoid(links).T
    roles = np.exp(words[:, WORD_HEADS:] - words[:, WORD_HEADS:].max(1, keepdims=True))
    roles /= roles.sum(1, keepdims=True)
    return Scores(np.asarray(pairs, np.int64), w[0], w[1], w[2], w[3], w[4], roles.astype(np.float32), *p)


def _sigmoid(x: NDArray[np.floating]) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)), np.float32)


def weights() -> tuple[str, str]:
    """The file of the weights and the version that they stand for. Raises WeightsError where they are missing."""
    return str(locate(MODEL)), f"graph-{MODEL.sha256[:12]}"
