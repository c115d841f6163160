"""`setlab third`: the card that completes a SET."""

from __future__ import annotations

from setlab.cli.options import Cards, Dimension, Json, NotationName, read_cards, read_notation
from setlab.cli.screen import picture, print_json
from setlab.geometry import Space

EXAMPLE = "setlab third 1221 1020"


def verb(cards: Cards = None, notation: NotationName = "thesis", dimension: Dimension = 4, json: Json = False) -> None:
    """Find the card that completes two cards to a SET; there is exactly one (the fundamental theorem of SET).

    The worked example of the thesis, section 6.3, has the answer 1122:

        setlab third 1221 1020
    """
    here = read_notation(notation, dimension)
    a, b = read_cards(cards, here, EXAMPLE, exactly=2)
    third = Space(dimension).third(a, b)
    if json:
        print_json({"cards": [here.digits(a), here.digits(b)], "third": here.digits(third)})
    else:
        print(picture([a, b, third], here, columns=3))
        print(f"\n{here.digits(third)}: {here.name(third)}")
