"""Declares the regions of a batch to Dagster."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

from dagster import AssetExecutionContext, MaterializeResult, asset

from assets.declare import declared, materialise
from assets.lines.asset import lines
from assets.look import pictures
from assets.regions.stage import REGIONS
from records.document import Document
from records.table import Region, RegionKind
from resources.platform import Platform
from resources.workshop import Workshop

KINDS = get_args(RegionKind)


def look(work: Workshop, documents: Sequence[Document]) -> dict[str, Any]:
    """Counts by kind, and where they stand on the first pages."""
    kinds = Counter(region.kind for _, pages in REGIONS.made(work, documents) for page in pages for region in page)
    return {
        "regions": kinds.total(),
        "kinds": dict(kinds),
        "pictures": pictures(work, REGIONS, documents, lambda p, i: [(r.box, KINDS.index(r.kind)) for r in p[i]]),
    }


@asset(deps=[lines], **declared({"python", "onnx"}, Region))
def regions(context: AssetExecutionContext, platform: Platform) -> MaterializeResult:
    """What stands where on each page: titles, sections, text, tables, figures, captions, headers and footers."""
    return materialise(context, platform, REGIONS, look)
