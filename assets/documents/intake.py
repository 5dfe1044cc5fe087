"""Turns the bytes of one file into a document, or into a failure with its reason."""

from __future__ import annotations

from hashlib import sha256

from assets.documents.detect import detect
from assets.documents.limits import check_bytes, check_shape
from assets.documents.shape import Refused
from records.document import Document, Failure, Intake, Source
from records.settings import Limits

STAGE = "documents"


def take_in(source: Source, data: bytes, limits: Limits) -> Intake:
    """What becomes of a file: pure on its bytes, the same for the same bytes, and never raises for bad ones.

    Envelopes are opened before, by ``receive``: to this function they are no document.
    """
    digest = sha256(data).hexdigest()
    try:
        document = describe(digest, data, limits)
    except Refused as refused:
        return refuse(source, refused, data)
    return Intake(source, digest, len(data), document=document)


def refuse(source: Source, refused: Refused, data: bytes) -> Intake:
    """The intake of a file that goes into quarantine."""
    failure = Failure(refused.category, STAGE, f"{source.name}: {refused.message}")
    return Intake(source, sha256(data).hexdigest(), len(data), failure=failure)


def describe(digest: str, data: bytes, limits: Limits) -> Document:
    """The document that the bytes are. Raises Refused."""
    if not data:
        raise Refused("empty", "the file is empty; hand it in again")
    check_bytes(len(data), limits)
    found = detect(data)
    if found is None:
        raise Refused("not_a_document", "no PDF, PNG, JPEG, WebP, BMP or TIFF begins here; convert it to one of these")
    media_type, measure = found
    shape = measure(data, limits.max_pages)
    check_shape(shape, len(data), media_type, limits)
    return Document(digest, media_type, len(data), len(shape.pages))
