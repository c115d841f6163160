"""Numbers of cards that cannot be left at the end of a game.

The cards of a SET sum to 0 in each property modulo 3, and so do all cards of the deck. The cards left and the lost
cards therefore sum to 0 together.
"""

from __future__ import annotations

from collections.abc import Collection

from setlab.arguments import checked


@checked
def impossible_leftovers(dimension: int, lost: int | Collection[int] = 0) -> tuple[int, ...]:
    """The numbers of cards, 0 or 3, that no game with three values leaves, by the sums of the cards.

    With the whole deck, three cards that are left sum to 0: they are a SET, which would have been taken. If the lost
    cards are three that are no SET, their sum is not 0, and 0 cards cannot be left. Of cards that are lost at random
    the sum is not known, and nothing is excluded.

    >>> impossible_leftovers(4), impossible_leftovers(4, (0, 1, 2)), impossible_leftovers(4, (0, 1, 3))
    ((3,), (3,), (0,))
    >>> impossible_leftovers(4, 3)
    ()
    """
    if isinstance(lost, int):
        return (3,) if lost == 0 else ()
    if len(lost) % 3:
        return ()
    return (3,) if _sum_is_zero(lost, dimension) else (0,)


def _sum_is_zero(cards: Collection[int], dimension: int) -> bool:
    return all(sum(card // 3**i % 3 for card in cards) % 3 == 0 for i in range(dimension))
