"""`setlab third`: the card that completes a SET."""

from __future__ import annotations

from setlab.cli.options import Cards, Dimension, Json, NotationName, read_cards, read_notation
from setlab.cli.screen import picture, print_json, say
from setlab.cli.sheets import Codes
from setlab.geometry import Space
from setlab.notation import DEFAULT

EXAMPLE = "setlab third 1RFD 1REO"


def verb(
    cards: Cards = None,
    codes: Codes = False,
    notation: NotationName = DEFAULT,
    dimension: Dimension = 4,
    json: Json = False,
) -> None:
    """Find the card that completes two cards to a SET; there is exactly one (the fundamental theorem of SET).

    setlab third one red solid diamond, one red open oval

    The worked example of the thesis, section 6.3, has the answer 1122 in its notation:

        setlab third --notation thesis 1221 1020 --codes
    """
    here = read_notation(notation, dimension)
    a, b = read_cards(cards, here, EXAMPLE, exactly=2)
    third = Space(dimension).third(a, b)
    if json:
        print_json({"cards": [here.digits(a), here.digits(b)], "third": here.digits(third)})
    else:
        print(picture([a, b, third], here, columns=3, codes=codes))
        print()
        say(f"The SET is completed by {here.name(third)}.")
