"""``tablewright quarantine``: what could not be taken in or read, and a second try."""

from __future__ import annotations

from typing import Annotated

import typer

from orchestration.cli.formats import Format

quarantine = typer.Typer(name="quarantine", help="Files and documents that failed.", no_args_is_help=True)


@quarantine.command("list")
def list_(format: Annotated[Format, typer.Option(help="How to report.")] = Format.text) -> None:
    """List files that became no document, and documents that could not be read, each with its reason."""
    import msgspec
    from rich.console import Console
    from rich.table import Table

    from orchestration.quarantine import failed_documents
    from resources.platform import open_workshop
    from resources.settings import load_settings

    work = open_workshop(load_settings())
    with work.catalogue as catalogue:
        refused, failed = catalogue.quarantine(), failed_documents(work)
    if format is Format.json:
        typer.echo(msgspec.json.encode({"files": refused, "documents": failed}))
        return
    table = Table("id", "source", "category", "reason")
    for refusal in refused:
        table.add_row(str(refusal.id), refusal.source, refusal.category, refusal.message)
    for state in failed:
        if state.failure is not None:
            table.add_row(state.sha256[:12], state.source, state.failure.category, state.failure.message)
    Console().print(table)


@quarantine.command()
def retry(
    ids: Annotated[list[str] | None, typer.Argument(help="As `quarantine list` shows them; none: all.")] = None,
    format: Annotated[Format, typer.Option(help="How to report.")] = Format.text,
) -> None:
    """Try files and documents once more, as after a changed setting or a mended engine. Exit status 1 where one still
    fails."""
    import msgspec
    from rich.console import Console

    from orchestration.cli.progress import watching
    from orchestration.cli.tables import print_report
    from orchestration.ingest import retry_failed
    from resources.settings import load_settings

    with watching(Console(stderr=True)) as progress:
        report = retry_failed(load_settings(), ids or [], progress)
    if format is Format.json:
        typer.echo(msgspec.json.encode(report))
    else:
        print_report(Console(), report)
    if not report.complete:
        raise typer.Exit(1)
