"""`setlab find`: all SETs among the given cards."""

from __future__ import annotations

from typing import Annotated

import typer

from setlab.cli.options import Cards, Dimension, Json, NotationName, Values, read_cards, read_notation
from setlab.cli.screen import picture, print_json, symbol
from setlab.errors import plural
from setlab.geometry import Deck, Space
from setlab.notation import Notation

EXAMPLE = "setlab find 1221 1020 1122 0000"


def verb(
    cards: Cards = None,
    notation: NotationName = "thesis",
    dimension: Dimension = 4,
    values: Values = 3,
    without_reuse: Annotated[
        bool,
        typer.Option("--without-reuse", help="Take the SETs one after the other, each card at most once."),
    ] = False,
    json: Json = False,
) -> None:
    """Find all SETs among the cards.

    The table printed in Solitaire SET contains eight SETs:

        setlab find --notation solitaire 2102 1201 0121 2202 2212 2011 0012 1021 0210 0200 1010 1112

    With `--values n` a SET is n cards on which every property is all the same or all different.
    """
    here = read_notation(notation, dimension, values)
    collection = read_cards(cards, here, EXAMPLE)
    deck = Space(dimension) if values == 3 else Deck(dimension, values)
    sets = deck.sets_without_reuse(collection) if without_reuse else deck.sets(collection)
    if json:
        digits = {card: here.digits(card) for card in collection}
        print_json(
            {
                "cards": list(digits.values()),
                "sets": [[digits[card] for card in line] for line in sets],
                "count": len(sets),
            }
        )
    else:
        print(picture(collection, here, sets=sets))
        print(f"\n{plural(len(collection), 'card')}, {_number_of(sets)}")
        for number, line in enumerate(sets, 1):
            print(_listed(number, line, here))


def _number_of(sets: list[tuple[int, ...]]) -> str:
    return f"{len(sets) or 'no'} SET{'s' * (len(sets) != 1)}" + ":" * bool(sets)


def _listed(number: int, line: tuple[int, ...], here: Notation) -> str:
    digits = "  ".join(here.digits(card) for card in line)
    return f"{number:>5}  {digits}   {'  '.join(symbol(card, here) for card in line)}".rstrip()
