"""Deals of n random cards, with the exact moments of the number of SETs and planes in them, and bounds on whole games.

Let X be the number of k-flats contained in n random cards of N. A given set of m cards is dealt with probability
p(m) = n(n−1)…(n−m+1) / N(N−1)…(N−m+1). Hence E X = F · p(q^k) for F flats, and E X² is the sum of p(|union|) over all
ordered pairs of flats, which `count_flats_meeting` counts by the dimension of their intersection.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm

from setlab.arguments import checked
from setlab.counting.flats import (
    check_parameters,
    count_cards,
    count_flats,
    count_flats_meeting,
    count_lines_through,
    count_sets,
)
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
    return count_flats(k, dimension, q) * _probability_dealt(q**k, cards, dimension, q)


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
            count_flats_meeting(j, k, dimension, q)
            * _probability_dealt(2 * size - (q**j if j >= 0 else 0), cards, dimension, q)
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


def _probability_dealt(wanted: int, cards: int, d: int, q: int) -> Fraction:
    """The probability that `wanted` given cards are all among the cards dealt."""
    if wanted > cards:
        return Fraction(0)
    return Fraction(perm(cards, wanted), perm(count_cards(d, q), wanted))


def _check_number(cards: int, d: int, n: int) -> None:
    check_parameters(d, n)
    if not 0 <= cards <= count_cards(d, n):
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {count_cards(d, n)}")


@checked
def impossible_leftovers(dimension: int, lost: int | Collection[int] = 0) -> tuple[int, ...]:
    """The numbers of cards, 0 or 3, that no game with three values leaves, by the sums of the cards.

    The cards of a SET sum to 0 in each property modulo 3, and so do all cards of the deck. The cards left and the lost
    cards therefore sum to 0 together. With the whole deck, three cards that are left sum to 0: they are a SET, which
    would have been taken. If the lost cards are three that are no SET, their sum is not 0, and 0 cards cannot be left.
    Of cards that are lost at random the sum is not known, and nothing is excluded.

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


TABLE = 12


@checked
def count_turns_at_most(dimension: int = 4) -> int:
    """The largest number of turns of a game with 12 cards on the table; attained for every d ≥ 4.

    A turn takes a SET (and refills the table to 12), or deals three cards because there is no SET. There are at most
    N/3 SETs and (N − 12)/3 deals of three. Suppose the last deal is one because there is no SET. Then the table had at
    least 12 cards without a SET, so that each SET taken afterwards contains one of the three new cards: at most three
    SETs follow, at least six cards are left, and there are at most N/3 − 2 + (N − 12)/3 turns. Otherwise the last deal
    is a refill, and there are at most N/3 + (N − 12)/3 − 1 turns, one more: 49 for N = 81, as Stanke & Stenzelbarton
    state; `rules.longest_game` attains it. In three dimensions twelve cards always contain a SET (the largest cap has
    nine), so that every turn takes a SET.

    >>> [count_turns_at_most(d) for d in (3, 4, 5)]
    [9, 49, 157]
    """
    if dimension < 3:
        raise SpecError(
            f"{dimension} properties make {count_cards(dimension)} cards: a table of 12 needs at least 3 properties"
        )
    sets = count_cards(dimension) // 3
    return sets if dimension == 3 else sets + (count_cards(dimension) - TABLE) // 3 - 1
