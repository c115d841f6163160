"""An independent referee for the standard game, written from the printed rules; it shares no code with `rules`.

Twelve cards are dealt first. If there is no SET, three more are dealt; if a SET is taken from more than twelve cards,
no new cards are dealt (Stanke & Stenzelbarton, section 1.2). Three cards form a SET if their sum is 0 modulo 3 in every
property.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product

from setlab.rules.events import Claim, Deal, Event

FIRST_CARDS = 12
MORE_CARDS = 3

Triple = frozenset[int]


@cache
def all_sets(d: int = 4) -> frozenset[Triple]:
    """All SETs of a deck with d properties: triples of cards whose sum is 0 modulo 3 in each property.

    >>> len(all_sets(2)), len(all_sets(4))
    (12, 1080)
    """
    cards = list(product(range(3), repeat=d))
    numbers = {card: number for number, card in enumerate(cards)}
    thirds = ((a, b, tuple(-x - y for x, y in zip(a, b, strict=True))) for a, b in combinations(cards, 2))
    return frozenset(frozenset((numbers[a], numbers[b], numbers[tuple(x % 3 for x in c)])) for a, b, c in thirds)


def sets_among(cards: Iterable[int], d: int = 4) -> list[Triple]:
    """The SETs among some cards, by trying all triples.

    >>> sets_among([0, 1, 2, 3, 4])
    [frozenset({0, 1, 2})]
    """
    known = all_sets(d)
    return [triple for triple in map(frozenset, combinations(cards, 3)) if triple in known]


def breach(events: Sequence[Event], cards: int = 81, d: int = 4) -> str | None:
    """The first breach of the rules in a whole game, in words; None if the game follows the rules to its end.

    >>> breach([Deal(tuple(range(12))), Deal((12, 13, 14))])
    'event 2 deals cards although there is a SET on the table'
    """
    table: list[int] = []
    undealt = cards
    seen: set[int] = set()
    for number, event in enumerate(events, 1):
        if isinstance(event, Deal):
            fault = _bad_deal(event, table, undealt, seen, d)
            table, undealt, seen = [*table, *event.cards], undealt - len(event.cards), seen.union(event.cards)
        elif isinstance(event, Claim):
            fault = _bad_claim(event, table, undealt, d)
            table = [card for card in table if card not in event.cards]
        else:
            fault = "is neither a deal nor a claim"
        if fault:
            return f"event {number} {fault}"
    return "the game stops before its end" if undealt or sets_among(table, d) else None


def _bad_deal(event: Deal, table: list[int], undealt: int, seen: set[int], d: int) -> str | None:
    """The fault of a deal, which may begin the game, refill the table, or follow because there is no SET."""
    due = FIRST_CARDS if not seen else MORE_CARDS
    if len(event.cards) != min(due, undealt):
        return f"deals {len(event.cards)} cards instead of {min(due, undealt)}"
    if len(set(event.cards)) < len(event.cards) or seen.intersection(event.cards):
        return "deals a card twice"
    return "deals cards although there is a SET on the table" if len(table) >= 12 and sets_among(table, d) else None


def _bad_claim(event: Claim, table: list[int], undealt: int, d: int) -> str | None:
    """The fault of a claim."""
    if not set(event.cards) <= set(table):
        return "takes a card that is not on the table"
    if frozenset(event.cards) not in all_sets(d):
        return "takes three cards that are not a SET"
    return "takes a SET before the table is refilled" if undealt and len(table) < FIRST_CARDS else None
