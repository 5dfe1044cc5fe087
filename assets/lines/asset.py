"""Declares the lines of a batch to Dagster."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from dagster import AssetExecutionContext, MaterializeResult, asset

from assets.declare import declared, materialise
from assets.lines.checks import SPECS, words_conserved
from assets.lines.stage import LINES
from assets.look import pictures
from assets.pages.asset import pages
from records.document import Document
from records.page import Line
from resources.platform import Platform
from resources.workshop import Workshop


def look(work: Workshop, documents: Sequence[Document]) -> dict[str, Any]:
    """Counts by engine, the mean confidence, and where lines were found on the first pages."""
    engines: Counter[str] = Counter()
    confidence = 0.0
    for _, found in LINES.made(work, documents):
        for page in found:
            engines.update(line.engine for line in page)
            confidence += sum(line.confidence for line in page)
    told: dict[str, Any] = {"lines": engines.total(), "engines": dict(engines)}
    if engines:
        told["mean confidence"] = round(confidence / engines.total(), 4)
    return {**told, "pictures": pictures(work, LINES, documents, lambda p, i: [(n.box, 0) for n in p[i]])}


@asset(deps=[pages], check_specs=SPECS, **declared({"python", "onnx"}, Line))
def lines(context: AssetExecutionContext, platform: Platform) -> MaterializeResult:
    """The text of each page as lines of words with boxes and confidence: by OCR, or from a trusted text layer."""
    return materialise(context, platform, LINES, look, [words_conserved])
