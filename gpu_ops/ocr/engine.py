"""The OCR engine: page images in, lines of words with confidence out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from gpu_ops.ocr.confidence import CALIBRATION, certainty, confidence
from gpu_ops.ocr.config import OcrConfig, Size
from gpu_ops.ocr.ctc import Character
from gpu_ops.ocr.detect import Detector
from gpu_ops.ocr.ink import extent, ink
from gpu_ops.ocr.leaders import without_leaders
from gpu_ops.ocr.quad import Quad
from gpu_ops.ocr.recognise import Recogniser
from gpu_ops.ocr.specks import without_specks
from gpu_ops.ocr.strips import HEIGHT, cut
from gpu_ops.ocr.words import split
from records.page import Line, Word

TALL = 1.5
"""A box higher than this times its width may hold sideways text."""
TELLING = 4
"""Fewer characters look like others upside down: 06 and 90, SOS and SOS."""
REVISION = "2"
"""Raised when this code reads the same page differently with the same weights and configuration."""


class Reading(Struct, frozen=True):
    """A strip as read: where, turned how, its characters, by which model."""

    page: int
    quad: Quad
    turn: int
    strip: NDArray[np.uint8]
    characters: tuple[Character, ...] = ()
    size: Size = "tiny"

    @property
    def evidence(self) -> float:
        """Mean probability of its characters; of two readings at the same mean, the longer has more. A lone character
        lies on its side too seldom, and looks like another too often, to be believed."""
        found = [c.probability for c in self.characters]
        return 0.0 if self.turn and len(found) < 2 else sum(found) / (len(found) + 0.5)


class OcrEngine:
    """Reads pages. Loads its models when made (about 0.3 s). Not for several threads at once."""

    def __init__(self, config: OcrConfig | None = None) -> None:
        self.config = config or OcrConfig()
        self._detector = Detector(self.config)
        self._reader = Recogniser(self.config.reader, self.config)
        self._rereader = Recogniser(self.config.rereader, self.config) if self.config.rereader else None
        self.version = self._version()

    def read(self, images: Sequence[NDArray[np.uint8]]) -> list[tuple[Line, ...]]:
        """The lines of each image (uint8, HxW gray or HxWx3 BGR), from the top, boxes in pixels of that image."""
        strips: list[Reading] = []
        for page, image in enumerate(images):
            clean = without_leaders(image)
            for quad in self._detector.find(clean):
                strips.extend(_ways(page, clean, quad))
        readings = self._upturned(_best(self._recognise(self._reader, strips)))
        if self._rereader is not None:
            readings = self._again(self._rereader, readings)
        pages: list[list[Line]] = [[] for _ in images]
        for reading in readings:
            if reading.evidence >= self.config.floor:
                pages[reading.page].extend(_line(reading, images[reading.page].shape, self.config.gap))
        return [tuple(_ordered(without_specks(lines))) for lines in pages]

    def _recognise(self, recogniser: Recogniser, readings: Sequence[Reading]) -> list[Reading]:
        read = recogniser.read([r.strip for r in readings])
        return [
            msgspec.structs.replace(r, characters=characters, size=recogniser.size)
            for r, characters in zip(readings, read, strict=True)
        ]

    def _upturned(self, readings: list[Reading]) -> list[Reading]:
        """Lines that made no sense read upside down, where that makes sense."""
        senseless = [i for i, r in enumerate(readings) if certainty(r.characters) < self.config.senseless]
        for i, other in zip(
            senseless, self._recognise(self._reader, [_flipped(readings[i]) for i in senseless]), strict=True
        ):
            if len(other.characters) >= TELLING and certainty(other.characters) >= self.config.sense:
                readings[i] = other
        return readings

    def _again(self, recogniser: Recogniser, readings: list[Reading]) -> list[Reading]:
        """Doubtful lines read once more by a better model; its word counts, unless it reads nothing."""
        doubtful = [i for i, r in enumerate(readings) if certainty(r.characters) < self.config.doubt]
        for i, again in zip(doubtful, self._recognise(recogniser, [readings[i] for i in doubtful]), strict=True):
            if again.characters:
                readings[i] = again
        return readings

    def _version(self) -> str:
        """Names the models, and tells apart whatever changes what is read."""
        same = msgspec.structs.replace(self.config, threads=0)
        weights = [self._detector.weight, self._reader.weight, *([self._rereader.weight] if self._rereader else [])]
        digest = hashlib.sha256(msgspec.json.encode([REVISION, same, CALIBRATION, [w.sha256 for w in weights]]))
        return f"ppocrv6-{self._reader.size}-{digest.hexdigest()[:12]}"


def _ways(page: int, image: NDArray[np.uint8], quad: Quad) -> list[Reading]:
    """A box cut out in each direction that its text may run: level, or either way sideways for a tall one."""
    turns = (0,) if quad.height <= TALL * quad.length else (0, 1, 3)
    return [Reading(page, q, turn, cut(image, q)) for turn in turns for q in [quad.turned(turn)]]


def _flipped(reading: Reading) -> Reading:
    """The same strip to be read from the other side."""
    strip = np.ascontiguousarray(reading.strip[::-1, ::-1])
    return Reading(reading.page, reading.quad.turned(2), (reading.turn + 2) % 4, strip)


def _best(readings: Sequence[Reading]) -> list[Reading]:
    """Of the ways that one box was read, the one with the most evidence."""
    best: dict[tuple[int, float, float], Reading] = {}
    for reading in readings:
        key = (reading.page, reading.quad.x, reading.quad.y)
        if key not in best or reading.evidence > best[key].evidence:
            best[key] = reading
    return list(best.values())


def _line(reading: Reading, shape: tuple[int, ...], gap: float) -> list[Line]:
    """The reading as a line with its words, in pixels of the page; none where nothing was read."""
    marks = ink(reading.strip)
    spans = split(reading.characters, marks, gap)
    if not spans:
        return []
    top, bottom = (v / HEIGHT for v in extent(marks))
    height, width = shape[:2]

    def box(left: float, right: float) -> tuple[float, float, float, float]:
        x0, y0, x1, y1 = reading.quad.box(left, right, top, bottom)
        return max(0.0, x0), max(0.0, y0), min(float(width), x1), min(float(height), y1)

    words = tuple(Word(s.text, box(s.left, s.right), confidence(s.characters, reading.size)) for s in spans)
    text = "".join(c.text for c in reading.characters).strip()
    whole = box(spans[0].left, spans[-1].right)
    sure = confidence([c for s in spans for c in s.characters], reading.size)
    return [Line(text, whole, sure, f"ppocrv6-{reading.size}", words, reading.turn)]


def _ordered(lines: Sequence[Line]) -> list[Line]:
    """From the top; lines whose middles lie within half a height of each other from the left."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda n: n.box[1] + n.box[3]):
        middle = (line.box[1] + line.box[3]) / 2
        if rows and middle < (rows[-1][0].box[1] + 3 * rows[-1][0].box[3]) / 4:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda n: n.box[0])]
