"""Writes docs/reference.md from the code: settings, commands, assets and checks. ``make docs`` runs it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from records.settings import Settings

HEAD = """# Reference

Written from the code by `make docs`; a test fails when it is out of date.
"""


def settings_section() -> str:
    """A table of every setting: name, environment variable, default, meaning."""
    rows = [
        "## Settings",
        "",
        "In `tablewright.toml` (in the working directory, or at `$TABLEWRIGHT_CONFIG`) or the environment, which wins.",
        "",
        "| setting | environment | default | meaning |",
        "|---|---|---|---|",
    ]

    def walk(struct: Any, path: tuple[str, ...]) -> None:
        hints = get_type_hints(struct, include_extras=True)
        for field in msgspec.structs.fields(struct):
            here = (*path, field.name)
            hint = hints[field.name]
            if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
                walk(hint, here)
                continue
            meaning = ""
            if get_origin(hint) is Annotated:
                meaning = next((m.description or "" for m in get_args(hint)[1:] if isinstance(m, msgspec.Meta)), "")
            default = msgspec.json.encode(field.default).decode()
            name = "TABLEWRIGHT_" + "_".join(here).upper()
            rows.append(f"| `{'.'.join(here)}` | `{name}` | `{default}` | {meaning} |")

    walk(Settings, ())
    return "\n".join(rows) + "\n"


def commands_section() -> str:
    """The help of every command, as the command itself prints it."""
    import typer.main

    from orchestration.cli.main import app

    parts = ["## Commands", ""]

    def walk(command: Any, name: str) -> None:
        context = command.context_class(command, info_name=name, terminal_width=100)
        parts.append(f"### `{name}`\n\n{(command.help or '').strip()}\n")
        rows = []
        for parameter in command.params:
            if parameter.name in ("help", "install_completion", "show_completion"):
                continue
            record = parameter.get_help_record(context)
            label = record[0] if record else parameter.make_metavar(context)
            text = record[1] if record else (getattr(parameter, "help", None) or "")
            rows.append(f"| `{label}` | {' '.join(text.split())} |")
        if rows:
            parts.append("| parameter | meaning |\n|---|---|\n" + "\n".join(rows) + "\n")
        if hasattr(command, "list_commands"):
            for sub in command.list_commands(context):
                found = command.get_command(context, sub)
                if found is not None and not found.hidden:
                    walk(found, f"{name} {sub}")

    walk(typer.main.get_command(app), "tablewright")
    return "\n".join(parts)


def assets_section() -> str:
    """Every asset with its description, and every check with what it promises."""
    from orchestration.definitions import defs

    graph = defs.get_repository_def().asset_graph
    parts = ["## Assets", "", "| asset | what it is | made from |", "|---|---|---|"]
    for key in graph.toposorted_asset_keys:
        node = graph.get(key)
        what = " ".join((node.description or "").split())
        parents = ", ".join(f"`{p.to_user_string()}`" for p in sorted(node.parent_keys)) or "–"
        parts.append(f"| `{key.to_user_string()}` | {what} | {parents} |")
    parts += ["", "## Checks", "", "| check | blocking | what it promises |", "|---|---|---|"]
    for check in sorted(graph.asset_check_keys, key=lambda k: (k.asset_key.to_user_string(), k.name)):
        spec = graph.get_check_spec(check)
        what = " ".join((spec.description or "").split())
        name = f"{check.asset_key.to_user_string()}: {check.name}"
        parts.append(f"| `{name}` | {'yes' if spec.blocking else 'no'} | {what} |")
    return "\n".join(parts) + "\n"


def reference() -> str:
    """The whole page."""
    return "\n".join([HEAD, settings_section(), commands_section(), assets_section()])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(reference(), encoding="utf-8")
