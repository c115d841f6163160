"""Functions as commands, and groups of them such as `setlab exact`: each verb is imported when it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup

from setlab.cli.help import with_help

HELP = {"help_option_names": ["-h", "--help"]}


class VerbGroup(TyperGroup):
    """A group of verbs; each has its place, "module.function" within a package or "function" within a module."""

    package: ClassVar[str] = ""
    places: ClassVar[Mapping[str, str]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.places:
            return None
        module, _, name = self.places[cmd_name].rpartition(".")
        return make_command(cmd_name, getattr(import_module(f"{self.package}.{module}".rstrip(".")), name))


def verb_group(package: str, verbs: Mapping[str, str] | Sequence[str], help: str) -> typer.Typer:
    """The app of a verb that has verbs of its own: their places, or in one module their names."""
    places = verbs if isinstance(verbs, Mapping) else {verb: verb.replace("-", "_") for verb in verbs}
    group = type("Verbs", (VerbGroup,), {"package": package, "places": places})
    app = typer.Typer(add_completion=False, cls=group, context_settings=HELP, rich_markup_mode=None)
    app.callback(no_args_is_help=True, help=help)(lambda: None)
    return app


def make_command(name: str, verb: Callable[..., Any] | typer.Typer) -> Any:
    """The command that calls a function, or the group of an app."""
    if isinstance(verb, typer.Typer):
        app = verb
    else:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name, context_settings=HELP, no_args_is_help=False)(verb)
    command = typer.main.get_command(app)
    command.name = name
    return with_help(command)
