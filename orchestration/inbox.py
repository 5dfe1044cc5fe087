"""Files out of the inbox, into the store and the catalogue; nothing is lost when this is cut off at any point."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from assets.documents.batches import Waiting, close_batch
from assets.documents.intake import refuse
from assets.documents.receive import receive
from assets.documents.shape import Refused
from records.document import Intake, Manifest, Source
from records.settings import Settings
from resources.workshop import Workshop

Seen = dict[str, tuple[int, int]]
"""Files by name, with size in bytes and time of last change in nanoseconds."""
UNFINISHED = (".part", ".tmp", ".crdownload", ".filepart")


def inbox(settings: Settings) -> Path:
    """The folder that people and programs drop files into."""
    return Path(settings.home) / "inbox"


def refused_files(settings: Settings) -> Path:
    """Where files go that became no document, as they were handed in."""
    return Path(settings.home) / "quarantine"


def look_around(folder: Path) -> Seen:
    """The files in a folder and below, those aside whose name says that somebody still writes them."""
    found: Seen = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        inside = path.relative_to(folder)
        if any(part.startswith(".") for part in inside.parts) or path.suffix in UNFINISHED:
            continue
        try:
            if path.is_file():
                status = path.stat()
                found[str(inside)] = status.st_size, status.st_mtime_ns
        except FileNotFoundError:
            continue  # taken or renamed in this moment
    return found


def whole(now: Seen, before: Mapping[str, tuple[int, int]]) -> list[str]:
    """Files that have not changed since they were last looked at: nobody writes them any more.

    >>> whole({"a": (1, 5), "b": (2, 5)}, {"a": (1, 5), "b": (1, 4)})
    ['a']
    """
    return [name for name, state in now.items() if before.get(name) == state]


def take(work: Workshop, paths: Sequence[tuple[Path, str]]) -> list[tuple[Intake, str]]:
    """Take files in, each with the name under which it is to be known: bytes into the store, then a line in the
    catalogue. Gives with each what it was: ``document``, ``duplicate`` or ``quarantined``.
    """
    numbers = work.catalogue.announce([name for _, name in paths])
    taken = []
    for (path, name), number in zip(paths, numbers, strict=True):
        intake, content = read(work.settings, path, Source(name))
        if intake.document is not None:
            work.store.put_document(content)
        taken.append((intake, work.catalogue.register(number, intake)))
    return taken


def read(settings: Settings, path: Path, source: Source) -> tuple[Intake, bytes]:
    """What a file is. One that is too large for anything we take is not even read."""
    try:
        size = path.stat().st_size
        if size > 2 * settings.limits.max_bytes:  # an envelope is larger than its data, but not twice as large
            return refuse(source, Refused("over_limit", f"the file has {size} bytes (limits.max_bytes)"), b""), b""
        data = path.read_bytes()
    except OSError as error:
        return refuse(source, Refused("unreadable", f"it can't be read: {error.strerror or error}"), b""), b""
    return receive(source, data, settings.intake, settings.limits, inbox(settings))


def empty_inbox(work: Workshop, names: Iterable[str], until: float = math.inf) -> list[Intake]:
    """Take whole files out of the inbox, as many as can be begun ``until`` a moment of the monotonic clock.

    A document's file goes when its bytes are in the store and in the catalogue; a refused one moves to the quarantine
    folder. Two that do this at once take turns.
    """
    folder, taken = inbox(work.settings), []
    with work.catalogue.taking_turns("inbox"):
        for name in names:
            path = folder / name
            if time.monotonic() > until:
                break
            if not path.is_file():
                continue
            [(intake, _)] = take(work, [(path, name)])
            if intake.document is not None:
                path.unlink(missing_ok=True)
            else:
                set_aside(work.settings, path, intake)
            taken.append(intake)
    return taken


def set_aside(settings: Settings, path: Path, intake: Intake) -> None:
    """Move a refused file out of the inbox, under a name that no other has."""
    folder = refused_files(settings)
    folder.mkdir(parents=True, exist_ok=True)
    path.replace(folder / f"{intake.sha256[:12] or time.time_ns()}-{path.name}")


def close_batches(work: Workshop, now: float, seconds: float | None = None) -> list[Manifest]:
    """Close the batches that are due; with ``seconds`` 0 all that waits."""
    settings = work.settings.intake
    wait = settings.batch_seconds if seconds is None else seconds
    closed = []
    with work.catalogue.taking_turns("batches"):
        waiting = [Waiting(*w) for w in work.catalogue.waiting()]
        while manifest := close_batch(waiting, now, settings.batch_documents, wait):
            waiting = [w for w in waiting if w.sha256 not in manifest.documents]
            work.catalogue.close_batch(manifest)
            closed.append(manifest)
    return closed
