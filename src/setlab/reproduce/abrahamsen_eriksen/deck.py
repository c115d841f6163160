"""The deck of the thesis: cards as vectors, all SETs by the rule of the game, tables of third cards and of sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from setlab.geometry import Space
from setlab.notation import find_notation
from setlab.reproduce.methods.set_rule import same_or_different

SPACE = Space(4)
THESIS = find_notation("thesis")
VECTORS = tuple(SPACE.coordinates(card) for card in SPACE)
"""The coordinates of every card."""

Triple = tuple[int, int, int]


def is_set(cards: Sequence[int]) -> bool:
    """True if three different cards follow the rule of the game in each property, without arithmetic.

    >>> is_set([0, 40, 80]), is_set([0, 1, 3])
    (True, False)
    """
    return len(set(cards)) == 3 and all(map(same_or_different, values_shown(cards)))


def triples() -> Iterator[Triple]:
    """The 85,320 collections of three cards."""
    return combinations(SPACE.cards, 3)


@cache
def thirds() -> tuple[tuple[int, ...], ...]:
    """The table of the third card of every two cards.

    >>> thirds()[0][1], thirds()[1][0]
    (2, 2)
    """
    return tuple(tuple(SPACE.third(a, b) for b in SPACE) for a in SPACE)


@cache
def sums() -> dict[Triple, int]:
    """The sum of every three cards modulo 3, as a card: 0 is (0,0,0,0).

    >>> sums()[0, 1, 2], sums()[0, 1, 3]
    (0, 4)
    """
    add = [[SPACE.add(a, b) for b in SPACE] for a in SPACE]
    return {(a, b, c): add[add[a][b]][c] for a, b, c in triples()}


@cache
def no_sets() -> tuple[Triple, ...]:
    """The collections of three cards that are not a SET.

    >>> len(no_sets())
    84240
    """
    return tuple(three for three in triples() if three not in listed_sets())


def sets_among(cards: Iterable[int]) -> int:
    """The number of SETs among some cards, by looking up every triple in the list of all SETs.

    >>> sets_among(range(9))
    12
    """
    return sum(three in listed_sets() for three in combinations(sorted(cards), 3))


@cache
def listed_sets() -> frozenset[Triple]:
    """All SETs as a set of sorted triples, for membership tests."""
    return frozenset(all_sets())


@cache
def all_sets() -> tuple[Triple, ...]:
    """All SETs of the deck, found by trying every triple of cards.

    >>> len(all_sets())
    1080
    """
    return tuple(three for three in triples() if is_set(three))


def shared_properties(cards: Sequence[int]) -> int:
    """The number of properties in which all the cards agree.

    >>> shared_properties([0, 1, 2]), shared_properties([0, 40, 80])
    (3, 0)
    """
    return sum(len(values) == 1 for values in values_shown(cards))


def values_shown(cards: Sequence[int]) -> Iterator[set[int]]:
    """For each property, the values that occur on the cards.

    >>> list(values_shown([0, 1, 2]))
    [{0}, {0}, {0}, {0, 1, 2}]
    """
    return map(set, zip(*(VECTORS[card] for card in cards), strict=True))
