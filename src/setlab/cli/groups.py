"""Verbs of verbs, such as `setlab exact sets`: each is imported when it is called, and all of them for their help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup

from setlab.cli.help import with_help

HELP = {"help_option_names": ["-h", "--help"]}


class VerbGroup(TyperGroup):
    """A group of verbs: their names, and for each the module of the package and its function."""

    package: ClassVar[str] = ""
    verbs: ClassVar[Mapping[str, str]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.verbs)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.verbs:
            return None
        module, _, function = self.verbs[cmd_name].partition(".")
        return command_of(cmd_name, getattr(import_module(f"{self.package}.{module}"), function))


def group_app(package: str, verbs: Mapping[str, str]) -> typer.Typer:
    """The app of a package, with the place of each verb as "module.function"."""
    group = type("Verbs", (VerbGroup,), {"package": package, "verbs": verbs})
    return typer.Typer(add_completion=False, cls=group, context_settings=HELP, rich_markup_mode=None)


def command_of(name: str, function: Callable[..., Any]) -> Any:
    """The command that calls a function."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, context_settings=HELP, no_args_is_help=False)(function)
    command = typer.main.get_command(app)
    command.name = name
    return with_help(command)
