"""Declares the documents of a batch to Dagster."""

from collections import Counter
from collections.abc import Sequence

from dagster import AssetExecutionContext, DataVersion, MaterializeResult, MetadataValue, asset

from assets.declare import declared, faults
from assets.documents.checks import SPECS, every_file_accounted_for
from assets.stage import fingerprint
from records.document import Document
from resources.platform import Platform

SHOWN = 20


@asset(check_specs=SPECS, **declared({"python", "postgres"}, Document, engine=False))
def documents(context: AssetExecutionContext, platform: Platform) -> MaterializeResult:
    """A closed batch: documents addressed by the SHA-256 of their bytes, in order of arrival. What belongs to it never
    changes; the same bytes handed in twice are one document with two sources."""
    with faults():
        work = platform.workshop
        found = work.catalogue.documents(context.partition_keys)
        work.progress("documents", len(found), len(found))
        return MaterializeResult(
            metadata={
                "documents": len(found),
                "pages": sum(d.pages for d in found),
                "bytes": sum(d.size for d in found),
                "kinds": dict(Counter(d.media_type for d in found)),
                "manifest": MetadataValue.md(listing(found)),
            },
            check_results=[every_file_accounted_for(work)],
            data_version=DataVersion(fingerprint([d.sha256 for d in found])),
        )


def listing(documents: Sequence[Document]) -> str:
    """The first documents as a Markdown table."""
    rows = [f"| `{d.sha256[:12]}` | {d.media_type} | {d.pages} | {d.size} |" for d in documents[:SHOWN]]
    more = [f"\n… {len(documents)} documents"] if len(documents) > SHOWN else []
    return "\n".join(["| document | kind | pages | bytes |", "|---|---|---|---|", *rows, *more])
