"""The pixels that a value was read from, as a file."""

from __future__ import annotations

from pathlib import Path

from assets.pages.stage import PAGES
from assets.warehouse.crop import crop_png
from records.relation import Trace
from resources.workshop import Workshop


def write_crop(work: Workshop, trace: Trace, folder: Path) -> Path:
    """Cut a value's box out of its page into a PNG file in the folder; gives the file.

    Raises LookupError where the document is not known, assets.pages.errors.Unreadable, OSError.
    """
    document = work.catalogue.document(trace.document)
    page = PAGES.get(work, document.sha256)[trace.page]
    data = work.store.get_bytes("documents", document.sha256)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{trace.relation}-{trace.row}-{trace.column}.png"
    target.write_bytes(crop_png(document, data, page, work.settings.pages, trace.box))
    return target
