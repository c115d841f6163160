"""`setlab show`: cards drawn on the terminal or in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from setlab.cli.options import Cards, Dimension, Json, NotationName, Values, read_cards, read_notation
from setlab.cli.screen import picture, print_json
from setlab.errors import SpecError, plural
from setlab.geometry import Deck, Space
from setlab.notation import MOST_NAMED_VALUES

EXAMPLE = "setlab show 1221 1020 1122 -o cards.svg"


def verb(
    cards: Cards = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write a .svg, .png or .pdf file."),
    ] = None,
    palette: Annotated[
        str,
        typer.Option("--palette", metavar="NAME", help="classic, safe (for the colour-blind) or labelled."),
    ] = "classic",
    columns: Annotated[int | None, typer.Option("--columns", metavar="N", help="Cards in a row.")] = None,
    captions: Annotated[bool, typer.Option("--captions", help="Write the digits below the cards.")] = False,
    mark: Annotated[bool, typer.Option("--mark", help="Number the SETs and mark their cards.")] = False,
    deck: Annotated[bool, typer.Option("--deck", help="Draw all cards of the deck.")] = False,
    notation: NotationName = "thesis",
    dimension: Dimension = 4,
    values: Values = 3,
    json: Json = False,
) -> None:
    """Draw cards on the terminal or in a file.

    setlab show 1221 1020 1122

    setlab show "2 purple striped diamonds" 0000 -o cards.svg

    setlab show --deck --palette safe -o deck.png
    """
    from setlab.render import draw_sheet, find_palette, save_drawing

    if values > MOST_NAMED_VALUES:
        raise SpecError(f"{values} values cannot be drawn: choose 2 to {MOST_NAMED_VALUES} values")
    if columns is not None and columns < 1:
        raise SpecError(f"{columns} columns cannot be drawn: choose at least 1")
    here = read_notation(notation, dimension, values)
    chosen = list(here.deck) if deck and not cards else read_cards(cards, here, EXAMPLE)
    chosen_palette = find_palette(palette)
    space = Space(dimension) if values == 3 else Deck(dimension, values)
    sets = space.sets(chosen) if mark else []
    groups = [tuple(chosen.index(card) for card in line) for line in sets]
    if output is not None:
        drawing = draw_sheet(
            [here.face(card) for card in chosen],
            chosen_palette,
            columns=columns,
            labels=[here.digits(card) for card in chosen] if captions else None,
            groups=groups or None,
        )
        save_drawing(drawing, output)
    if json:
        print_json({"cards": [here.digits(card) for card in chosen], "path": str(output) if output else None})
    elif output is not None:
        print(f"{output}: {plural(len(chosen), 'card')}")
    else:
        print(picture(chosen, here, columns=columns, sets=sets))
