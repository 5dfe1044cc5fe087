"""What the OCR engine can be told. Every default was measured: docs/decisions/ocr.md."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Size = Literal["tiny", "small"]


class OcrConfig(Struct, frozen=True):
    """Part of the engine's version: two configurations never share an artefact. ``threads`` changes no result."""

    detector: Size = "tiny"
    reader: Size = "tiny"
    rereader: Size | None = "small"
    doubt: float = 0.96
    """Lines whose certainty (geometric mean a character) is below this are read again by ``rereader``."""

    senseless: float = 0.75
    """Lines of less certainty are tried upside down,"""
    sense: float = 0.9
    """and stay so when that is at least as certain as this."""
    side: int = 1760
    """Pixels of the longer side of a page as the detector sees it."""
    small: float = 12.0
    """Where the median line is less high than this in the detector's pixels, it looks again, closer."""
    tile: int = 3_200_000
    """Pixels that the detector looks at in one go,"""
    most: int = 40_000_000
    """and of a page as it sees it at the closest; both bound memory."""
    ink: float = 0.2
    """Probability from which a pixel belongs to text."""
    accept: float = 0.45
    """Mean probability that a box must have."""
    unclip: float = 1.5
    """How far the shrunken text cores of the detector are grown: area times this over perimeter."""
    batch_pixels: int = 2048
    """Width of a batch of lines, all lines together."""
    gap: float = 0.7
    """A gap of this many line heights parts words even where no space was read."""
    floor: float = 0.3
    """Lines of less evidence (mean probability a character) are taken for what is no text."""
    threads: int = 0
