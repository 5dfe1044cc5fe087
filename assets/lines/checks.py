"""What is checked of the lines of a batch."""

from __future__ import annotations

from collections.abc import Sequence

from dagster import AssetCheckResult, AssetCheckSpec

from assets.lines.conserved import unlike
from assets.lines.stage import LINES
from records.document import Document
from resources.workshop import Workshop

SPECS = [
    AssetCheckSpec(
        "words_conserved",
        asset="lines",
        description="Each line's text is that of its words: none lost, none made up.",
    )
]


def words_conserved(work: Workshop, documents: Sequence[Document]) -> AssetCheckResult:
    """Counts lines and words, and names lines whose words don't make their text."""
    lines = words = 0
    bad: list[str] = []
    for document, pages in LINES.made(work, documents):
        for index, page in enumerate(pages):
            lines += len(page)
            words += sum(len(line.words) for line in page)
            bad += [f"{document.sha256[:12]} page {index + 1}: {page[i].text}" for i in unlike(page)]
    return AssetCheckResult(
        passed=not bad,
        check_name="words_conserved",
        metadata={"lines": lines, "words": words, "broken": len(bad), "first": bad[:5]},
    )
