"""What the stages of a batch work with: settings, store, catalogue and engines, and a place to tell of progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from records.settings import Settings
from resources.catalogue import Catalogue
from resources.postgres import Dsns
from resources.readers import Readers
from resources.store import ArtefactStore

HELD = 256 * 1024 * 1024
"""Bytes of page images that a batch keeps between its stages: about 22 scanned A4 pages."""


Progress = Callable[[str, int, int], None]
"""Told the stage, the pages done in it, and how many there are."""


def silent(stage: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


class Images:
    """Page images kept from stage to stage, as long as there is room.

    The first that come stay: each stage goes over all pages in the same order, where dropping the oldest would
    never hit.
    """

    def __init__(self, room: int = HELD) -> None:
        self.room = room
        self._held: dict[tuple[str, int], np.ndarray] = {}

    def offer(self, sha256: str, index: int, image: np.ndarray) -> None:
        """Keep an image where there is room for it."""
        if image.nbytes <= self.room and (sha256, index) not in self._held:
            self.room -= image.nbytes
            self._held[sha256, index] = image

    def clear(self) -> None:
        """Let go of all."""
        self.room += sum(image.nbytes for image in self._held.values())
        self._held.clear()

    def find(self, sha256: str, index: int) -> np.ndarray | None:
        return self._held.get((sha256, index))


@dataclass(frozen=True)
class Workshop:
    """One batch's surroundings. ``load`` gives the engines, and is called only by a stage that has work to do."""

    settings: Settings
    store: ArtefactStore
    catalogue: Catalogue
    database: Dsns
    load: Callable[[], Readers]
    progress: Progress = silent
    images: Images = field(default_factory=Images)

    @cached_property
    def readers(self) -> Readers:
        return self.load()
