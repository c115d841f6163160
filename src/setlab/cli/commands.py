"""Functions as commands, and groups of them such as `setlab exact`: each verb is imported when it is called.

Their help is plain text within the width of the terminal, with examples to copy. It is written without Rich, which
takes longer to load than all else that `setlab --help` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from inspect import Parameter, Signature, signature
from typing import Any, ClassVar, get_type_hints

import typer
from typer.core import TyperGroup

from setlab.cli.screen import as_shown, style, width, wrap_lines
from setlab.cli.verbs import GROUPS
from setlab.render.terminal import paint

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


def verb_group(*verbs: str, **places: str) -> Callable[[Callable[..., Any]], typer.Typer]:
    """Make a function the app of a verb that has verbs of its own: functions of its module, or in the given places.

    The verb import is the function `import_`. The decorated function is called when no verb is given; if it takes no
    options, its docstring is printed instead as the help of the group.
    """

    def make_group(alone: Callable[..., Any]) -> typer.Typer:
        there = {verb.rstrip("_"): verb.replace("-", "_") for verb in verbs} | places
        group = type("Verbs", (VerbGroup,), {"package": alone.__module__, "places": there})
        app = typer.Typer(add_completion=False, cls=group, context_settings=HELP, rich_markup_mode=None)
        has_options = bool(signature(alone).parameters)
        app.callback(invoke_without_command=has_options, no_args_is_help=not has_options)(expand_options(alone))
        return app

    return make_group


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


MARGIN = "  "
WIDEST_NAME = 26
"""The largest width of the column of options; a longer option has a line of its own."""

INK = "#2f7fd0"

INTRODUCTION = """A laboratory and a table for the card game SET."""

BEGIN = """Cards are written in words, letters or digits: one red solid oval = 1RFO = 0000.
Every verb has --json, and help with examples: setlab find --help."""

EXAMPLES = ("setlab rules", "setlab deal 12 --seed 1", "setlab find 1RFD 1REO 1RTS 2GFO", "setlab third 1RFD 1REO")


def main_help() -> str:
    """The overview of all verbs, in groups."""
    lines = [f"Usage: {_heading('setlab VERB …')}", "", INTRODUCTION]
    for group, verbs in GROUPS.items():
        lines += ["", _heading(group), *_columns(verbs, 12)]
    lines += ["", _heading("To begin with"), *(MARGIN + example for example in EXAMPLES), "", *wrap_lines(BEGIN)]
    lines += ["", "setlab --version, setlab --install-completion, setlab VERB --help"]
    return "\n".join(lines)


def with_help(command: Any) -> Any:
    """The command, which now prints its help as this module writes it; so do its own verbs."""
    command.format_help = lambda ctx, formatter: formatter.write(as_shown(command_help(command, ctx)) + "\n")
    for each in getattr(command, "commands", {}).values():
        with_help(each)
    return command


def command_help(command: Any, ctx: Any) -> str:
    """The help of one command: usage, explanation, examples, its verbs, its options."""
    names = command.list_commands(ctx) if hasattr(command, "list_commands") else []
    lines = [f"Usage: {_heading(usage_of(command, ctx))}", ""]
    for paragraph in re.split(r"\n\s*\n", command.help or ""):
        lines += [*_paragraph(paragraph), ""]
    helps = {name: command.get_command(ctx, name).help or "" for name in names}
    if verbs := {name: " ".join(help.partition("\n\n")[0].split()) for name, help in helps.items()}:
        lines += [_heading("Verbs"), *_columns(verbs, max(map(len, verbs)) + 2), ""]
    options = options_of(command, ctx)
    width = min(max(map(len, options), default=0) + 2, WIDEST_NAME)
    return "\n".join([*lines, _heading("Options"), *_columns(options, width)])


def usage_of(command: Any, ctx: Any) -> str:
    """How a command is called, in one line."""
    pieces = ["VERB …"] if hasattr(command, "list_commands") else command.collect_usage_pieces(ctx)
    return " ".join([ctx.command_path, *(re.sub(r"[{}]", "", piece) for piece in pieces)])


def options_of(command: Any, ctx: Any) -> dict[str, str]:
    """The arguments and options of a command, each with its help."""
    shown = [each for each in command.get_params(ctx) if not getattr(each, "hidden", False)]
    return {_option_name(each, ctx): _option_help(each, ctx) for each in shown}


def _paragraph(paragraph: str) -> list[str]:
    """The lines of a paragraph; a command to copy is never wrapped but continued with a backslash."""
    words = paragraph.split()
    if words[:1] != ["setlab"]:
        return wrap_lines(re.sub(r"\*(\w+)\*", r"\1", paragraph))
    lines = [MARGIN * 2 + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) + 3 > width():
            lines[-1:] = [lines[-1] + " \\", MARGIN * 4 + word]
        else:
            lines[-1] += f" {word}"
    return lines


def _option_name(parameter: Any, ctx: Any) -> str:
    if parameter.param_type_name == "argument":
        return re.sub(r"[\[\]{}]", "", str(parameter.make_metavar(ctx)))
    long = [flag for flag in parameter.opts if flag.startswith("--")]
    flags = [flag for flag in parameter.opts if flag not in long] + long[:1]  # aliases are not listed
    metavar = "" if parameter.is_flag else f" {parameter.metavar or parameter.make_metavar(ctx)}"
    return ", ".join(flags) + metavar


def _option_help(parameter: Any, ctx: Any) -> str:
    if "--help" in parameter.opts:
        return "Show this help."
    default, help = parameter.get_default(ctx), parameter.help or ""
    shown = default not in (None, False, "") and parameter.param_type_name == "option" and not parameter.is_flag
    return f"{help} (default {default})" if shown and f"default {default}" not in help else help


def _columns(rows: Mapping[str, str], left: int) -> list[str]:
    """Names beside their explanations, which are wrapped."""
    lines: list[str] = []
    for name, explanation in rows.items():
        first, *rest = wrap_lines(explanation, room=len(MARGIN) + left) or [""]
        indent = " " * (len(MARGIN) + left)
        fits = len(name) <= left - 2
        lines += [f"{MARGIN}{name:<{left}}{first}".rstrip()] if fits else [MARGIN + name, indent + first]
        lines += [indent + line for line in rest]
    return lines


def _heading(text: str) -> str:
    return paint(text, INK, bold=True) if style() == "colour" else text
