"""``tablewright stop``: the embedded PostgreSQL down."""

from __future__ import annotations

import typer


def stop() -> None:
    """Stop the embedded PostgreSQL. Its data stay; whatever needs it starts it again."""
    from resources.postgres import stop as stop_postgres
    from resources.settings import load_settings

    typer.echo("stopped" if stop_postgres(load_settings()) else "it was not running")
