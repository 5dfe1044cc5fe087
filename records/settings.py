"""Every setting, with its default and what it means. Reading them from files and the environment: resources."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Limits(Struct, frozen=True):
    """What a document may be at the most; beyond that it goes into quarantine as ``over_limit``."""

    max_bytes: Annotated[int, Meta(ge=1, description="Bytes of one file.")] = 256 * 1024 * 1024
    max_pages: Annotated[int, Meta(ge=1, description="Pages of one document.")] = 2000
    max_pixels: Annotated[int, Meta(ge=1, description="Pixels of one page, as decoded or rendered.")] = 120_000_000


class IntakeSettings(Struct, frozen=True):
    """How files come in and batches close."""

    allowed_hosts: Annotated[
        tuple[str, ...], Meta(description="Internal hosts that an envelope's URL may name, as host or host:port.")
    ] = ()
    file_roots: Annotated[
        tuple[str, ...], Meta(description="Folders that an envelope's file URL may point into; the inbox always.")
    ] = ()
    url_timeout: Annotated[float, Meta(gt=0, description="Seconds to wait for an envelope's URL.")] = 20.0
    batch_documents: Annotated[int, Meta(ge=1, description="A batch closes when it holds this many documents,")] = 1000
    batch_seconds: Annotated[float, Meta(ge=0, description="or when its first has waited this many seconds.")] = 5.0


class PageSettings(Struct, frozen=True):
    """How documents become upright page images."""

    dpi: Annotated[int, Meta(ge=36, le=600, description="Resolution at which PDF pages are rendered.")] = 200
    max_pixels: Annotated[
        int, Meta(ge=1, description="Pixels of a rendered PDF page; larger ones are rendered at a lower resolution.")
    ] = 40_000_000
    text_layer: Annotated[bool, Meta(description="Keep a PDF page's own text where it can be trusted.")] = True
    orientation: Annotated[bool, Meta(description="Find and undo quarter turns of scanned pages.")] = True
    deskew: Annotated[bool, Meta(description="Find and undo small angles of scanned pages.")] = True
    max_skew: Annotated[float, Meta(gt=0, le=20, description="The largest angle, in degrees, to look for.")] = 5.0


class EngineSettings(Struct, frozen=True):
    """How engines use the machine."""

    threads: Annotated[int, Meta(ge=0, description="Threads of one engine; 0: as many as there are cores.")] = 0
    pool: Annotated[int, Meta(ge=1, description="Runs that may use an engine at the same time.")] = 2
    attempts: Annotated[int, Meta(ge=1, description="Tries at a document whose failure may pass.")] = 3


class KeepSettings(Struct, frozen=True):
    """How long the control plane remembers."""

    run_days: Annotated[int, Meta(ge=1, description="Days after which finished runs and their events go.")] = 90
    tick_days: Annotated[int, Meta(ge=1, description="Days after which sensor and schedule ticks go.")] = 7


class Settings(Struct, frozen=True):
    """All settings. Each can be set in ``tablewright.toml`` or as ``TABLEWRIGHT_<SECTION>_<NAME>``."""

    home: Annotated[str, Meta(description="Folder for the database, artefacts, inbox and logs.")] = ".tablewright"
    database: Annotated[
        str, Meta(description="DSN of a PostgreSQL to use; empty: the embedded one, started under home.")
    ] = ""
    alert_command: Annotated[
        str, Meta(description="Command to run when a run fails; gets one JSON object on standard input.")
    ] = ""
    sweep: Annotated[str, Meta(description="A folder that the schedule sweeps into the inbox; empty: none.")] = ""
    limits: Limits = Limits()
    intake: IntakeSettings = IntakeSettings()
    pages: PageSettings = PageSettings()
    engines: EngineSettings = EngineSettings()
    keep: KeepSettings = KeepSettings()
