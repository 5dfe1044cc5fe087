"""What is checked of the documents."""

from __future__ import annotations

import msgspec
from dagster import AssetCheckResult, AssetCheckSpec

from resources.workshop import Workshop

SPECS = [
    AssetCheckSpec(
        "every_file_accounted_for",
        asset="documents",
        description="Every file that was handed in is a document, another source of one, or in quarantine.",
    )
]


def every_file_accounted_for(work: Workshop) -> AssetCheckResult:
    """Counts over all that was ever handed in."""
    account = work.catalogue.account()
    return AssetCheckResult(
        passed=account.files == account.documents + account.duplicates + account.quarantined,
        check_name="every_file_accounted_for",
        metadata=msgspec.structs.asdict(account),
    )
