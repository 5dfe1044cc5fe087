"""What came in: sources, documents, failures, and the closed list that makes a batch."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

MediaType = Literal["application/pdf", "image/png", "image/jpeg", "image/webp", "image/bmp", "image/tiff"]

Category = Literal[
    "empty",  # no bytes at all
    "truncated",  # starts as a known format and ends too early
    "encrypted",  # a PDF that asks for a password
    "not_a_document",  # no format that we read
    "decompression_bomb",  # a small file that unfolds to far too many pixels
    "over_limit",  # more bytes, pages or pixels than the settings allow
    "hash_mismatch",  # the envelope's sha256 is not that of its data
    "bad_envelope",  # a JSON envelope that can't be understood
    "forbidden_url",  # an envelope's URL that points where it may not
    "unreadable",  # the file can't be opened or read from where it lies
    "engine",  # an engine failed on this document
]
"""Why a file did not become a document, or a document not a reading."""

TRANSIENT: frozenset[str] = frozenset({"unreadable", "engine"})
"""Categories that may pass when tried again; the others are a property of the bytes."""


class Failure(Struct, frozen=True):
    """One clear sentence with its place: what went wrong, in which stage, on which page."""

    category: Category
    stage: str
    message: str
    page: int | None = None


class Source(Struct, frozen=True):
    """Where bytes came from: a path or URL as handed in, and what the sender said about them."""

    name: str
    metadata: dict[str, str] = {}


class Document(Struct, frozen=True):
    """Bytes that we can read, addressed by their SHA-256 (64 hex digits)."""

    sha256: str
    media_type: MediaType
    size: int
    pages: int


class Intake(Struct, frozen=True):
    """What became of one file: a document, or a failure that put it in quarantine; never both, never neither."""

    source: Source
    sha256: str
    size: int
    document: Document | None = None
    failure: Failure | None = None


class Manifest(Struct, frozen=True):
    """A closed batch: what belongs to it never changes. Documents by SHA-256, in order of arrival."""

    batch: str
    documents: tuple[str, ...]
    closed_at: str
