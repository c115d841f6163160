"""`setlab print deck`: a deck of cards to cut out, or large cards for teams."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from setlab.cli.options import Json, option
from setlab.cli.print.common import (
    Language,
    Output,
    PaletteName,
    Paper,
    Properties,
    Words,
    check_output,
    write_document,
)


def verb(
    output: Output = Path("deck.pdf"),
    size: Annotated[str, option("--size", "NAME", "card (87 × 56 mm), a5 (half a sheet) or a4 (a sheet).")] = "card",
    paper: Paper = "a4",
    backs: Annotated[bool, typer.Option("--backs", help="Print the backs, too: a page after every page.")] = False,
    palette: PaletteName = "classic",
    words: Words = False,
    language: Language = "en",
    dimension: Properties = 4,
    json: Json = False,
) -> None:
    """Print a deck: nine cards on a sheet with cut marks, or large cards for a team in front of the class.

    setlab print deck -o deck.pdf

    On both sides of the paper, turned over its long edge, for eyes that do not tell red from green:

        setlab print deck --backs --palette safe

    The solid cards of beginners, as large as half a sheet, with German words:

        setlab print deck --dimension 3 --size a5 --words --language de
    """
    from setlab.classroom.paper import deck_document

    check_output(output, ".pdf")
    document = deck_document(size, paper, backs, palette, words, dimension, language)
    write_document(output, document, json, cards=3**dimension, sheets=len(document.content["pages"]) // (1 + backs))
