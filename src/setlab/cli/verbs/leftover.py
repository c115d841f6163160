"""`setlab hidden` and `checksum`: what the cards left at the end of a game tell."""

from __future__ import annotations

from collections import Counter

from setlab.cli.options import Cards, DeckOptions, Json, read_cards
from setlab.cli.screen import attributes, digits_of, picture, print_json, say
from setlab.errors import RuleError
from setlab.geometry import Space, hidden_card, hidden_card_by_property, read_leftover
from setlab.notation import Notation

EXAMPLE = "setlab hidden 1122 1220 2100 0011 0021"


def hidden(cards: Cards = None, *, deck: DeckOptions, json: Json = False) -> None:
    """Find the card that was hidden at the start, from the cards that are left at the end.

    Put one card aside unseen and play with the others. In the example of the thesis, section 6.2, the cards that are
    left show that it is 2222, two full red worms in its notation:

        setlab hidden --notation thesis 1122 1220 2100 0011 0021
    """
    here = deck.read()
    left = read_cards(cards, here, EXAMPLE)
    space = Space(deck.dimension)
    hidden = hidden_card(left, space)
    if hidden_card_by_property(left, space) != hidden:
        raise AssertionError("the two methods of section 6.2 disagree")
    if hidden in left:
        which = f"{here.digits(hidden)}, which is among those left ({here.name(hidden)})"
        raise RuleError(f"the hidden card would be {which}: a mistake was made in the game")
    if json:
        print_json({"left": digits_of(left, here), "hidden": here.digits(hidden)})
    else:
        print(picture(left, here))
        print(f"\n{_by_property(left, hidden, here)}\n")
        print(picture([hidden], here))
        print()
        say(f"The hidden card is {here.name(hidden)} ({here.digits(hidden)}).")


def _by_property(left: list[int], hidden: int, here: Notation) -> str:
    """The visual method: the number of cards with each value, and the value of the hidden card."""
    counted = {}
    for p in here.properties:
        numbers = Counter(here.words(card)[p.name] for card in left)
        counted[p.name] = ", ".join(f"{numbers[word]} × {word}" for word in p.words)
    widest = max(map(len, counted.values()))
    value = here.words(hidden)
    return "\n".join(f"  {name:<11}{text:<{widest}}   so it is {value[name]}" for name, text in counted.items())


CHECKSUM_EXAMPLE = "setlab checksum 0000 0001 0010 0111 1202 2201"


def checksum(cards: Cards = None, *, deck: DeckOptions, json: Json = False) -> None:
    """Add up the cards that a game leaves: unless the sum is zero, a mistake was made.

    Every SET sums to zero, and so does the deck; hence the cards that are left do, too (thesis, section 6.2). The
    converse fails: two wrong triples with opposite sums cancel, which happens for one pair of mistakes in 80.

        setlab checksum 0000 0001 0010 0111 1202 2201
    """
    here = deck.read()
    left = read_cards(cards, here, CHECKSUM_EXAMPLE)
    space = Space(deck.dimension)
    report = read_leftover(left, space)
    checksum = space.coordinates(report.checksum)
    if json:
        record = {"cards": digits_of(left, here), "checksum": "".join(map(str, checksum))}
        print_json(record | attributes(report, "mistake", "reason"))
    else:
        print(picture(left, here))
        print()
        say(f"The sum is ({','.join(map(str, checksum))}) modulo 3. {report.reason.capitalize()}.")
