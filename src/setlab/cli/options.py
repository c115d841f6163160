"""The options that several verbs share, and the reading of cards from the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from setlab.errors import SpecError, join_names, quote
from setlab.notation import DECK_NAMES, NOTATIONS

if TYPE_CHECKING:
    from setlab.experiment.result import Result


INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells."""

FOUND = 1
"""The exit status of a check that found an error."""

PICTURES = (".svg", ".png", ".pdf")
FIGURES = (*PICTURES, ".pgf")


def option(*parts: str, words: Iterable[str] | None = None) -> Any:
    """An option given by its flags, the name of its value, and its help, in this order; shells complete the words."""
    *flags, metavar, explanation = parts
    complete = None if words is None else lambda: list(words)
    return typer.Option(*flags, metavar=metavar, help=explanation, autocompletion=complete)


def flag(*parts: str) -> Any:
    """An option without a value, given by its flags and its help."""
    *flags, explanation = parts
    return typer.Option(*flags, help=explanation)


def argument(metavar: str, explanation: str, words: Iterable[str] | None = None) -> Any:
    """An argument given by its name in the help, and its help."""
    complete = None if words is None else lambda: list(words)
    return typer.Argument(metavar=metavar, help=explanation, show_default=False, autocompletion=complete)


MEANING = f"The meaning of the digits: {', '.join(NOTATIONS)}."
NotationName = Annotated[str, option("--notation", "--coding", "NAME", MEANING, words=NOTATIONS)]
Dimension = Annotated[int, option("--dimension", "--properties", "-d", "D", "Number of properties of a card.")]
Values = Annotated[int, option("--values", "-n", "N", "Number of values of a property.")]
DECK = f"The deck: {join_names(DECK_NAMES)}."
DeckName = Annotated[str, option("--deck", "NAME", DECK, words=DECK_NAMES)]
PLACE = "Where finished trials are kept: a file or postgresql://… (default SETLAB_STORE or your data folder)."
StorePlace = Annotated[str | None, option("--store", "PLACE", PLACE)]
BACKEND = "Where trials are computed: cpu, gpu or dask."
CLUSTER = "Of the Dask cluster that computes, such as tcp://host:8786."
WORKERS = "Let a Dask cluster of N processes, started here, compute."
Json = Annotated[bool, flag("--json", "Print one JSON object and nothing else; --schema describes it.")]
Answered = Annotated[bool, flag("--answer", "-a", "Show the SETs as well.")]
Yes = Annotated[bool, flag("--yes", "-y", "Do not ask.")]
ROOMS = "Where rooms are kept: a file or postgresql://… (default: your data folder)."
Place = Annotated[str | None, option("--db", "PLACE", ROOMS)]
Seed = Annotated[str, option("--seed", "S", "0 to 2^64 − 1.")]


def check_folder(path: Path) -> None:
    """Raise `SpecError` unless the folder of a file is there."""
    if not path.absolute().parent.is_dir():
        raise SpecError(f"{path} cannot be written: there is no folder {path.absolute().parent}")


def whole_number(text: str, what: str) -> int:
    """The whole number that a text shows, also as 1e6 or 2_000_000.

    >>> whole_number("1e6", "number of trials"), whole_number("25e1", "seed")
    (1000000, 250)
    """
    from decimal import Decimal, InvalidOperation

    try:
        number = Decimal(text)
    except InvalidOperation:
        raise SpecError(f"{quote(text)} is not a {what}: write a whole number such as 1000000 or 1e6") from None
    if not number.is_finite() or number != number.to_integral_value() or abs(number) >= Decimal(10) ** 40:
        raise SpecError(f"{quote(text)} is not a {what}: it must be whole and below 10^40")
    return int(number)


def number_below(exponent: int, text: str, what: str) -> int:
    """The whole number from 0 to 2^exponent − 1 that a text shows."""
    number = whole_number(text, what)
    if not 0 <= number < 2**exponent:
        raise SpecError(f"{what} {number} is out of range: choose 0 to 2^{exponent} − 1")
    return number


@dataclass(frozen=True)
class PlotFile:
    """The file of a figure."""

    plot: Annotated[Path | None, option("--plot", "FILE", "Draw the result: .svg, .png, .pdf or .pgf.")] = None


@dataclass(frozen=True)
class LookOptions:
    """The look of a figure."""

    title: Annotated[str | None, option("--title", "TEXT", "The title of the figure.")] = None
    no_title: Annotated[bool, flag("--no-title", "No title, subtitle or foot, for a paper with captions.")] = False
    width: Annotated[str | None, option("--width", "W", "The width of the figure: 12cm, 120mm, 4.7in or 341pt.")] = None
    font: Annotated[str, option("--font", "NAME", "The letters of the figure: sans or serif.")] = "sans"

    def check(self, plot: Path | None) -> Any:
        """The look. Raise `SpecError` unless the figure can be written, or if there is none for the look."""
        from setlab.plots.figure import Look, read_width

        if plot is not None and plot.suffix not in FIGURES:
            raise SpecError(f"{plot} is not a picture: choose a name that ends in {', '.join(FIGURES)}")
        if plot is not None:
            check_folder(plot)
        if self.title is not None and self.no_title:
            raise SpecError("--title and --no-title exclude each other: choose one")
        inches = None if self.width is None else read_width(self.width)
        look = Look("" if self.no_title else self.title, inches, self.font)
        if plot is None and look != Look():
            raise SpecError("--title, --no-title, --width and --font are about a figure: name one by --plot FILE")
        return look

    def write(self, plot: Path | None, draw: Callable[[], Any]) -> None:
        """Draw a figure with this look and write it, if a file is named."""
        if plot is not None:
            from setlab import plots
            from setlab.plots.figure import figure_look

            with figure_look(self.check(plot)):
                plots.save_figure(draw(), plot)


@dataclass(frozen=True)
class PanelOptions(LookOptions):
    """The look of a figure that has several panels."""

    panels: Annotated[str | None, option("--panels", "NAMES", "Which parts of the figure, separated by commas.")] = None

    def write_results(self, plot: Path | None, results: Sequence[Result], confidence: float = 0.95) -> None:
        """Draw results with this look and write the figure, if a file is named."""
        if plot is not None:
            from setlab.plots.results import draw_results

            self.write(plot, lambda: draw_results(results, confidence, self.panels))


@dataclass(frozen=True)
class PlaceOptions:
    """Where trials are computed and kept."""

    backend: Annotated[str | None, option("--backend", "NAME", BACKEND)] = None
    scheduler: Annotated[str | None, option("--scheduler", "ADDRESS", CLUSTER)] = None
    workers: Annotated[int | None, option("--workers", "N", WORKERS)] = None
    store: StorePlace = None
    no_store: Annotated[bool, flag("--no-store", "Store nothing.")] = False


def path_field(path: Path | None) -> dict[str, str]:
    """The field of the JSON object that names a written file, if there is one."""
    return {} if path is None else {"path": str(path)}
