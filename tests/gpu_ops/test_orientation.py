from __future__ import annotations

import cv2
import numpy as np
import pytest

from gpu_ops.orientation import OrientationEngine


@pytest.mark.data
@pytest.mark.parametrize(
    "name", ["pdf_textlayer/RapidDoc__示例7-研究报告_p3.png", "funsd/training_data/images/00093726.png"]
)
def test_quarter_turns_are_told(data_dir, name: str) -> None:
    image = cv2.imread(str(data_dir / name))
    engine = OrientationEngine()
    for counter_clockwise in range(4):
        turns, confidence = engine.turns(np.ascontiguousarray(np.rot90(image, counter_clockwise)))
        assert turns == counter_clockwise and confidence > 0.9


@pytest.mark.parametrize("shape", [(1, 1), (3, 4000), (4000, 3, 3), (500, 500)])
def test_any_image_gets_an_answer(shape: tuple[int, ...]) -> None:
    turns, confidence = OrientationEngine().turns(np.full(shape, 255, np.uint8))
    assert turns in range(4) and 0 <= confidence <= 1
