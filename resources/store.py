"""The artefact store: what a stage made, addressed by the hash of all that it was made from."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def address(stage: str, version: str, *inputs: str) -> str:
    """64 hex digits for a stage's output: its name, its code's and engine's version with configuration, its inputs.

    The parts are framed by their length, so that no two lists of parts give the same bytes.
    """
    digest = hashlib.sha256()
    for part in (stage, version, *inputs):
        data = part.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


class ArtefactStore:
    """Content-addressed files under one folder. A file appears whole or not at all, also when the process is
    killed while it writes; writing the same address again changes nothing.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, kind: str, key: str) -> Path:
        """Where the artefact lies, whether or not it exists."""
        return self.root / kind / key[:2] / key

    def has(self, kind: str, key: str) -> bool:
        return self.path(kind, key).is_file()

    def put_bytes(self, kind: str, key: str, data: bytes) -> None:
        """Raises OSError when the disk is full or may not be written."""
        target = self.path(kind, key)
        if target.is_file():
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".part-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def get_bytes(self, kind: str, key: str) -> bytes:
        """Raises FileNotFoundError where nothing was put."""
        return self.path(kind, key).read_bytes()

    def put(self, kind: str, key: str, record: Any) -> None:
        """A record as msgpack."""
        self.put_bytes(kind, key, msgspec.msgpack.encode(record))

    def get(self, kind: str, key: str, of: type[T]) -> T:
        """The record; raises msgspec.ValidationError where the bytes are of another type."""
        return msgspec.msgpack.decode(self.get_bytes(kind, key), type=of)

    def put_document(self, data: bytes) -> str:
        """Keep a document's bytes; gives their SHA-256."""
        key = hashlib.sha256(data).hexdigest()
        self.put_bytes("documents", key, data)
        return key
