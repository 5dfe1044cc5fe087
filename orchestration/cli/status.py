"""``tablewright status``: what the platform holds."""

from __future__ import annotations

from typing import Annotated

import typer

from orchestration.cli.formats import Format


def status(format: Annotated[Format, typer.Option(help="How to report.")] = Format.text) -> None:
    """Show what came in, how far it has come, what the warehouse holds, and whether the daemon runs."""
    import msgspec
    from rich.console import Console
    from rich.table import Table

    from orchestration.batch import daemon_lives
    from orchestration.cli.tables import loads_table
    from orchestration.instance import open_instance
    from resources.platform import open_workshop
    from resources.settings import load_settings

    settings = load_settings()
    with open_instance(settings) as instance:
        daemon = daemon_lives(instance)
    with open_workshop(settings).catalogue as catalogue:
        account, states, loads = catalogue.account(), catalogue.tally(), catalogue.loads()
        refused = len(catalogue.quarantine())
    if format is Format.json:
        told = {
            "home": settings.home,
            "daemon": daemon,
            "files": account,
            "documents": states,
            "quarantine": refused,
            "relations": loads,
        }
        typer.echo(msgspec.json.encode(told))
        return
    console = Console()
    table = Table("what", "how many", title=settings.home, title_justify="left")
    table.add_row("files that came", str(account.files))
    for state, count in states.items():
        table.add_row(f"documents: {state}", str(count))
    table.add_row("files in quarantine", str(refused))
    console.print(table)
    if loads:
        console.print(loads_table(loads))
    console.print(f"the daemon {'runs' if daemon else 'does not run (make up starts it)'}")
