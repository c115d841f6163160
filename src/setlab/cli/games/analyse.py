"""`setlab games analyse`: which SETs people see first, from the events of their games."""

from __future__ import annotations

import json as format_json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from setlab.cli.figures import Font, NoTitle, Panels, Title, Width, looking, read_look
from setlab.cli.formats import CSV, TableFormat, about, chosen_format, print_answer
from setlab.cli.games.report import print_analysis
from setlab.cli.options import Json, check_picture, option
from setlab.errors import SpecError, listed
from setlab.tabular import DataTable

if TYPE_CHECKING:
    from setlab.seeing import Analysis

WHO = ("people", "opponents", "all")
"""Whose claims can be examined."""


def verb(
    files: Annotated[
        list[str],
        typer.Argument(metavar="EVENTS…", help="Downloads of rooms, records of `setlab play`; - is standard input."),
    ],
    effects: Annotated[
        str | None, option("--effects", "NAMES", "differ, differ-each, same, near, age, new, with commas between them.")
    ] = None,
    level: Annotated[float, option("--level", "P", "The level of the intervals.")] = 0.95,
    players: Annotated[str, option("--players", "WHOSE", f"Whose claims: {listed(WHO)}.")] = "people",
    plot: Annotated[Path | None, option("--plot", "FILE", "Draw rates and effects (.svg, .png, .pdf, .pgf).")] = None,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> None:
    """Which SETs are found first? Rates by the number of properties that differ, and effects, with intervals.

    A model in which the SETs on the table compete; its conclusions say what the games cannot show, too.

    Downloads of rooms are given together; here are simulated games to try it:

        setlab games simulate --players 5 --rounds 4 -o games.json

        setlab games analyse games.json --effects differ,new --plot seen.svg
    """
    from setlab.seeing import analyse_reading, read_effects, read_games

    form = chosen_format(format, json)
    check_picture(plot)
    look = read_look(plot, title, no_title, width, font)
    names = read_effects(effects) if effects is not None else ()
    reading = read_games(((name, _content(name)) for name in files), players)
    found = analyse_reading(reading, names, level)
    if plot is not None:
        _draw(found, plot, look, panels)
    print_answer(
        form,
        record=lambda: found.to_json() | ({"path": str(plot)} if plot else {}),
        tables=lambda: _tables(found, form, files),
        text=lambda: print_analysis(found, plot),
    )


def _content(name: str) -> Any:
    """The JSON object of a file, or of standard input."""
    try:
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise SpecError(f"{name!r} cannot be read ({error.strerror}): give the download of a room") from None
    try:
        return format_json.loads(text)
    except (ValueError, RecursionError):
        raise SpecError(
            f"{name!r} is no JSON: give the download of a room, or a file that `setlab play --record` wrote"
        ) from None


def _tables(found: Analysis, form: str, files: list[str]) -> DataTable | list[DataTable]:
    from setlab.seeing import effects_table, long_table, rates_table

    metadata = about("games analyse", files=files, level=found.level, claims=found.claims, players=found.players)
    if form == CSV:
        return long_table(found, metadata)
    return [rates_table(found, metadata), effects_table(found, metadata)]


def _draw(found: Analysis, plot: Path, look: Any, panels: str | None) -> None:
    from setlab.plots.figure import save_figure
    from setlab.plots.seeing import draw_seeing

    with looking(look):
        save_figure(draw_seeing(found, panels), plot)
