"""Functions as commands, and groups of them such as `setlab exact`: each verb is imported when it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import Any, ClassVar, get_type_hints

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


def verb_group(
    package: str, verbs: Mapping[str, str] | Sequence[str], help: str = "", alone: Callable[..., Any] | None = None
) -> typer.Typer:
    """The app of a verb that has verbs of its own: their places, or in one module their names.

    `alone` is called without any of them; by default the help is printed.
    """
    places = verbs if isinstance(verbs, Mapping) else {verb: verb.replace("-", "_") for verb in verbs}
    group = type("Verbs", (VerbGroup,), {"package": package, "places": places})
    app = typer.Typer(add_completion=False, cls=group, context_settings=HELP, rich_markup_mode=None)
    if alone is None:
        app.callback(no_args_is_help=True, help=help)(lambda: None)
    else:
        app.callback(invoke_without_command=True)(expand_options(alone))
    return app


def make_command(name: str, verb: Callable[..., Any] | typer.Typer) -> Any:
    """The command that calls a function, or the group of an app."""
    if isinstance(verb, typer.Typer):
        app = verb
    else:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name, context_settings=HELP, no_args_is_help=False)(expand_options(verb))
    command = typer.main.get_command(app)
    command.name = name
    return with_help(command)


def expand_options(verb: Callable[..., Any]) -> Callable[..., Any]:
    """The function with each parameter that is a dataclass of options replaced by the fields of the dataclass.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Size:
    ...     width: int = 4
    >>> def draw(name: str, *, size: Size) -> str:
    ...     return name * size.width
    >>> str(signature(expand_options(draw))), expand_options(draw)(name="x", width=2)
    ('(*, name: str, width: int = 4)', 'xx')
    """
    groups, parameters = dict[str, Any](), list[Parameter]()
    hints = get_type_hints(verb, include_extras=True)
    for each in signature(verb).parameters.values():
        if is_dataclass(hints[each.name]):
            group = groups[each.name] = hints[each.name]
            kinds = get_type_hints(group, include_extras=True)
            for field in fields(group):
                default = Parameter.empty if field.default is MISSING else field.default
                made = Parameter(field.name, Parameter.KEYWORD_ONLY, annotation=kinds[field.name], default=default)
                parameters.append(made)
        else:
            parameters.append(each.replace(annotation=hints[each.name], kind=Parameter.KEYWORD_ONLY))

    def call(**given: Any) -> Any:
        for name, group in groups.items():
            given[name] = group(**{each.name: given.pop(each.name) for each in fields(group)})
        return verb(**given)

    call.__doc__ = verb.__doc__
    call.__annotations__ = {each.name: each.annotation for each in parameters}
    call.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return call
