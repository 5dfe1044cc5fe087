"""Reads strips of text in batches."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from gpu_ops.ocr.batches import batches
from gpu_ops.ocr.config import OcrConfig, Size
from gpu_ops.ocr.ctc import Character, decode
from gpu_ops.ocr.strips import HEIGHT
from gpu_ops.runtime import open_session, workers
from gpu_ops.weights import SMALL_CHARACTERS, SMALL_RECOGNISER, TINY_CHARACTERS, TINY_RECOGNISER, locate


class Recogniser:
    """PP-OCRv6 recognition in one size. Batches share the threads, one thread a batch: that wastes less than many
    threads on each small product.
    """

    def __init__(self, size: Size, config: OcrConfig) -> None:
        self.size = size
        self.weight = TINY_RECOGNISER if size == "tiny" else SMALL_RECOGNISER
        self._pixels = config.batch_pixels
        characters = locate(TINY_CHARACTERS if size == "tiny" else SMALL_CHARACTERS)
        self._alphabet = ("", *characters.read_text(encoding="utf-8").split("\n")[:-1], " ")
        self._session = open_session(locate(self.weight), threads=1)
        self._pool = ThreadPoolExecutor(workers(config.threads), thread_name_prefix=f"read-{size}")

    def read(self, strips: Sequence[NDArray[np.uint8]]) -> list[tuple[Character, ...]]:
        """The characters of each strip (uint8, 48xW or 48xWx3), in the order given."""
        found: list[tuple[Character, ...]] = [()] * len(strips)

        def read(batch: tuple[int, list[int]]) -> None:
            width, members = batch
            for index, characters in zip(members, self._batch([strips[i] for i in members], width), strict=True):
                found[index] = characters

        widest_first = reversed(list(batches([s.shape[1] for s in strips], self._pixels)))
        list(self._pool.map(read, widest_first))
        return found

    def _batch(self, strips: Sequence[NDArray[np.uint8]], width: int) -> list[tuple[Character, ...]]:
        """The characters of strips that are at most so wide."""
        scores = self._session.run(None, {"x": _tensor(strips, width)})[0]
        best = scores.argmax(axis=2)
        probability = np.take_along_axis(scores, best[:, :, None], axis=2)[:, :, 0]
        spans = [scores.shape[1] * strip.shape[1] / width for strip in strips]
        return [decode(b, p, self._alphabet, span) for b, p, span in zip(best, probability, spans, strict=True)]


def _tensor(strips: Sequence[NDArray[np.uint8]], width: int) -> NDArray[np.float32]:
    """Nx3x48xwidth between -1 and 1; what is right of a strip is 0, as in training."""
    tensor = np.zeros((len(strips), 3, HEIGHT, width), np.float32)
    for row, strip in enumerate(strips):
        scaled = strip * np.float32(2 / 255) - np.float32(1)
        tensor[row, :, :, : strip.shape[1]] = scaled if strip.ndim == 2 else scaled.transpose(2, 0, 1)
    return tensor
