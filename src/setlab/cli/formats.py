"""`--format`: the tables of a verb as text, CSV, LaTeX, Markdown or JSON. One option and one printer for all verbs."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from setlab.answers import FORMATS, Answer, DataTable, Evidence, format_table
from setlab.cli.options import Json, option
from setlab.cli.screen import print_json, print_table, say, width
from setlab.errors import SpecError, listed, unknown_name

TERMINAL, CSV, JSON = "table", "csv", "json"


TableFormat = Annotated[str, option("--format", "NAME", f"The form of the table: {listed(FORMATS)}.", words=FORMATS)]


@dataclass(frozen=True)
class Output:
    """The form in which a verb prints its answer."""

    format: TableFormat = TERMINAL
    json: Json = False

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise SpecError(unknown_name(self.format, "a format", FORMATS))
        if self.json and self.format not in (TERMINAL, JSON):
            raise SpecError(f"--json and --format {self.format} exclude each other: choose one")

    @property
    def form(self) -> str:
        """The format that `--format` and `--json` ask for together."""
        return JSON if self.json else self.format

    def show(self, answer: Answer, text: Callable[[], object] | None = None) -> None:
        """Print the JSON object, the tables alone, or the text with its tables; by default tables and sentences."""
        if self.form == JSON:
            print_json(answer.record)
        elif self.form != TERMINAL:
            end = "\r\n" if self.form == CSV else "\n"
            tables = (format_table(table, self.form) for table in answer.tables_for(self.form))
            sys.stdout.write((end + end).join(tables) + end)
        elif text is not None:
            text()
        else:
            print_answer(answer)


def print_answer(answer: Answer) -> None:
    """Print the tables of an answer on the terminal, then its sentences and the evidence."""
    for table in answer.tables_for(TERMINAL):
        print_data(table)
        print()
    for sentence in answer.sentences:
        say(sentence)
    print_evidence(answer.evidence)


def print_evidence(evidence: Sequence[Evidence]) -> None:
    """Print the evidence for every claim, if there is any."""
    if evidence:
        column = max(len(row.how) for row in evidence) + 4
        print("\nWhat this run did:")
        for row in evidence:
            words = textwrap.wrap(f"{row.claim} ({row.by})", width() - column)
            print(f"  {row.how:<{column - 2}}" + f"\n{' ' * column}".join(words))


def print_data(table: DataTable) -> None:
    """Print a table on the terminal."""
    shown = table.for_people()
    whole = [index for index, column in enumerate(shown.columns) if column.name == "id"]  # ids are copied
    print_table(shown.headings, shown.texts(), [column.align for column in shown.columns], whole)
