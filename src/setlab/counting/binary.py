"""Closed formulas for the decks of vectors of 0s and 1s: quads in AG(d,2), SETs of Projective SET in PG(d−1,2).

The most quads, and the most SETs of three cards, that n cards can have are those of the first n cards;
`docs/quads.md` has the proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.geometry.fields import count_subspaces

LARGEST_DIMENSION = 16


@checked
def count_quads(dimension: int = 6) -> int:
    """The number of quads among the 2^d cards: the planes of AG(d,2).

    Three cards have one fourth, and a quad has four such triples.

    >>> count_quads(), count_quads(4), count_quads(2)
    (10416, 140, 1)
    """
    return comb(count_vectors(dimension), 3) // 4


@checked
def count_dotted_sets(cards: int, dimension: int = 6) -> int:
    """The number of SETs of so many cards in the deck of 2^d − 1 cards with d dots.

    All but one card of a SET are any cards whose sum is neither zero nor one of them.

    >>> [count_dotted_sets(k) for k in range(3, 8)]
    [651, 9765, 109368, 1057224, 8649279]
    >>> sum(count_dotted_sets(k, 3) for k in range(3, 8)) == 2**4 - 1
    True
    """
    deck = count_vectors(dimension) - 1
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} is not a number of cards: choose 0 to {deck}")
    before, number = 0, 1  # of k − 1 and k cards, from k = 0 on; the empty collection, too, has the sum zero
    for k in range(1, cards + 1):
        before, number = number, (comb(deck, k - 1) - number - (deck - k + 2) * before) // k
    return number


@checked
def most_quads(cards: int) -> int:
    """The most quads that so many cards can have, in a deck of any size: the number among the first n cards.

    Of the h < n ≤ 2h first cards, h a power of two, the first h are a flat and the other m = n − h part of another: a
    pair of these makes a quad with h/2 pairs of the flat.

    >>> [most_quads(n) for n in range(4, 17)]
    [1, 1, 3, 7, 14, 14, 18, 26, 39, 55, 77, 105, 140]
    """
    _check_cards(cards)
    if cards < 4:
        return 0
    h = 1 << (cards - 1).bit_length() - 1
    m = cards - h
    return comb(h, 3) // 4 + comb(m, 2) * h // 2 + most_quads(m)


@checked
def most_lines(cards: int) -> int:
    """The most SETs of three cards among so many cards with dots, in a deck of any size: those among the first n.

    >>> [most_lines(n) for n in range(3, 16)]
    [1, 1, 2, 4, 7, 7, 8, 10, 13, 17, 22, 28, 35]
    """
    _check_cards(cards)
    if cards < 3:
        return 0
    h = 1 << cards.bit_length() - 1
    m = cards + 1 - h
    return (h * h + 3 * m * m - 3 * cards - 1) // 6


@checked
def count_of_rank(cards: int, rank: int, dimension: int = 6) -> int:
    """The number of collections of cards with dots that have this rank: n cards of rank r hold 2^(n−r) − 1 SETs.

    Cards of a subspace are counted, and those of smaller subspaces subtracted (Möbius inversion).

    >>> [count_of_rank(7, r) for r in range(7)]
    [0, 0, 0, 1395, 4179420, 153115200, 395974656]
    """
    spanning = sum(
        (-1) ** (rank - j) * 2 ** comb(rank - j, 2) * count_subspaces(rank, j, 2) * comb(2**j - 1, cards)
        for j in range(rank + 1)
    )
    return int(count_subspaces(dimension, rank, 2) * spanning)


def count_vectors(dimension: int) -> int:
    """The number of vectors, 2^d; raise `SpecError` if the dimension is out of range."""
    if not 1 <= dimension <= LARGEST_DIMENSION:
        raise SpecError(f"dimension {dimension} is out of range: choose 1 to {LARGEST_DIMENSION}")
    return int(2**dimension)


def _check_cards(cards: int) -> None:
    if cards < 0:
        raise SpecError(f"{cards} is not a number of cards: choose at least 0")


def sets_by_rank(cards: int, dimension: int = 6) -> Iterator[tuple[int, int]]:
    """For each rank that so many cards with dots can have: the number of their SETs, and of such collections.

    >>> list(sets_by_rank(3, 2)), list(sets_by_rank(2, 3))
    ([(1, 1)], [(0, 21)])
    """
    for rank in range(min(cards, dimension), -1, -1):
        if number := count_of_rank(cards, rank, dimension):
            yield 2 ** (cards - rank) - 1, number
