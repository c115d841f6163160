"""`setlab VERB …`: find the verb, run it, and report every error in one line.

A verb is a function of a module in `verbs/`, or a group of such functions. It is imported when it is called, so that
`setlab find` does not load the code of the other verbs.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from setlab import __version__
from setlab.cli.commands import HELP, VerbGroup, main_help
from setlab.cli.options import INTERRUPTED
from setlab.cli.screen import as_shown, print_json, write_as_shown
from setlab.cli.stopping import NOTHING, StoppedEarly, hear_ctrl_c, is_stopping, say_stopped
from setlab.cli.verbs import PLACES, VERBS
from setlab.errors import did_you_mean, join_names, quote

BAD_INPUT = 2

SCHEMA = "--schema"
"""Prints the JSON Schema of what a verb prints with --json, instead of running it."""

NUMBERS = {"a valid int": "a whole number", "a valid float": "a number"}
"""What messages call the types of numbers."""


class Verbs(VerbGroup):
    """The group of all verbs."""

    package = "setlab.cli.verbs"
    places = PLACES

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(as_shown(main_help()) + "\n")


app = typer.Typer(cls=Verbs, context_settings=HELP, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def setlab(
    ctx: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False
) -> None:
    """A laboratory and a table for the card game SET."""
    if version:
        print(f"setlab {__version__}")
    elif ctx.invoked_subcommand is None:
        print(main_help())


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    hear_ctrl_c()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a closed pipe ends setlab as it ends `cat`
    for stream in (sys.stdout, sys.stderr):
        write_as_shown(stream)
    status = status_of(list(sys.argv[1:] if arguments is None else arguments))
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a late Ctrl-C must not print a traceback
    sys.exit(status)


def status_of(arguments: list[str]) -> int:
    """The exit status of a command line: 0; 2 after bad input, 130 after Ctrl-C, each with one line on stderr."""
    try:
        if SCHEMA in arguments:
            from setlab.cli.schema import asked_schema

            print_json(asked_schema(arguments))
            return 0
        result = typer.main.get_command(app)(arguments, prog_name="setlab", standalone_mode=False)
        sys.stdout.flush()
    except StoppedEarly as stopped:
        return say_stopped(str(stopped))
    except Exception as error:
        return say_stopped(NOTHING) if is_stopping() else _failed(error, arguments)
    return result if isinstance(result, int) else 0


def _failed(error: Exception, arguments: list[str]) -> int:
    """The exit status after an error that the user can correct, with one line on stderr; any other error is raised."""
    if isinstance(error, typer.Abort):
        return INTERRUPTED
    if type(error).__name__ == "NoArgsIsHelpError":  # `setlab exact` alone asks what there is
        print(error)
        return 0
    if isinstance(error, typer.TyperException):
        return _refuse(_usage_message(error, arguments))
    if isinstance(error, ValueError | ImportError):  # the message of a missing extra says how to install it
        return _refuse(str(error))
    if isinstance(error, OSError):
        # The rest of the buffer cannot be written either; Python must not try to flush it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return _refuse(f"cannot write {error.filename or 'the output'}: {error.strerror}; choose another place")
    raise error


def _refuse(message: str) -> int:
    print(f"setlab: {' '.join(message.split())}", file=sys.stderr)
    return BAD_INPUT


def _usage_message(error: typer.TyperException, arguments: list[str]) -> str:
    message = error.format_message().rstrip(".")
    for python, english in NUMBERS.items():
        message = message.replace(python, english)
    if unknown := re.match(r"""No such command ("[^"]*"|'[^']*')""", message):
        return _unknown_verb(unknown[1][1:-1], error)
    if unknown := re.match(r"No such option: (\S+)", message):
        return _unknown_option(unknown[1], error)
    verb = next((word for word in arguments if word in VERBS), "")
    context = getattr(error, "ctx", None)
    command = context.command_path if context else f"setlab {verb}".rstrip()
    end = "" if message.endswith("?") else ":"
    return f"{message}{end} see `{command} --help`"


def _unknown_option(flag: str, error: Any) -> str:
    """The message about an option that a verb does not have: the one that was meant, and where all are listed."""
    context = error.ctx
    names = [name for each in context.command.get_params(context) for name in each.opts if name.startswith("--")]
    question = did_you_mean(flag, names)
    remedy = f"; {question} See" if question else ": see"
    return f"No such option: {flag}{remedy} `{context.command_path} --help`"


def _unknown_verb(word: str, error: Any) -> str:
    """The message about a verb, or a verb of a verb, that is not there: the one that was meant, or else all of them."""
    names = error.ctx.command.list_commands(error.ctx)
    owner = error.ctx.command_path.removeprefix("setlab").strip()
    what = f"is not a verb of {owner}" if owner else "is not a verb"
    return f"{quote(word)} {what}: {did_you_mean(word, names) or f'choose {join_names(names)}'}"


if __name__ == "__main__":
    run()
