"""A deck dealt in a random order: what the kernels `first-set`, `first-plane`, `set-count`, `plane-count` share.

Card c = 0, 1, … of the N = 3^d cards is put into one of the N − c free places: the r-th in ascending order, where
r, counted from 0, is draw c of the trial below N − c, of 16 bits. The cards are then dealt in the order of their
places. All orders are equally likely, since (r_0, r_1, …) is the Lehmer code of the places.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from operator import or_

from setlab.draws import Draws
from setlab.geometry import Space
from setlab.geometry.flats import subspaces


def places(draws: Draws, trial: int, cards: int) -> list[int]:
    """The place of every card.

    >>> places(Draws(1), trial=0, cards=9)
    [0, 8, 1, 7, 2, 5, 4, 6, 3]
    """
    free = list(range(cards))
    return [free.pop(draws.below(trial, k=card, bound=cards - card, width=16)) for card in range(cards)]


def deal(draws: Draws, trial: int, dimension: int) -> list[int]:
    """All cards of the deck in the order in which they are dealt.

    >>> deal(Draws(1), trial=0, dimension=2)
    [0, 2, 4, 8, 6, 5, 7, 3, 1]
    """
    place = places(draws, trial, 3**dimension)
    return sorted(range(len(place)), key=place.__getitem__)


def planes_completed(draws: Draws, trial: int, dimension: int) -> list[int]:
    """The number of planes that each card completes, in the order of dealing.

    >>> planes_completed(Draws(1), trial=0, dimension=2)
    [0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    order = deal(draws, trial, dimension)
    through = planes_through(dimension)
    dealt = accumulate((1 << card for card in order), or_)
    return [sum(plane & cards == plane for plane in through[card]) for card, cards in zip(order, dealt, strict=True)]


@cache
def planes_through(dimension: int) -> list[list[int]]:
    """For every card the planes that contain it, as masks.

    >>> [len(planes_through(d)[0]) for d in (2, 3, 4)]
    [1, 13, 130]
    """
    space = Space(dimension)
    through: list[list[int]] = [[] for _ in space.cards]
    for directions in subspaces(2, space):
        seen = 0
        for corner in space.cards:
            if not seen >> corner & 1:
                plane = [space.add(corner, vector) for vector in directions]
                mask = sum(1 << card for card in plane)
                seen |= mask
                for card in plane:
                    through[card].append(mask)
    return through
