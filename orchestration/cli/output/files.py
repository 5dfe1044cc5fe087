"""Readings written to a folder, one file a document, or one a table."""

from __future__ import annotations

from pathlib import Path

from assets.reading import FileReading
from orchestration.cli.output import SUFFIXES, WRITERS
from orchestration.cli.output.csv import table_csv


class Folder:
    """Writes into a folder, and never two documents into one file. Files of an earlier run are replaced."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._names: set[str] = set()

    def write(self, result: FileReading, form: str) -> None:
        """``scan.pdf`` becomes ``scan.pdf.json``; as CSV ``scan.pdf.1.csv``, ``scan.pdf.2.csv`` …, one a table."""
        self.path.mkdir(parents=True, exist_ok=True)
        name, suffix = self._free(Path(result.intake.source.name).name), SUFFIXES[form]
        if form == "csv":
            tables = result.reading.tables if result.reading is not None else ()
            texts = {f"{name}.{i}{suffix}": table_csv(table) for i, table in enumerate(tables, 1)}
        else:
            texts = {name + suffix: WRITERS[form](result)}
        for file, text in texts.items():
            (self.path / file).write_bytes(text.encode("utf-8", "replace"))

    def _free(self, name: str) -> str:
        """The name, with a number where a document of that name came before."""
        free, number = name, 2
        while free in self._names:
            free, number = f"{name}-{number}", number + 1
        self._names.add(free)
        return free
