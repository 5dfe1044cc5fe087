"""Rotated rectangles, as the detector finds them and the reader cuts them out."""

from __future__ import annotations

import math

from msgspec import Struct

from records.geometry import Box


class Quad(Struct, frozen=True):
    """A rectangle along a line of text: centre, length along the text, height across, and the angle of the text in
    radians, clockwise on the page (y points down). Pixels of the page image."""

    x: float
    y: float
    length: float
    height: float
    angle: float = 0.0

    def point(self, along: float, across: float) -> tuple[float, float]:
        """The page's point at a share of the length (0 left, 1 right) and of the height (0 top, 1 bottom).

        >>> Quad(10, 5, 20, 10).point(0, 0)
        (0.0, 0.0)
        """
        u, v = (along - 0.5) * self.length, (across - 0.5) * self.height
        c, s = math.cos(self.angle), math.sin(self.angle)
        return self.x + u * c - v * s, self.y + u * s + v * c

    def box(self, left: float = 0.0, right: float = 1.0, top: float = 0.0, bottom: float = 1.0) -> Box:
        """The smallest upright box around a part of it (shares of length and height).

        >>> Quad(10, 5, 20, 10).box(0.5, 1)
        (10.0, 0.0, 20.0, 10.0)
        """
        corners = [self.point(a, b) for a in (left, right) for b in (top, bottom)]
        xs, ys = [p[0] for p in corners], [p[1] for p in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def turned(self, quarters: int) -> Quad:
        """The same rectangle read in a direction that is turned clockwise by so many quarters."""
        swap = quarters % 2 == 1
        length, height = (self.height, self.length) if swap else (self.length, self.height)
        return Quad(self.x, self.y, length, height, self.angle + quarters * math.pi / 2)

    def scaled(self, factor: float) -> Quad:
        """The same rectangle on an image enlarged by the factor."""
        return Quad(self.x * factor, self.y * factor, self.length * factor, self.height * factor, self.angle)
