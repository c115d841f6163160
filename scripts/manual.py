"""Writes the manual page docs/setlab.1 from the help: `python -m scripts.manual`. A test compares it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from setlab.cli.commands import options_of
from setlab.cli.main import app
from setlab.cli.verbs import GROUPS

PAGE = Path(__file__).parents[1] / "docs" / "setlab.1"
BEGINNING = r""".TH SETLAB 1 "" "" "setlab"
.SH NAME
setlab \- a laboratory and a table for the card game SET
.SH SYNOPSIS
.B setlab
.I VERB
[\fIoption\fR ...]
.SH DESCRIPTION
Finds and explains SETs, deals and draws cards, plays, counts exactly, simulates millions of games repeatably, and
serves a table for the browser. Every verb has \fB\-\-json\fR, which prints one JSON object, and \fB\-\-help\fR."""
END = r""".SH ENVIRONMENT
.TP
.B SETLAB_STORE
Where finished trials are kept: a file, or an address postgresql://...
.TP
.B SETLAB_ROOMS
Where rooms of \fBsetlab serve\fR are kept: a file, or an address postgresql://...
.TP
.B SETLAB_CERTIFICATE
The file with the certificate of \fBsetlab serve --https\fR.
.TP
.B SETLAB_ISA
The instruction set of the core: avx512, avx2, portable or plain.
.TP
.BR NO_COLOR ", " FORCE_COLOR
No colour; colour where the output is not a terminal, too.
.SH EXIT STATUS
0; 1 if a check found an error; 2 after bad input; 130 after Ctrl-C."""


def main_command() -> Any:
    """The command `setlab`."""
    return typer.main.get_command(app)


def page() -> str:
    """The whole page."""
    os.environ["COLUMNS"] = "80"
    main = main_command()
    context = main.make_context("setlab", [], resilient_parsing=True)
    lines = [BEGINNING]
    for group, verbs in GROUPS.items():
        lines.append(f'.SH "{group.upper()}"')
        for verb in verbs:
            lines += section(main.get_command(context, verb), f"setlab {verb}")
    return "\n".join([*lines, END]) + "\n"


def section(command: Any, path: str) -> Iterator[str]:
    """The lines about a verb, and about its own verbs."""
    context = command.context_class(command, info_name=path, resilient_parsing=True)
    yield f'.SS "{escaped(path)}"'
    for paragraph in re.split(r"\n\s*\n", command.help or ""):
        words = " ".join(paragraph.split())
        yield from (".PP", ".EX", escaped(words), ".EE") if words.startswith("setlab ") else (".PP", escaped(words))
    for name, explanation in options_of(command, context).items():
        yield from (".TP", rf"\fB{escaped(name)}\fR", escaped(explanation))
    for verb in command.list_commands(context) if hasattr(command, "list_commands") else ():
        yield from section(command.get_command(context, verb), f"{path} {verb}")


def escaped(text: str) -> str:
    r"""The text with what roff reads otherwise escaped.

    >>> print(escaped(".a\\b --json"))
    \&.a\eb \-\-json
    """
    plain = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{plain}" if plain[:1] in (".", "'") else plain


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
