"""``tablewright read``: files in, what they hold out; no database, no Dagster."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """What ``read`` can write."""

    json = "json"
    markdown = "markdown"
    csv = "csv"
    html = "html"


def read(
    files: Annotated[list[Path], typer.Argument(help="Files to read; of a folder, all files in it, sorted.")],
    format: Annotated[
        Format, typer.Option(help="What to write: json has one object a document and line.")
    ] = Format.json,
    output: Annotated[
        Path | None, typer.Option(help="Folder to write one file a document into, instead of to standard output.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
) -> None:
    """Read documents and write what they hold, in the order given. Needs no database. Exit status 1 when a file could
    not be read; the others are read all the same."""
    # Imported here so that `--help` answers at once: the engines' libraries take a second to load.
    from functools import partial

    from rich.console import Console
    from rich.progress import track

    from assets.reading import read_file
    from orchestration.cli.output import SUFFIXES, WRITERS
    from resources.readers import load_readers
    from resources.settings import SettingsError, load_settings

    console = Console(stderr=True)
    try:
        settings = load_settings()
    except SettingsError as error:
        console.print(f"[red]{error}[/red]", highlight=False)
        raise typer.Exit(1) from error
    todo = list(expand(files))
    failed = 0
    show = sys.stderr.isatty() and not quiet
    for path in track(todo, "reading", console=console, disable=not show, transient=True):
        result = read_file(path, partial(load_readers, settings.engines), settings)
        failed += result.failure is not None
        text = WRITERS[format.value](result)
        if output is None:
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            output.mkdir(parents=True, exist_ok=True)
            (output / (path.name + SUFFIXES[format.value])).write_text(text, encoding="utf-8")
        if result.failure is not None and format is not Format.json:
            console.print(f"[red]{result.failure.message}[/red]", highlight=False)
    if failed:
        raise typer.Exit(1)


def expand(paths: list[Path]) -> Iterator[Path]:
    """Files as they are named; for a folder the files below it, sorted, without hidden ones."""
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith("."))
        else:
            yield path
