"""`setlab checksum`: whether the cards that a game leaves prove a mistake."""

from __future__ import annotations

from setlab.cli.options import Cards, Dimension, Json, NotationName, read_cards, read_notation
from setlab.cli.screen import picture, print_json, say
from setlab.geometry import Space, read_leftover
from setlab.notation import DEFAULT

EXAMPLE = "setlab checksum 0000 0001 0010 0111 1202 2201"


def verb(cards: Cards = None, notation: NotationName = DEFAULT, dimension: Dimension = 4, json: Json = False) -> None:
    """Add up the cards that a game leaves: unless the sum is zero, a mistake was made.

    Every SET sums to zero, and so does the deck; hence the cards that are left do, too (thesis, section 6.2). The
    converse fails: two wrong triples with opposite sums cancel, which happens for one pair of mistakes in 80.

        setlab checksum 0000 0001 0010 0111 1202 2201
    """
    here = read_notation(notation, dimension)
    left = read_cards(cards, here, EXAMPLE)
    space = Space(dimension)
    report = read_leftover(left, space)
    checksum = space.coordinates(report.checksum)
    if json:
        print_json(
            {
                "cards": [here.digits(card) for card in left],
                "checksum": "".join(map(str, checksum)),
                "mistake": report.mistake,
                "reason": report.reason,
            }
        )
    else:
        print(picture(left, here))
        print()
        say(f"The sum is ({','.join(map(str, checksum))}) modulo 3. {report.reason.capitalize()}.")
