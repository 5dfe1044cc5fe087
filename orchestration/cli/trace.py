"""``tablewright trace``: where a value was read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orchestration.cli.formats import Format


def trace(
    relation: Annotated[str, typer.Argument(help="A relation of the warehouse.")],
    row: Annotated[int, typer.Argument(help="Its row's number, in the column _row.")],
    column: Annotated[str | None, typer.Argument(help="One of its columns; none: all of the row.")] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the crops of the scan.")] = Path("crops"),
    format: Annotated[Format, typer.Option(help="How to report.")] = Format.text,
) -> None:
    """Show the page, box, confidence and raw text that a value was read from, and cut the crop out of the scan."""
    import msgspec
    from rich.console import Console

    from assets.warehouse.trace import trace as look_up
    from orchestration.cli.tables import print_traces
    from orchestration.crop import write_crop
    from resources.platform import open_workshop
    from resources.settings import load_settings

    work = open_workshop(load_settings())
    with work.catalogue:
        values = look_up(work.catalogue.connection, relation, row, column)
        found = [(value, write_crop(work, value, output)) for value in values]
    if format is Format.json:
        typer.echo(msgspec.json.encode([{**msgspec.structs.asdict(t), "crop": str(path)} for t, path in found]))
    else:
        print_traces(Console(), found)
