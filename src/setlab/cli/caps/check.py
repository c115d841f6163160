"""`setlab caps check`: whether cards are a cap."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from setlab.cli.caps.report import Field, show_cap
from setlab.cli.options import Dimension, Json, NotationName, read_cards, read_notation
from setlab.errors import RuleError
from setlab.notation import DEFAULT, Notation


def verb(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Cards, one or more to a line; - is standard input.")],
    dimension: Dimension = 4,
    values: Field = 3,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Check whether the cards of a file are a cap, and whether it is complete.

    setlab caps check cards.txt --dimension 4
    """
    here = read_notation(notation, dimension, values)
    cards = read_cards(["-"], here, "setlab caps check cards.txt") if str(file) == "-" else _read(file, here)
    show_cap(cards, dimension, values, notation, json, None)


def _read(file: Path, here: Notation) -> list[int]:
    try:
        cards = here.parse_all(file.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError(f"{file} cannot be read ({error}): give a file of cards such as 1221 or 1RFD") from None
    if not cards:
        raise RuleError(f"{file} has no cards: write some such as 1221 or 1RFD")
    return cards
