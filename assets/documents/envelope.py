"""The JSON envelope in which programs hand documents in: ``{modality, encoding, data, metadata, sha256?}``.

``encoding`` is ``base64`` or ``url``; ``data`` the bytes so encoded, or where they lie; ``modality`` says what the
sender takes it for (kept as metadata, never relied on); ``metadata`` an object, kept as text.
"""

from __future__ import annotations

import binascii
import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from assets.documents.fetch import fetch
from assets.documents.shape import Refused
from records.document import Failure
from records.settings import IntakeSettings, Limits

STAGE = "documents"
OVERHEAD = 1024 * 1024
"""Bytes of an envelope beside its data, at the most."""
_BLANKS = b"\xef\xbb\xbf \t\r\n"


class Envelope(Struct, frozen=True, forbid_unknown_fields=True):
    """An envelope as it is written. A misspelt field is an error: it might have been the hash."""

    modality: str
    encoding: Literal["base64", "url"]
    data: str
    metadata: dict[str, Any] = {}
    sha256: str | None = None


class Content(Struct, frozen=True):
    """What an envelope held."""

    data: bytes
    metadata: dict[str, str]


def is_envelope(data: bytes) -> bool:
    """Whether the bytes are meant as an envelope: no document that we read begins like JSON.

    >>> is_envelope(b' {"modality": "document"}'), is_envelope(b"%PDF-1.7")
    (True, False)
    """
    return data[:64].lstrip(_BLANKS)[:1] in (b"{", b"[")


def resolve(data: bytes, settings: IntakeSettings, limits: Limits, inbox: Path | None = None) -> Content | Failure:
    """The document inside an envelope, fetched if need be: bytes and metadata, or why there are none.

    Categories: bad_envelope, forbidden_url, hash_mismatch, over_limit, unreadable (the last may pass).
    """
    try:
        envelope = parse(data, limits)
        content = fetch(envelope.data, settings, limits, inbox) if envelope.encoding == "url" else decode(envelope.data)
        check_hash(envelope.sha256, content)
        if is_envelope(content):
            raise bad("it holds another envelope; hand that one in itself")
    except Refused as refused:
        return Failure(refused.category, STAGE, refused.message)
    metadata = {key: value if isinstance(value, str) else json.dumps(value) for key, value in envelope.metadata.items()}
    return Content(content, {"modality": envelope.modality, **metadata})


def bad(problem: str) -> Refused:
    """The refusal of an envelope that can't be understood."""
    return Refused("bad_envelope", f"the envelope can't be read: {problem}")


def parse(data: bytes, limits: Limits) -> Envelope:
    """The envelope as a record. Raises Refused (bad_envelope, over_limit)."""
    most = limits.max_bytes // 3 * 4 + OVERHEAD
    if len(data) > most:
        raise Refused("over_limit", f"the envelope has {len(data)} bytes; at most {most} are allowed (max_bytes)")
    try:
        envelope = msgspec.json.decode(data.removeprefix(_BLANKS[:3]), type=Envelope)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise bad(
            f"{error}; it takes modality, encoding (base64 or url), data, metadata and, if known, sha256"
        ) from error
    for name in ("modality", "data"):
        if not getattr(envelope, name).strip():
            raise bad(f"its field `{name}` is empty")
    return envelope


def decode(text: str) -> bytes:
    """Bytes from base64, which may be broken into lines. Raises Refused (bad_envelope)."""
    try:
        return binascii.a2b_base64("".join(text.split()), strict_mode=True)
    except ValueError as error:  # binascii.Error, or text that is not ASCII
        raise bad(f"its data are no base64 ({error})") from error


def check_hash(expected: str | None, data: bytes) -> None:
    """Raises Refused (hash_mismatch) where the bytes are not those that the sender hashed."""
    if expected is None:
        return
    found = sha256(data).hexdigest()
    if expected.strip().lower().removeprefix("sha256:") != found:
        raise Refused("hash_mismatch", f"the envelope says SHA-256 {expected} and its data have {found}; send it again")
