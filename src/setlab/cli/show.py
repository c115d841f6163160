"""`setlab show`: cards drawn on the terminal or in a file."""

from __future__ import annotations

from typing import Annotated

import typer

from setlab.cli.options import Cards, Dimension, Json, NotationName, Values, read_cards, read_notation
from setlab.cli.screen import picture, print_json
from setlab.cli.sheets import Lines, Output, PaletteName, check_output, say_written, write_sheet
from setlab.errors import SpecError
from setlab.geometry import Deck, Space
from setlab.notation import DEFAULT, MOST_NAMED_VALUES

EXAMPLE = "setlab show 1RFD 1REO 1RTS -o cards.svg"


def verb(
    cards: Cards = None,
    output: Output = None,
    palette: PaletteName = "classic",
    columns: Annotated[int | None, typer.Option("--columns", metavar="N", help="Cards in a row.")] = None,
    captions: Annotated[
        bool, typer.Option("--captions", "--codes", help="Write the digits of the cards as well.")
    ] = False,
    mark: Annotated[bool, typer.Option("--mark", help="Number the SETs and mark their cards.")] = False,
    lines: Lines = False,
    deck: Annotated[bool, typer.Option("--deck", help="Draw all cards of the deck.")] = False,
    notation: NotationName = DEFAULT,
    dimension: Dimension = 4,
    values: Values = 3,
    json: Json = False,
) -> None:
    """Draw cards on the terminal or in a file.

    setlab show two purple striped diamonds, one red solid oval

    setlab show 1RFD 1REO 1RTS -o cards.svg --lines

    setlab show --deck --palette safe -o deck.png
    """

    if values > MOST_NAMED_VALUES:
        raise SpecError(f"{values} values cannot be drawn: choose 2 to {MOST_NAMED_VALUES} values")
    if columns is not None and columns < 1:
        raise SpecError(f"{columns} columns cannot be drawn: choose at least 1")
    check_output(output, lines=lines, palette=palette)
    here = read_notation(notation, dimension, values)
    chosen = list(here.deck) if deck and not cards else read_cards(cards, here, EXAMPLE)
    space = Space(dimension) if values == 3 else Deck(dimension, values)
    sets = space.sets(chosen) if mark or lines else []
    marked = sets if mark else []
    if output is not None:
        linked = sets if lines else []
        write_sheet(output, chosen, here, palette=palette, columns=columns, codes=captions, marked=marked, lines=linked)
    if json:
        print_json({"cards": [here.digits(card) for card in chosen], "path": str(output) if output else None})
    elif output is not None:
        say_written(output, len(chosen))
    else:
        print(picture(chosen, here, columns=columns, sets=marked, codes=captions))
