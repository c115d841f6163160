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
    check_pdf,
    read_seed,
    write_document,
)


def verb(
    output: Output = Path("puzzle.pdf"),
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

    Three puzzles with nine cards and three SETs each; every deal with three SETs is equally likely:

        setlab print puzzle --cards 9 --sets 3 --count 3 --seed 7 -o nine.pdf
    """
    from setlab.classroom.paper import puzzle_document

    check_pdf(output)
    chosen = read_seed(seed)
    document = puzzle_document(cards, sets, chosen, count, paper, palette, words, dimension, language)
    write_document(output, document, json, seed=chosen)
