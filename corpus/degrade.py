"""What paper, scanner and fax do to a page: gray images (uint8, HxW) in, gray images of the same size out."""

from __future__ import annotations

import cv2
import numpy as np
from msgspec import Struct
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

Gray = NDArray[np.uint8]


class Scan(Struct, frozen=True):
    """How a page was scanned; the defaults leave it as it was printed."""

    dpi: int = 200
    skew: float = 0.0
    """Degrees clockwise."""
    paper: int = 255
    """Gray value of the paper."""
    fade: float = 0.0
    """How much of the ink's darkness is lost, 0 to 1."""
    light: float = 0.0
    """How much darker the worst lit edge is than the best, 0 to 1."""
    blur: float = 0.0
    """Sigma in pixels."""
    noise: float = 0.0
    """Sigma in gray values."""
    dust: int = 0
    """Number of specks."""
    levels: int = 256
    """Gray values that are left; with fewer than 256 the paper becomes white, as scanners' software makes it."""
    fax: bool = False
    """Black and white only."""
    quarter_turns: int = 0
    """Clockwise."""


def scan(page: Gray, how: Scan, seed: int) -> Gray:
    """The page as the scanner gives it; with quarter turns, its sides are swapped."""
    rng = default_rng(seed)
    image = fade(page, how.paper, how.fade)
    image = dust(image, how.dust, rng)
    image = skew(image, how.skew, how.paper)
    image = light(image, how.light, rng)
    image = blur(image, how.blur)
    image = noise(image, how.noise, rng)
    image = threshold(image, how.paper) if how.fax else posterise(image, how.levels, how.paper)
    return np.ascontiguousarray(np.rot90(image, -how.quarter_turns))


def fade(image: Gray, paper: int, loss: float) -> Gray:
    """Black ink grows paler, and white paper grayer."""
    dark = 255.0 * 0.6 * loss
    return (dark + image.astype(np.float32) * ((paper - dark) / 255.0)).round().astype(np.uint8)


def skew(image: Gray, degrees: float, paper: int) -> Gray:
    """Turned clockwise around its middle; what comes in at the corners is paper."""
    height, width = image.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0)
    turned = cv2.warpAffine(image, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=float(paper))
    return np.asarray(turned, dtype=np.uint8)


def light(image: Gray, strength: float, rng: Generator) -> Gray:
    """A lamp at one side: darkness grows with the square of the distance from it."""
    height, width = image.shape
    angle = rng.uniform(0, 2 * np.pi)
    xs, ys = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    far = (np.cos(angle) * xs[None, :] + np.sin(angle) * ys[:, None]) / 2.83 + 0.5
    return (image * (1 - strength * far**2)).round().astype(np.uint8)


def blur(image: Gray, sigma: float) -> Gray:
    """A lens that is not quite in focus."""
    if not sigma:
        return image
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.uint8)


def noise(image: Gray, sigma: float, rng: Generator) -> Gray:
    """The sensor's noise, normally distributed."""
    grains = rng.standard_normal(image.shape, dtype=np.float32) * sigma
    return np.clip(image + grains, 0, 255).round().astype(np.uint8)


def dust(image: Gray, specks: int, rng: Generator) -> Gray:
    """Dark grains of one to three pixels on paper and glass."""
    image = image.copy()
    height, width = image.shape
    for x, y, size in zip(
        rng.integers(0, width - 3, specks), rng.integers(0, height - 3, specks), rng.integers(1, 4, specks), strict=True
    ):
        image[y : y + size, x : x + size] = 70
    return image


def posterise(image: Gray, levels: int, paper: int) -> Gray:
    """Paper made white, ink black, and between them no more gray values than these."""
    if levels == 256:
        return image
    white = paper * 0.93
    stretched = np.clip((image - 40.0) / (white - 40.0), 0, 1)
    return ((stretched * (levels - 1)).round() * (255 / (levels - 1))).astype(np.uint8)


def threshold(image: Gray, paper: int) -> Gray:
    """What is clearly darker than the paper made black, as by a fax machine set to thin strokes."""
    return np.where(image > 0.74 * paper, 255, 0).astype(np.uint8)
