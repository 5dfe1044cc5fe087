"""``tablewright``: the commands. Their modules import what they need when they run, so that each starts quickly, and
``read`` needs neither Dagster nor a database driver.
"""

from __future__ import annotations

import sys

import typer

from orchestration.cli.dsn import dsn
from orchestration.cli.errors import guarded
from orchestration.cli.ingest import ingest
from orchestration.cli.quarantine import quarantine
from orchestration.cli.read import read
from orchestration.cli.status import status
from orchestration.cli.stop import stop
from orchestration.cli.trace import trace

app = typer.Typer(
    name="tablewright",
    help="Scanned documents into a PostgreSQL database that people can trust.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (read, ingest, trace, status, dsn, stop):
    app.command()(command)
app.add_typer(quarantine)


def main() -> None:
    """The entry point."""
    sys.exit(guarded(app))
