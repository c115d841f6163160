"""`setlab print puzzle`: puzzles with their solutions on a separate page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from setlab.cli.options import Json, option
from setlab.cli.print.common import (
    Language,
    Output,
    PaletteName,
    Paper,
    Properties,
    Seed,
    Words,
    check_output,
    read_seed,
    write_document,
)
from setlab.errors import SpecError


def verb(
    output: Output = Path("puzzle.pdf"),
    date: Annotated[str | None, option("--date", "YYYY-MM-DD", "The puzzle of a day, as everybody has it.")] = None,
    level: Annotated[str | None, option("--level", "NAME", "The puzzle of the day: basic or advanced.")] = None,
    cards: Annotated[int | None, option("--cards", "N", "Number of cards: 12, and 9 for three properties.")] = None,
    sets: Annotated[int | None, option("--sets", "K", "Number of SETs: 6, and 4 for three properties.")] = None,
    seed: Seed = None,
    count: Annotated[int, option("--count", "M", "Number of puzzles, each on a page of its own.")] = 1,
    paper: Paper = "a4",
    palette: PaletteName = "classic",
    words: Words = False,
    language: Language = "en",
    dimension: Properties = 4,
    json: Json = False,
) -> None:
    """Print puzzles: find all SETs. The solutions are on a page of their own.

    setlab print puzzle

    The puzzles of a week, beginning on a Monday:

        setlab print puzzle --date 2026-11-16 --level basic --count 7

    Three puzzles with nine cards and three SETs each; every deal with three SETs is equally likely:

        setlab print puzzle --cards 9 --sets 3 --count 3 --seed 7 -o nine.pdf
    """
    from setlab.classroom.paper import daily_document, puzzle_document
    from setlab.classroom.puzzles import today

    check_output(output, ".pdf")
    if date is None and level is None:
        chosen = read_seed(seed)
        free = puzzle_document(cards, sets, chosen, count, paper, palette, words, dimension, language)
        write_document(output, free, json, seed=chosen)
        return
    if (cards, sets, seed, dimension) != (None, None, None, 4):
        raise SpecError("the puzzle of a day has its own cards: leave out --cards, --sets, --seed and --dimension")
    day, chosen_level = date or today().isoformat(), level or "advanced"
    daily = daily_document(day, chosen_level, count, paper, palette, words, language)
    write_document(output, daily, json, date=day, level=chosen_level)
