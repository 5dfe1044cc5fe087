"""Settings from ``tablewright.toml`` and the environment; the environment wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from records.settings import Settings

PREFIX = "TABLEWRIGHT_"


class SettingsError(ValueError):
    """A setting that can't be understood; the message names it and says what would be right."""


def variables() -> dict[str, tuple[str, ...]]:
    """Environment variable to path of the setting, for every setting that there is.

    >>> variables()["TABLEWRIGHT_PAGES_DPI"]
    ('pages', 'dpi')
    """
    found: dict[str, tuple[str, ...]] = {}

    def walk(struct: Any, path: tuple[str, ...]) -> None:
        for field in msgspec.structs.fields(struct):
            here = (*path, field.name)
            if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
                walk(field.type, here)
            else:
                found[PREFIX + "_".join(here).upper()] = here

    walk(Settings, ())
    return found


def load_settings(environ: Mapping[str, str] | None = None, folder: Path | None = None) -> Settings:
    """Settings of this process. Reads ``tablewright.toml`` in ``folder`` (default: the working directory) or at
    ``$TABLEWRIGHT_CONFIG``. Raises SettingsError.
    """
    environ = os.environ if environ is None else environ
    file = Path(environ.get(PREFIX + "CONFIG") or (folder or Path.cwd()) / "tablewright.toml")
    values: dict[str, Any] = {}
    if file.is_file():
        try:
            values = tomllib.loads(file.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise SettingsError(f"{file} is not valid TOML: {error}") from error
    for name, path in variables().items():
        if name in environ:
            section = values
            for key in path[:-1]:
                section = section.setdefault(key, {})
            text = environ[name]
            is_list = path[-1] in ("allowed_hosts", "file_roots")
            section[path[-1]] = [x for x in text.split(",") if x] if is_list else text
    try:
        settings = msgspec.convert(values, Settings, strict=False)
        _refuse_unknown(values, Settings, file)
    except msgspec.ValidationError as error:
        raise SettingsError(f"a setting is wrong (in {file.name} or {PREFIX}…): {error}") from error
    return msgspec.structs.replace(settings, home=str(Path(settings.home).absolute()))


def _refuse_unknown(values: dict[str, Any], struct: Any, file: Path, where: str = "") -> None:
    """A misspelt setting that is silently ignored is worse than an error."""
    known = {field.name: field.type for field in msgspec.structs.fields(struct)}
    for key, value in values.items():
        if key not in known:
            raise SettingsError(f"{file.name}: there is no setting {where}{key}; known here: {', '.join(known)}")
        if isinstance(value, dict):
            _refuse_unknown(value, known[key], file, f"{where}{key}.")
