"""Deals of n random cards: how many there are, and the exact moments of the number of SETs and planes in them.

Let X be the number of k-flats contained in n random cards of N. A given set of m cards is dealt with probability
p(m) = n(n−1)…(n−m+1) / N(N−1)…(N−m+1). Hence E X = F · p(q^k) for F flats, and E X² is the sum of p(|union|) over all
ordered pairs of flats, which `count_flats_meeting` counts by the dimension of their intersection.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm

from setlab.arguments import checked
from setlab.counting.flats import count_flats, count_flats_meeting, count_lines_through
from setlab.counting.sets import check_parameters, count_cards, count_sets
from setlab.errors import SpecError


@checked
def count_deals(cards: int = 12, dimension: int = 4, n: int = 3) -> int:
    """The number of deals of `cards` cards, without regard to their order.

    >>> count_deals()
    70724320184700
    """
    _check_number(cards, dimension, n)
    return comb(count_cards(dimension, n), cards)


@checked
def probability_of_set(dimension: int = 4, n: int = 3) -> Fraction:
    """The probability that n random cards are a set: 1/(3^d − 2) for n = 3.

    >>> probability_of_set(), probability_of_set(5), probability_of_set(4, 4)
    (Fraction(1, 79), Fraction(1, 241), Fraction(80, 546227))
    """
    check_parameters(dimension, n)
    return Fraction(count_sets(dimension, n), comb(count_cards(dimension, n), n))


@checked
def mean_flats(cards: int, k: int = 1, dimension: int = 4, q: int = 3) -> Fraction:
    """The mean number of k-flats in `cards` random cards: SETs for k = 1, planes for k = 2.

    >>> mean_flats(12)
    Fraction(220, 79)
    >>> float(mean_flats(40, 2))
    1.2262874978324951
    """
    _check_number(cards, dimension, q)
    return count_flats(k, dimension, q) * _dealt(q**k, cards, dimension, q)


@checked
def variance_flats(cards: int, k: int = 1, dimension: int = 4, q: int = 3) -> Fraction:
    """The variance of the number of k-flats in `cards` random cards.

    >>> variance_flats(12)
    Fraction(1571820, 830053)
    >>> variance_flats(81), variance_flats(3)
    (Fraction(0, 1), Fraction(78, 6241))
    """
    size, flats = q**k, count_flats(k, dimension, q)
    square = flats * sum(
        (
            count_flats_meeting(j, k, dimension, q) * _dealt(2 * size - (q**j if j >= 0 else 0), cards, dimension, q)
            for j in range(-1, k + 1)
        ),
        start=Fraction(0),
    )
    return square - mean_flats(cards, k, dimension, q) ** 2


@checked
@dataclass(frozen=True)
class SetsInDeal:
    """The numbers of SETs of the deck that have three, two, one or none of their cards among n given cards.

    `three` counts the SETs among the n cards, `none` the SETs among all other cards.
    """

    three: int
    two: int
    one: int
    none: int


@checked
def split_by_deal(cards: int, sets: int, dimension: int = 4) -> SetsInDeal:
    """The SETs of the deck by the number of their cards in a deal of `cards` cards that contains `sets` SETs.

    Each card is in (3^d − 1)/2 SETs and each pair of cards in one, which gives three equations for the four numbers.
    For any n cards of 81, SETs inside + SETs outside = 1080 − 40n + n(n − 1)/2.

    >>> split_by_deal(12, 0)
    SetsInDeal(three=0, two=66, one=348, none=666)
    >>> split_by_deal(20, 0).none + 0 == 1080 - 40 * 20 + 190
    True
    """
    _check_number(cards, dimension, 3)
    two = comb(cards, 2) - 3 * sets
    one = cards * count_lines_through(dimension) - 2 * two - 3 * sets
    none = count_sets(dimension) - sets - two - one
    if sets < 0 or min(two, one, none) < 0:
        raise SpecError(f"{cards} cards cannot hold {sets} SETs: the pairs of cards do not suffice; give fewer")
    return SetsInDeal(sets, two, one, none)


def _dealt(wanted: int, cards: int, d: int, q: int) -> Fraction:
    """The probability that `wanted` given cards are all among the cards dealt."""
    if wanted > cards:
        return Fraction(0)
    return Fraction(perm(cards, wanted), perm(count_cards(d, q), wanted))


def _check_number(cards: int, d: int, n: int) -> None:
    check_parameters(d, n)
    if not 0 <= cards <= count_cards(d, n):
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {count_cards(d, n)}")
