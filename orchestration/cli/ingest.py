"""``tablewright ingest``: files into the platform, and a report when they are in the warehouse."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orchestration.cli.formats import Format


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files; of a folder, all files below it.")],
    format: Annotated[Format, typer.Option(help="How to report.")] = Format.text,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
) -> None:
    """Take files into the platform as a batch, wait until they are in the warehouse, and report. The files stay where
    they are. Exit status 1 when one of them did not get there."""
    import msgspec
    from rich.console import Console

    from orchestration.cli.progress import watching
    from orchestration.cli.read import expand
    from orchestration.cli.tables import print_report
    from orchestration.ingest import ingest_files
    from resources.settings import load_settings

    absent = [path for path in paths if not path.exists()]
    if absent:
        typer.echo(f"tablewright: {absent[0]} does not exist; name files or folders that do", err=True)
        raise typer.Exit(1)
    settings = load_settings()
    console = Console(stderr=True)
    with watching(console, quiet) as progress:
        report = ingest_files(settings, list(expand(paths)), progress)
    if format is Format.json:
        typer.echo(msgspec.json.encode(report))
    else:
        print_report(Console(), report)
    if not report.complete:
        raise typer.Exit(1)
