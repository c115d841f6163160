"""Closed formulas for cards, SETs, flats and deals, exact for any number of properties, as ints and Fractions.

Begin with `count_sets`, `count_flats`, `count_deals` and `probability_of_set`; `mean_flats` and `variance_flats` give
the moments of the number of SETs or planes in n random cards.

>>> count_sets(4), count_flats(2, 4), probability_of_set(4), mean_flats(12)
(1080, 1170, Fraction(1, 79), Fraction(220, 79))
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, perm, prod

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.geometry.fields import count_subspaces

__all__ = [
    "SetsInDeal", "count_affine_maps", "count_cards", "count_deals", "count_flats", "count_flats_meeting",
    "count_hyperplanes", "count_lines_through", "count_sets", "count_sets_by_shared", "count_sets_through",
    "count_sets_with_shared", "count_subspaces", "count_turns_at_most", "impossible_leftovers", "is_prime_power",
    "mean_flats", "probability_of_set", "sets_bound", "split_by_deal", "variance_flats",
]  # fmt: skip


# Cards and SETs with d properties of n values, and the points, lines, planes, cubes … of AG(d,q), q a prime power.
#
# Abrahamsen & Eriksen, chapters 5 and 7, and Clark, Fisk & Goren, section 3, give some of them.


@checked
def count_cards(dimension: int = 4, n: int = 3) -> int:
    """The number of cards: n^d.

    >>> count_cards(), count_cards(4, 2), count_cards(4, 4), count_cards(5)
    (81, 16, 256, 243)
    """
    check_parameters(dimension, n)
    return int(n**dimension)


@checked
def count_sets(dimension: int = 4, n: int = 3) -> int:
    """The number of sets of n cards on which every property is the same on all or different on all.

    In each property n cards in order have n constant and n! different patterns, together (n + n!)^d; n^d of these are
    one card n times, and every set is counted in n! orders.

    >>> count_sets(), count_sets(5), count_sets(4, 2), count_sets(4, 4)
    (1080, 9801, 120, 25600)
    """
    check_parameters(dimension, n)
    return int(((n + factorial(n)) ** dimension - n**dimension) // factorial(n))


@checked
def count_sets_with_shared(x: int, dimension: int = 4, n: int = 3) -> int:
    """The number of sets whose cards share exactly x of the d properties.

    For n = 3 it is 3^d · C(d,x) · 2^(d−x) / 3!. The general formula in section 5.4 of Abrahamsen & Eriksen has 81 in
    place of 3^p, so that it holds for p = 4 alone.

    >>> [count_sets_with_shared(x) for x in range(4)]
    [216, 432, 324, 108]
    """
    check_parameters(dimension, n)
    if not 0 <= x < dimension:
        raise SpecError(f"{x} is not a number of shared properties: choose 0 to {dimension - 1}")
    return int(comb(dimension, x) * n**x * factorial(n) ** (dimension - x - 1))


@checked
def count_sets_by_shared(dimension: int = 4, n: int = 3) -> dict[int, int]:
    """The number of sets for each number of shared properties.

    >>> count_sets_by_shared(2)
    {0: 6, 1: 6}
    """
    return {x: count_sets_with_shared(x, dimension, n) for x in range(dimension)}


@checked
def count_sets_through(dimension: int = 4, n: int = 3) -> int:
    """The number of sets that contain a given card.

    >>> count_sets_through(), count_sets_through(5), count_sets_through(2, 4)
    (40, 121, 8)
    """
    return count_sets(dimension, n) * n // count_cards(dimension, n)


@checked
def sets_bound(cards: int) -> Fraction:
    """The "theoretical maximum" n(n − 1)/3! of Abrahamsen & Eriksen: every pair of cards lies in a SET among them.

    Only flats attain the bound: 12 SETs in the 9 cards of a plane, 1080 in the deck. For n = 6 it is 5, while the
    maximum is 3.

    >>> sets_bound(6), sets_bound(9), sets_bound(81)
    (Fraction(5, 1), Fraction(12, 1), Fraction(1080, 1))
    """
    return Fraction(cards * (cards - 1), 6)


def check_parameters(d: int, n: int) -> None:
    """Raise `SpecError` unless there is a deck with d properties and n values."""
    if d < 1:
        raise SpecError(f"{d} is not a dimension: a card has at least 1 property")
    if n < 2:
        raise SpecError(f"{n} is not a number of values: a property has at least 2 values")


@checked
def is_prime_power(q: int) -> bool:
    """True if q is a power of a prime: there is a field with q elements.

    >>> [q for q in range(2, 17) if is_prime_power(q)]
    [2, 3, 4, 5, 7, 8, 9, 11, 13, 16]
    """
    if q < 2:
        return False
    prime = next((p for p in range(2, int(q**0.5) + 1) if q % p == 0), q)
    while q % prime == 0:
        q //= prime
    return q == 1


@checked
def count_flats(k: int, dimension: int = 4, q: int = 3) -> int:
    """The number of k-flats of AG(d,q): q^(d−k) for each k-dimensional space of directions.

    >>> [count_flats(k) for k in range(5)]          # cards, SETs, planes, cubes, the deck
    [81, 1080, 1170, 120, 1]
    >>> count_flats(1, 3), count_flats(2, 3)        # in a cube of 27 cards
    (117, 39)
    """
    _check_geometry(dimension, q)
    return q ** (dimension - k) * count_subspaces(dimension, k, q) if 0 <= k <= dimension else 0


@checked
def count_hyperplanes(dimension: int = 4, q: int = 3) -> int:
    """The number of (d−1)-flats; Clark, Fisk & Goren describe q·d of them: "one attribute fixed".

    >>> count_hyperplanes(), 3 * 4
    (120, 12)
    """
    return count_flats(dimension - 1, dimension, q)


@checked
def count_lines_through(dimension: int = 4, q: int = 3) -> int:
    """The number of lines of AG(d,q) through a point.

    >>> count_lines_through(), count_lines_through(2, 4)
    (40, 5)
    """
    _check_geometry(dimension, q)
    return count_subspaces(dimension, 1, q)


@checked
def count_flats_meeting(j: int, k: int, dimension: int = 4, q: int = 3) -> int:
    """The number of k-flats that meet a given k-flat in a j-flat, where j = −1 means in no point.

    The number of subspaces W with dim(U ∩ W) = j is q^((k−j)²) times two Gaussian binomials, and
    |U| / |U ∩ W| = q^(k−j) of the flats parallel to W meet the given flat.

    >>> count_flats_meeting(0, 1), count_flats_meeting(-1, 1)    # SETs that meet a SET in a card; in none
    (117, 962)
    """
    if j == -1:
        return count_flats(k, dimension, q) - sum(count_flats_meeting(i, k, dimension, q) for i in range(k + 1))
    _check_geometry(dimension, q)
    directions = q ** ((k - j) ** 2) * count_subspaces(k, j, q) * count_subspaces(dimension - k, k - j, q)
    return int(directions * q ** (k - j))


@checked
def count_affine_maps(dimension: int = 4, q: int = 3) -> int:
    """The order of AGL(d,q); for q = 3 the number of symmetries of the game.

    >>> count_affine_maps()
    1965150720
    """
    _check_geometry(dimension, q)
    return int(q**dimension * prod(q**dimension - q**i for i in range(dimension)))


def _check_geometry(d: int, q: int) -> None:
    check_parameters(d, q)
    if not is_prime_power(q):
        raise SpecError(f"there is no AG({d},{q}): {q} is not a power of a prime; choose 2, 3, 4, 5, 7, 8, 9 …")


# Deals of n random cards, with the exact moments of the number of SETs and planes in them, and bounds on whole games.
#
# Let X be the number of k-flats contained in n random cards of N. A given set of m cards is dealt with probability
# p(m) = n(n−1)…(n−m+1) / N(N−1)…(N−m+1). Hence E X = F · p(q^k) for F flats, and E X² is the sum of p(|union|) over all
# ordered pairs of flats, which `count_flats_meeting` counts by the dimension of their intersection.


@checked
def count_deals(cards: int = 12, dimension: int = 4, n: int = 3) -> int:
    """The number of deals of `cards` cards, without regard to their order.

    >>> count_deals()
    70724320184700
    """
    check_number(cards, dimension, n)
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
    check_number(cards, dimension, q)
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
    square = Fraction(0)
    for j in range(-1, k + 1):
        union = 2 * size - (q**j if j >= 0 else 0)
        square += flats * count_flats_meeting(j, k, dimension, q) * _probability_dealt(union, cards, dimension, q)
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
    check_number(cards, dimension, 3)
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


def check_number(cards: int, d: int, n: int = 3) -> int:
    """The number of cards in the deck; raise `SpecError` unless so many can be dealt from it."""
    check_parameters(d, n)
    deck = count_cards(d, n)
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
    return deck


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
    sum_is_zero = all(sum(card // 3**i % 3 for card in lost) % 3 == 0 for i in range(dimension))
    return (3,) if sum_is_zero else (0,)


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
    cards = count_cards(dimension)
    if dimension < 3:
        raise SpecError(f"{dimension} properties make {cards} cards: a table of 12 needs at least 3 properties")
    return cards // 3 if dimension == 3 else cards // 3 + (cards - TABLE) // 3 - 1
