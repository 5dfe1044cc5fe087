"""A batch whose run was killed halfway counted as read: ``ingest`` of the same files did nothing more with it."""

from __future__ import annotations

import pytest

from records.document import Document, Intake, Manifest, Source
from resources.catalogue import DONE, Catalogue
from resources.postgres import Dsns

SHA = "ab" * 32


@pytest.mark.parametrize(("stage", "due"), [("pages", True), ("relations", True), (DONE, False)])
def test_a_batch_is_due_until_its_documents_are_read(database: Dsns, stage: str, due: bool) -> None:
    document = Document(SHA, "application/pdf", 1, 1)
    with Catalogue(lambda: database.connect("loader", autocommit=True)) as catalogue:
        [number] = catalogue.announce(["a.pdf"])
        catalogue.register(number, Intake(Source("a.pdf"), SHA, 1, document=document))
        catalogue.close_batch(Manifest("first", (SHA,), "2024-01-01T00:00:00+00:00"))
        assert catalogue.unread_batches() == [("first", 1)]
        catalogue.advance(stage, [SHA])
        assert bool(catalogue.unread_batches()) == due
