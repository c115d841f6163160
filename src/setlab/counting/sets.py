"""Cards and SETs, "all the same or all different", for d properties with n values (Abrahamsen & Eriksen, chapter 5)."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

from setlab.arguments import checked
from setlab.errors import SpecError


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
