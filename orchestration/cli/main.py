"""``tablewright``: the commands. Their modules import what they need when they run, so that each starts quickly, and
``read`` needs neither Dagster nor a database driver.
"""

from __future__ import annotations

import os
import sys

import typer

from orchestration.cli.dsn import dsn
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
    """The entry point. An error is one sentence on standard error and exit status 1, with a traceback only where
    ``TABLEWRIGHT_DEBUG`` is set."""
    try:
        app()
    except Exception as error:  # the last place where anything can be said to a person
        if os.environ.get("TABLEWRIGHT_DEBUG"):
            raise
        print(f"tablewright: {sentence(error)}", file=sys.stderr)
        sys.exit(1)


def sentence(error: Exception) -> str:
    """What went wrong, in one line. The platform's own errors say it themselves; for others their kind is told too."""
    text = " ".join(str(error).split()) or "no more is known"
    own = type(error).__module__.split(".")[0] in ("resources", "assets", "gpu_ops", "orchestration")
    return text if own else f"{type(error).__name__}: {text} (set TABLEWRIGHT_DEBUG=1 to see where)"
