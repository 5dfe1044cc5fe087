"""The platform as a Dagster resource: settings, store, catalogue and engines of one run."""

from __future__ import annotations

import time
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from weakref import WeakSet

import psycopg2
from dagster import ConfigurableResource, DagsterInstance, InitResourceContext
from pydantic import PrivateAttr
from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import Pool

from records.settings import Settings
from resources.catalogue import Catalogue
from resources.postgres import serve
from resources.readers import load_readers
from resources.settings import load_settings
from resources.store import ArtefactStore
from resources.workshop import Progress, Workshop, silent

STATEMENT_MS = 60_000
POOL_SECONDS = 3600
IDLE = 2.0
"""Seconds after which a kept connection is probed before use; probing each time is a quarter of what an event costs."""
PROGRESS: ContextVar[Progress] = ContextVar("progress", default=silent)
"""Who watches the runs of this process. Not a field of the resource, of which Dagster makes copies."""

_POOLED: WeakSet[DagsterInstance] = WeakSet()
_FINISHED: list[Workshop] = []
"""Of runs of this process that are over: closed by the next run, or with the process."""


class Platform(ConfigurableResource):
    """Gives a run its workshop. While the run lives it holds a lock in the database, by which others tell that it does;
    engines are loaded by the first stage that has work for them, and stay for the process.
    """

    _workshop: Workshop | None = PrivateAttr(default=None)

    def setup_for_execution(self, context: InitResourceContext) -> None:
        if context.instance is not None:
            pool_connections(context.instance)
        while _FINISHED:
            _FINISHED.pop().catalogue.close()
        self._workshop = open_workshop(load_settings(), PROGRESS.get())
        if context.run is not None:
            self._workshop.catalogue.hold_run(context.run.run_id)

    def teardown_after_execution(self, context: InitResourceContext) -> None:
        # The run's last event is not written yet: were its lock let go now, the run could be taken for a dead one.
        self.workshop.images.clear()
        _FINISHED.append(self.workshop)
        self._workshop = None

    @property
    def workshop(self) -> Workshop:
        """What the run's stages work with; the same object from its first stage to its last."""
        if self._workshop is None:
            raise RuntimeError("the platform is used outside of a run: call setup_for_execution first")
        return self._workshop


def open_workshop(settings: Settings, progress: Progress = silent) -> Workshop:
    """A workshop on the platform's own store and catalogue. Raises DatabaseError."""
    store = ArtefactStore(Path(settings.home) / "artefacts")
    dsns = serve(settings)
    catalogue = Catalogue(lambda: dsns.connect("loader", autocommit=True))
    return Workshop(settings, store, catalogue, dsns, lambda: load_readers(settings.engines), progress)


def pool_connections(instance: DagsterInstance) -> None:
    """Let Dagster's storage keep its connections: it opens one for each statement otherwise, the larger part of what an
    event costs. One that was lost with its server is noticed before it is used."""
    if not event.contains(Pool, "checkout", _probe):
        event.listen(Pool, "checkout", _probe)
    if instance not in _POOLED:
        instance.optimize_for_webserver(statement_timeout=STATEMENT_MS, pool_recycle=POOL_SECONDS, max_overflow=10)
        _POOLED.add(instance)


def _probe(connection: Any, record: Any, proxy: Any) -> None:
    """Probes a connection that nobody has used for a while. Raises DisconnectionError, upon which SQLAlchemy opens
    another one."""
    now = time.monotonic()
    if now - record.info.get("used", 0.0) > IDLE:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except psycopg2.Error as error:
            raise DisconnectionError from error
    record.info["used"] = now
