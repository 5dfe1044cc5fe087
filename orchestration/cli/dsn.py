"""``tablewright dsn``: how to get at the database with any other program."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Role(StrEnum):
    """As whom to connect."""

    reader = "reader"
    loader = "loader"
    owner = "owner"


def dsn(
    role: Annotated[Role, typer.Argument(help="reader sees the warehouse; loader writes rows; owner defines it.")] = (
        Role.reader
    ),
) -> None:
    """Print the DSN of the warehouse, as in `psql "$(tablewright dsn)"`. Starts the embedded PostgreSQL if need be."""
    from resources.postgres import serve
    from resources.settings import load_settings

    typer.echo(serve(load_settings()).dsn(role.value))
