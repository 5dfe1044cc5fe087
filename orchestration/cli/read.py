"""``tablewright read``: files in, what they hold out; no database, no Dagster."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from assets.reading import FileReading
    from records.settings import Settings
    from resources.readers import Readers


class Format(StrEnum):
    """What ``read`` can write."""

    json = "json"
    markdown = "markdown"
    csv = "csv"
    html = "html"


def read(
    files: Annotated[list[Path], typer.Argument(help="Files to read; of a folder, all files below it, sorted.")],
    format: Annotated[
        Format, typer.Option(help="What to write: json has one object a document and line.")
    ] = Format.json,
    output: Annotated[
        Path | None,
        typer.Option(help="Folder to write a file for each document into (csv: for each table), not standard output."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
) -> None:
    """Read documents and write what they hold, in the order given. Needs no database. Exit status 1 when a file could
    not be read; the others are read all the same."""
    # Imported here so that `--help` answers at once: the engines' libraries take a second to load.
    from functools import partial

    from rich.console import Console
    from rich.progress import track

    from gpu_ops.weights import WeightsError
    from orchestration.cli.output import WRITERS
    from orchestration.cli.output.files import Folder
    from resources.readers import load_readers
    from resources.settings import SettingsError, load_settings

    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    todo = list(expand(files))
    if not todo:
        raise typer.BadParameter(f"there is no file in {', '.join(map(str, files))}")
    # A bar on the terminal that the text itself goes to would be written through it.
    show = console.is_terminal and not quiet and (output is not None or not sys.stdout.isatty())
    failed = 0
    try:
        settings = load_settings()
        folder = Folder(output) if output is not None else None
        results = read_all(todo, partial(load_readers, settings.engines), settings)
        for result in track(results, "reading", len(todo), console=console, disable=not show, transient=True):
            if folder is not None:
                folder.write(result, format.value)
            else:
                sys.stdout.buffer.write(WRITERS[format.value](result).encode("utf-8", "replace"))
                sys.stdout.buffer.flush()
            if result.failure is not None:
                failed += 1
                if folder is not None or format is not Format.json:
                    console.print(sentence(result.intake.source.name, result.failure.message), style="red")
    except (SettingsError, WeightsError) as error:
        console.print(str(error), style="red")
        raise typer.Exit(1) from error
    if failed:
        raise typer.Exit(1)


def read_all(files: Iterable[Path], readers: Callable[[], Readers], settings: Settings) -> Iterator[FileReading]:
    """What became of each file, in the order given. Raises WeightsError where there is nothing to read with."""
    from assets.reading import FileReading, read_file
    from gpu_ops.weights import WeightsError
    from records.document import Failure, Intake, Source

    for path in files:
        try:
            yield read_file(path, readers, settings)
        except WeightsError:
            raise
        except Exception as error:  # a page that breaks an engine must not cost the documents after it
            message = f"reading broke off: {type(error).__name__}: {' '.join(str(error).split())}"
            failure = Failure("engine", "reading", message)
            yield FileReading(Intake(Source(str(path)), "", 0, failure=failure), None, failure)


def sentence(name: str, message: str) -> str:
    """What went wrong, with the file's name where the message lacks it."""
    return message if name in message else f"{name}: {message}"


def expand(paths: Iterable[Path]) -> Iterator[Path]:
    """Files as they are named; for a folder the files below it, sorted, without hidden ones."""
    for path in paths:
        if path.is_dir():
            inside = (p for p in path.rglob("*") if p.is_file())
            yield from sorted(p for p in inside if not any(n.startswith(".") for n in p.relative_to(path).parts))
        else:
            yield path
