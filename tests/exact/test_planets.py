"""Collections without a SET and without a planet: the orbits against a count that adds card by card."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from setlab.exact import exact_no_ultraset
from setlab.geometry import Space


def frames(d: int) -> int:
    """The number of collections of d + 1 cards that lie in no hyperplane: all are images of each other."""
    number: int = 3**d
    for k in range(d):
        number *= 3**d - 3**k
    for k in range(2, d + 2):
        number //= k
    return number


def count_from(chosen: tuple[int, ...], space: Space) -> list[int]:
    """The number of collections by size that hold some cards: SETs and planets are kept out pair by pair."""
    third = [[space.third(a, b) if a != b else a for b in space] for a in space]
    counts = [0] * (len(chosen) + 12)

    def add(cards: tuple[int, ...], allowed: int, thirds: frozenset[int]) -> None:
        counts[len(cards)] += 1
        forbidden = thirds | {third[card][t] for card in cards for t in thirds}
        free = [card for card in space if allowed >> card & 1 and card not in forbidden]
        for card in free:
            allowed &= ~(1 << card)
            add((*cards, card), allowed, thirds | {third[card][other] for other in cards})

    every = (1 << len(space)) - 1
    without = every & ~sum(1 << card for card in chosen)
    add(chosen, without, frozenset(third[a][b] for a, b in combinations(chosen, 2)))
    return counts


@pytest.mark.parametrize("d", [2, 3, 4])
def test_counts_agree_with_those_of_collections_around_a_frame(d: int) -> None:
    """Any d + 1 cards of a collection in no hyperplane are a frame if any four cards are in no plane, as for d ≤ 3."""
    table, corners = exact_no_ultraset(d), (0, *(3**k for k in range(min(d, 3))))
    around = count_from(corners, Space(d))
    for n in range(len(corners), table.largest_no_planet + 2):
        places = frames(d) if d < 4 else 1_516_320  # four cards in no plane of AG(4,3)
        assert table.no_planet[n] == around[n] * places // comb(n, len(corners))
        assert around[n] * places % comb(n, len(corners)) == 0


def test_small_counts_by_trying_all_collections() -> None:
    space = Space(2)

    def is_free(cards: tuple[int, ...]) -> bool:
        thirds = [space.third(*pair) for pair in combinations(cards, 2)]
        return len({*thirds, *cards}) == len(thirds) + len(cards)

    for n, count in enumerate(exact_no_ultraset(2).no_planet):
        assert sum(map(is_free, combinations(space, n))) == count
