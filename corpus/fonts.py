"""Typefaces by language. English uses the fonts that every PDF viewer has; Chinese needs one from the system."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from corpus.blocks import Face, Language

CHINESE = Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc")

LATIN: dict[Face, tuple[str, str]] = {
    "sans": ("Helvetica", "Helvetica-Bold"),
    "serif": ("Times-Roman", "Times-Bold"),
    "mono": ("Courier", "Courier-Bold"),
}


class FontMissing(RuntimeError):
    """The system has no font for a language; the message says which package brings it."""


class Fonts(Struct, frozen=True):
    """Names of a plain and a bold font, as reportlab knows them; ``stroke`` thickens a font that has no bold one."""

    plain: str
    bold: str
    stroke: float = 0.0

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """In points."""
        return pdfmetrics.stringWidth(text, self.bold if bold else self.plain, size)


def fonts(language: Language, face: Face) -> Fonts:
    """The fonts for a document. Raises FontMissing."""
    if language == "zh":
        name = _chinese()
        return Fonts(name, name, 0.35)
    return Fonts(*LATIN[face])


@cache
def _chinese() -> str:
    if not CHINESE.is_file():
        raise FontMissing(f"{CHINESE} is missing: install Debian's package fonts-wqy-microhei")
    pdfmetrics.registerFont(TTFont("MicroHei", str(CHINESE), subfontIndex=0))
    return "MicroHei"


def wrap(text: str, width: float, size: float, face: Fonts, bold: bool = False) -> list[str]:
    """Lines no wider than ``width`` points: broken between words, and between any two Chinese characters.

    >>> wrap("one two three", 40, 10, Fonts("Helvetica", "Helvetica-Bold"))
    ['one two', 'three']
    """
    lines = [""]
    for part in _parts(text):
        if lines[-1] and face.width(lines[-1] + part.rstrip(), size, bold) > width and part[0] not in "，。；：、）」":
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += part
    return [*lines[:-1], lines[-1].rstrip()]


def _parts(text: str) -> list[str]:
    """What must not be broken: a word with the space after it, or one Chinese character."""
    parts: list[str] = []
    for char in text:
        wide = ord(char) >= 0x2E80
        if parts and not wide and not parts[-1].endswith(" ") and ord(parts[-1][-1]) < 0x2E80:
            parts[-1] += char
        else:
            parts.append(char)
    return parts
