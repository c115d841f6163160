"""The help of `setlab` and of every verb: plain text within the width of the terminal, with examples to copy.

It is written without Rich, which takes longer to load than all else that `setlab --help` does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from setlab.cli.screen import as_shown, style, width, wrap_lines
from setlab.cli.verbs import GROUPS
from setlab.render.terminal import paint

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
    if verbs := {name: _summary(command.get_command(ctx, name)) for name in names}:
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


def _summary(command: Any) -> str:
    """The first sentence of a command's help."""
    return " ".join((command.help or "").partition("\n\n")[0].split())


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
