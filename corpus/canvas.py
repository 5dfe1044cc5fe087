"""A PDF to draw on, the same bytes for the same drawing."""

from __future__ import annotations

from typing import BinaryIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas


def new_canvas(file: BinaryIO, width: float, height: float) -> Canvas:
    """Pages of width x height points; without date and random identifier."""
    rl_config.useA85 = 0  # for the whole process: no 7-bit text around streams, which would add a quarter to their size
    return Canvas(file, pagesize=(width, height), invariant=1, pageCompression=1)
