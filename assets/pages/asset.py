"""Declares the pages of a batch to Dagster."""

from collections.abc import Sequence
from typing import Any

from dagster import AssetExecutionContext, MaterializeResult, asset

from assets.declare import declared, materialise
from assets.documents.asset import documents
from assets.look import pictures
from assets.pages.stage import PAGES
from records.document import Document
from records.page import Page
from resources.platform import Platform
from resources.workshop import Workshop


def look(work: Workshop, documents: Sequence[Document]) -> dict[str, Any]:
    """Counts by how pages came, and the first of them as they stand upright."""
    pages = [page for _, found in PAGES.made(work, documents) for page in found]
    return {
        "pages": len(pages),
        "with their own text": sum(page.layer is not None and page.layer.trusted for page in pages),
        "turned": sum(page.quarter_turns != 0 for page in pages),
        "straightened": sum(page.skew != 0 for page in pages),
        "pictures": pictures(work, PAGES, documents, lambda found, i: [((0, 0, *_size(found[i])), 0)]),
    }


def _size(page: Page) -> tuple[int, int]:
    return page.image_width - 1, page.image_height - 1


@asset(deps=[documents], **declared({"python", "opencv"}, Page))
def pages(context: AssetExecutionContext, platform: Platform) -> MaterializeResult:
    """Each document's pages, set upright: size, quarter turns, skew, the way back to the page as it was handed in, and
    the PDF's own text where it can be trusted."""
    return materialise(context, platform, PAGES, look)
