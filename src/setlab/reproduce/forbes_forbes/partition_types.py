"""Following a partition: a proof by types, for all positions at once (E3).

A partition of the table and the undealt cards into SETs has a type (k0, k1, k2, k3): kj of its SETs have j undealt
cards. The type determines the numbers of cards on the table and undealt, and the types that can follow a deal of three
cards. So the strategy "take a SET of the partition at every turn" can be followed through all types, whatever the cards
and their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from setlab.reproduce.forbes_forbes.solitaire_referee import DECK, FULL_TABLE

Type = tuple[int, int, int, int]


def undealt(k: Type) -> int:
    """The number of undealt cards.

    >>> undealt((2, 3, 0, 0)), on_table((2, 3, 0, 0))
    (3, 12)
    """
    return k[1] + 2 * k[2] + 3 * k[3]


def on_table(k: Type) -> int:
    """The number of cards on the table."""
    return 3 * k[0] + 2 * k[1] + k[2]


def types(hidden: int, least: int = 0) -> Iterator[Type]:
    """All types with `hidden` undealt cards and at least `least` cards on the table.

    >>> list(types(3, 78))
    [(24, 3, 0, 0), (25, 1, 1, 0), (26, 0, 0, 1)]
    """
    for table in range(least, len(DECK) - hidden + 1):
        for k3 in range(hidden // 3 + 1):
            for k2 in range((hidden - 3 * k3) // 2 + 1):
                k1 = hidden - 3 * k3 - 2 * k2
                left = table - 2 * k1 - k2
                if left >= 0 and left % 3 == 0:
                    yield left // 3, k1, k2, k3


def dealt(k: Type, cards: int = 3) -> set[Type]:
    """The types that can follow a deal.

    >>> sorted(dealt((0, 1, 1, 0)))
    [(2, 0, 0, 0)]
    """
    if cards == 0:
        return {k}
    k0, k1, k2, k3 = k
    after: set[Type] = set()
    if k1:
        after |= dealt((k0 + 1, k1 - 1, k2, k3), cards - 1)
    if k2:
        after |= dealt((k0, k1 + 1, k2 - 1, k3), cards - 1)
    if k3:
        after |= dealt((k0, k1, k2 + 1, k3 - 1), cards - 1)
    return after


def taken(k: Type) -> set[Type]:
    """The types that can follow when a SET of the partition is taken and the table is refilled."""
    after = (k[0] - 1, *k[1:])
    return dealt(after) if undealt(after) and on_table(after) < FULL_TABLE else {after}


@cache
def is_certain(k: Type) -> bool:
    """True if the partition can be followed to the end, whatever cards are dealt.

    >>> is_certain((2, 3, 0, 0)), is_certain((1, 6, 0, 0))
    (True, False)
    """
    if not undealt(k):
        return True
    return k[0] > 0 and all(map(is_certain, taken(k)))
