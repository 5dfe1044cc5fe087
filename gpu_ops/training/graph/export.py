"""From the trained network to the ONNX file that serves."""

from __future__ import annotations

import json
import logging
import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch.export import Dim

from gpu_ops.graph.arrays import FEATURES, Arrays
from gpu_ops.graph.model import FACTS
from gpu_ops.training.graph.net import TableGraph

TOLERANCE = 1e-4
"""By so much at the most may a logit of the exported file differ from torch's."""


def export(net: TableGraph, page: Arrays, path: Path, knots: Sequence[tuple[float, float]] = ()) -> None:
    """Write the network; ``page`` is any example with at least two of everything, to trace it by. ``knots`` calibrate a
    cell's confidence: raw value and the share that was right, rising."""
    given = {k: torch.as_tensor(v) for k, v in page.items()}
    words, rules, pairs, bounds, crossings = (Dim(n, min=2) for n in ("words", "rules", "pairs", "bounds", "crossings"))
    shapes = {
        "characters": {0: words},
        "words": {0: words},
        "rules": {0: rules},
        "pairs": {1: pairs},
        "pair_features": {0: pairs},
        "bounds": {1: bounds},
        "bound_features": {0: bounds},
        "crossings": {1: crossings},
    }
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            net.eval(),
            kwargs=given,
            dynamo=True,
            input_names=list(given),
            output_names=["word_logits", "pair_logits"],
            dynamic_shapes=shapes,
            opset_version=18,
            external_data=False,
            verbose=False,
        )
    assert program is not None
    model = program.model_proto
    annotate(model, knots)
    onnx.save(model, path)


def annotate(model: onnx.ModelProto, knots: Sequence[tuple[float, float]]) -> None:
    """Put what the file was trained for, and its calibration, into its metadata."""
    facts = json.dumps({"features": FEATURES, "confidence": [list(k) for k in knots]})
    kept = [(p.key, p.value) for p in model.metadata_props if p.key != FACTS]
    del model.metadata_props[:]
    onnx.helper.set_model_props(model, dict(kept) | {FACTS: facts})


def difference(net: TableGraph, path: Path, page: Arrays) -> float:
    """The largest difference of a logit between torch and the file, on a page."""
    with torch.no_grad():
        expected = net.eval()(**{k: torch.as_tensor(v) for k, v in page.items()})
    told = onnxruntime.InferenceSession(str(path)).run(None, page)
    return max(float(np.abs(e.numpy() - t).max()) for e, t in zip(expected, told, strict=True))
