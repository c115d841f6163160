"""What a verb prints: one JSON object, tables in the form that `--format` asks for, or text that fits the terminal.

Rich prints the tables and is imported when there is one to print. Cards are drawn without it (`render`), so that the
verbs which only draw cards start without waiting for it.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

from setlab.answers import FORMATS, Answer, DataTable, Evidence, format_table
from setlab.answers.answer import attributes as attributes
from setlab.cli.options import Json, option
from setlab.errors import SpecError, join_names, unknown_name
from setlab.limits import LARGEST_EXACT_NUMBER
from setlab.notation import MOST_NAMED_VALUES, Notation
from setlab.render import pick_style, symbol_text, visible_width

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


WIDEST = 100
"""The longest line of text and pictures, however wide the terminal: longer ones are hard to read."""

UNLIMITED = 10_000
"""More columns than any table has."""


def print_json(answer: Mapping[str, Any]) -> None:
    """Print the answer as one JSON object, whose texts are escaped where the stream is ASCII."""
    print(json.dumps(json_value(answer), ensure_ascii=(sys.stdout.encoding or "").lower() in ("ascii", "us-ascii")))


def json_value(value: Any) -> Any:
    """The value as JSON has it: a whole number beyond 2^53 is a string of its digits.

    >>> json_value({"cards": 81, "seeds": [2**53, 2**53 + 1]})
    {'cards': 81, 'seeds': [9007199254740992, '9007199254740993']}
    """
    if isinstance(value, Mapping):
        return {key: json_value(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [json_value(each) for each in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST_EXACT_NUMBER:
        return str(value)
    return value


def width() -> int:
    """The number of columns for text and pictures."""
    return min(shutil.get_terminal_size((80, 24)).columns, WIDEST)


def wrap_lines(text: str, mark: str = "", room: int = 0) -> list[str]:
    """The text in lines that leave some room, after a mark; commands in backquotes are not broken."""
    kept = re.sub("`[^`]*`", lambda quoted: quoted[0].replace(" ", "\0"), " ".join(text.split()))
    indents: dict[str, Any] = {"initial_indent": mark, "subsequent_indent": " " * len(mark)}
    lines = textwrap.wrap(kept, max(width() - room, 20), break_on_hyphens=False, break_long_words=False, **indents)
    return [line.replace("\0", " ") for line in lines]


def say(text: str, mark: str = "") -> None:
    """Print a sentence after a mark, folded at the width of the terminal; in a file or a pipe it is one line."""
    if sys.stdout.isatty():
        print_wrapped(text, mark)
    else:
        print(f"{mark}{' '.join(text.split())}".rstrip())


def print_wrapped(text: str, mark: str = "") -> None:
    """Print a long list or paragraph after a mark, in lines that are never longer than the terminal, or 80 columns."""
    print("\n".join(wrap_lines(text, mark)))


def style() -> str:
    """The style in which cards are drawn on standard output: `colour`, `mono` or `plain`."""
    return pick_style(sys.stdout, os.environ)


def console(columns: int | None = None) -> Console:
    """A Rich console for standard output, in colour if `style` has colour: one decision for cards and for tables."""
    from rich.console import Console

    return Console(force_terminal=style() == "colour", width=columns, highlight=False, markup=False, emoji=False)


def print_rich(*parts: RenderableType, columns: int | None = None) -> None:
    """Print tables and styled text, folded at the columns, with no blanks at the ends of lines."""
    here = console(columns or width())
    with here.capture() as captured:
        here.print(*parts, sep="\n")
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


Align = Literal["left", "right"]


def print_table(
    headings: Sequence[str], body: Sequence[Sequence[str]], align: Sequence[Align], whole: Sequence[int]
) -> None:
    """Print columns below their headings, each aligned as given.

    The columns with the numbers in `whole` are never folded. On a terminal that is too narrow the headings are folded
    first, then the gaps between the columns are narrowed, and only then are cells folded.
    """
    from rich.table import Table

    widths = [max((visible_width(row[i]) for row in body), default=0) for i in range(len(headings))]
    gap = 2 if _columns_taken(_folded_headings(headings, widths), widths) <= table_width() else 1
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False)
    for i, heading in enumerate(_folded_headings(headings, widths)):
        table.add_column(heading, justify=align[i], overflow="fold", no_wrap=i in whole)
    for row in body:
        table.add_row(*row)
    print_rich(table, columns=table_width())


def _folded_headings(headings: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The headings, folded between their words where the table would be wider than the terminal."""
    if _columns_taken(headings, widths) <= table_width():
        return list(headings)
    room = [max([1, width, *map(len, text.split())]) for text, width in zip(headings, widths, strict=True)]
    return ["\n".join(textwrap.wrap(*pair, break_on_hyphens=False)) for pair in zip(headings, room, strict=True)]


def _columns_taken(headings: Sequence[str], widths: Sequence[int]) -> int:
    """The columns of the terminal that a table with gaps of two takes, from its headings and its widest cells."""
    pairs = zip(headings, widths, strict=True)
    return sum(max([width, *map(len, text.split("\n"))]) + 2 for text, width in pairs) - 2


def table_width() -> int:
    """The columns that a table may take: those of the terminal; in a file or a pipe its rows are never folded."""
    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else UNLIMITED


HANDLER = "setlab-ascii"

NEAREST = str.maketrans({
    "–": "-", "—": "-", "−": "-", "…": "...", "×": "x", "·": "*", "±": "+-", "≤": "<=", "≥": ">=", "≠": "!=",
    "→": "->", "⇒": "=>", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "∞": "infinity", "√": "sqrt ",
    "∼": "~", "≈": "~", "•": "*",
})  # fmt: skip
"""What stands for the signs of the texts."""


def nearest_ascii(text: str) -> str:
    """The text in ASCII; what has no likeness is escaped.

    >>> nearest_ascii("149–157, S₄, Évariste, 2 × 3 …"), nearest_ascii("◈")
    ('149-157, S4, Evariste, 2 x 3 ...', '\\\\u25c8')
    """
    bare = (c for c in unicodedata.normalize("NFKD", text.translate(NEAREST)) if not unicodedata.combining(c))
    return "".join(bare).encode("ascii", "backslashreplace").decode()


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return nearest_ascii(error.object[error.start : error.end]), error.end


def write_as_shown(stream: TextIO | Any) -> None:
    """Let a stream write what it can show: ASCII on a terminal that asks for it; elsewhere escapes, never an error."""
    if not hasattr(stream, "reconfigure"):
        return
    if stream.isatty() and pick_style(stream, os.environ) == "plain":
        codecs.register_error(HANDLER, _replaced)
        stream.reconfigure(encoding="ascii", errors=HANDLER)
    else:
        stream.reconfigure(errors="backslashreplace")  # a stream that cannot carry ∼ gets \u223c


def as_shown(text: str) -> str:
    """The text as standard output shows it, for those that write to the terminal by another way."""
    return nearest_ascii(text) if sys.stdout.errors == HANDLER else text


Update = Callable[..., object]
"""Called with what has changed: completed=…, description=…, or a field that a column shows."""


@contextmanager
def progress_bar(*columns: str, total: float | None, what: str = "", **fields: Any) -> Iterator[Update | None]:
    """A bar on stderr, as the function that updates it, or None where stderr is not a terminal.

    Without a total the bar only shows that something goes on. Behind the bar come the columns: `elapsed`, `left`, or
    a text such as "{task.completed}/{task.total}".
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    times = {"elapsed": TimeElapsedColumn, "left": TimeRemainingColumn}
    behind = [times[column]() if column in times else column for column in columns]
    with Progress("{task.description}", BarColumn(), *behind, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, **fields)
        yield lambda **changes: bar.update(task, **changes)


def confirm_deletion(what: str) -> bool:
    """True if the user agrees; raise `SpecError` without a terminal to ask on."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise SpecError(f"{what} is not deleted without a terminal to ask on: add --yes")
    print(f"Delete {what}? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


TERMINAL, CSV, JSON = "table", "csv", "json"


TableFormat = Annotated[
    str, option("--format", "NAME", f"The form of the table: {join_names(FORMATS)}.", words=FORMATS)
]


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


def digits_of(cards: Iterable[int], here: Notation) -> list[str]:
    """The cards as digits, for JSON."""
    return [here.digits(card) for card in cards]


def symbol(card: int, here: Notation) -> str:
    """The card as a few characters within a line of text; nothing where its values cannot be drawn."""
    return symbol_text(here.face(card), style()) if here.deck.n <= MOST_NAMED_VALUES else ""


def in_words(cards: Iterable[int], here: Notation) -> str:
    """The cards in words, with commas between them; digits where the values have no names."""
    return ", ".join(here.digits(card) if here.deck.n > MOST_NAMED_VALUES else here.name(card) for card in cards)


def as_typed(cards: Sequence[int], here: Notation) -> str:
    """The cards in digits, and in words so that a slip of the fingers shows."""
    return f"{' '.join(map(here.digits, cards))} ({in_words(cards, here)})"


MOST_TAGGED = 20
"""The largest number of SETs that are marked by tags on the cards."""
