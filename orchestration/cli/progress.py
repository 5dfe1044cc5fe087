"""A progress bar for a batch, one task a stage, where somebody looks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from resources.workshop import Progress as Callback
from resources.workshop import silent


@contextmanager
def watching(console: Console, quiet: bool = False) -> Iterator[Callback]:
    """What stages tell of their progress, shown as bars; nothing where there is no terminal."""
    if quiet or not console.is_terminal:
        yield silent
        return
    columns = TextColumn("{task.description:<10}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=console, transient=True) as bars:

        def show(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield show
