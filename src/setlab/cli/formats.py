"""`--format`: the tables of a verb as text, CSV, LaTeX, Markdown or JSON. One option and one printer for all verbs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Annotated, Any

import typer

from setlab import __version__
from setlab.answers import FORMATS, Cell, DataTable, Shown, format_table
from setlab.cli.screen import print_table
from setlab.errors import SpecError, listed, unknown_name

TERMINAL, CSV, JSON = "table", "csv", "json"


def _known(name: str) -> str:
    if name not in FORMATS:
        raise SpecError(unknown_name(name, "a format", tuple(FORMATS)))
    return name


TableFormat = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        help=f"The form of the table: {listed(tuple(FORMATS))}.",
        callback=_known,
        autocompletion=lambda: list(FORMATS),
    ),
]
Tables = DataTable | Sequence[DataTable]


def chosen_format(format: str, json: bool) -> str:
    """The format that `--format` and `--json` ask for together.

    >>> chosen_format("table", True), chosen_format("csv", False)
    ('json', 'csv')
    """
    if json and format not in (TERMINAL, JSON):
        raise SpecError(f"--json and --format {format} exclude each other: choose one")
    return JSON if json else format


def print_answer(
    form: str, *, record: Callable[[], dict[str, Any]], tables: Callable[[], Tables], text: Callable[[], None]
) -> None:
    """Print the answer of a verb in its format: the JSON object, the tables alone, or the text with its tables."""
    from setlab.cli.screen import print_json

    if form == JSON:
        print_json(record())
    elif form == TERMINAL:
        text()
    else:
        print_formatted(tables(), form)


def print_formatted(tables: Tables, form: str) -> None:
    """Print tables as CSV, LaTeX or Markdown; several are separated by a blank line."""
    several = [tables] if isinstance(tables, DataTable) else tables
    end = "\r\n" if form == CSV else "\n"
    sys.stdout.write((end + end).join(format_table(table, form) for table in several) + end)


def print_data(table: DataTable) -> None:
    """Print a table on the terminal."""
    shown = table.for_people()
    whole = [index for index, column in enumerate(shown.columns) if column.name == "id"]  # ids are copied
    print_table(shown.headings, shown.texts(), [column.align for column in shown.columns], whole)


def about(command: str, **parameters: Any) -> dict[str, Any]:
    """The metadata of a table: the version of setlab, the command, and its parameters."""
    return {"setlab": __version__, "command": f"setlab {command}", **parameters}


def probability_cell(probability: Fraction | None, text: str) -> Cell:
    """A probability: programs get a float, or the text where it is too small for one.

    >>> probability_cell(Fraction(1, 4), "1 in 4"), probability_cell(Fraction(1, 10**400), "1e-400").value
    (Shown(value=0.25, text='1 in 4'), '1e-400')
    """
    if probability is None:
        return None
    value = float(probability)
    return Shown(text if probability and not value else value, text)
