"""A file as it came, or the document in an envelope, to an intake and the bytes to keep."""

from __future__ import annotations

from pathlib import Path

from assets.documents.envelope import is_envelope, resolve
from assets.documents.intake import refuse, take_in
from assets.documents.shape import Refused
from records.document import Failure, Intake, Source
from records.settings import IntakeSettings, Limits


def receive(
    source: Source, data: bytes, settings: IntakeSettings, limits: Limits, inbox: Path | None = None
) -> tuple[Intake, bytes]:
    """What becomes of a file, envelope or not; with it the document's bytes, for a refused one those handed in."""
    if not is_envelope(data):
        return take_in(source, data, limits), data
    content = resolve(data, settings, limits, inbox)
    if isinstance(content, Failure):
        return refuse(source, Refused(content.category, content.message), data), data
    opened = Source(source.name, {**source.metadata, **content.metadata})
    intake = take_in(opened, content.data, limits)
    return intake, content.data
