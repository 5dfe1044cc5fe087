"""A file for each reason by which files go into quarantine."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any

from intake_files import bmp_header, pdf_file, tiff_pages

MAX_PAGES = 3


def envelope(**fields: Any) -> bytes:
    return json.dumps({"modality": "document", "encoding": "base64", "metadata": {}, **fields}).encode()


def broken_png() -> bytes:
    """A PNG whose frame is whole and whose pixels can't be unpacked: only who opens it can tell."""
    pieces = [
        (b"IHDR", struct.pack(">IIBBBBB", 60, 60, 8, 0, 0, 0, 0)),
        (b"IDAT", b"\x78\x9c" + b"\xff" * 40),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in pieces
    )


def refused(root: Path) -> dict[str, bytes]:
    """Files by category, for a platform that allows ``MAX_PAGES`` pages, and envelopes that point below ``root``."""
    whole = base64.b64encode(pdf_file()).decode()
    return {
        "empty": b"",
        "truncated": pdf_file(2)[:-400],
        "encrypted": pdf_file(user="secret", owner="other"),
        "not_a_document": b"Dear Sir or Madam",
        "decompression_bomb": bmp_header(60000, 60000),
        "over_limit": tiff_pages(MAX_PAGES + 1),
        "hash_mismatch": envelope(data=whole, sha256="0" * 64),
        "bad_envelope": envelope(data=whole, hash="0" * 64),
        "forbidden_url": envelope(encoding="url", data="https://example.com/letter.pdf"),
        "unreadable": envelope(encoding="url", data=(root / "gone.pdf").as_uri()),
    }
