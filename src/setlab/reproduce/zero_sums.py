"""The sum argument, replayed coordinate by coordinate: it holds in every dimension.

Cards are added property by property, modulo 3, so that what holds for the values of one property holds for cards of
any number of properties. A SET has sum 0, the deck has sum 0, and three cards with sum 0 are a SET.
"""

from __future__ import annotations

from itertools import product

from setlab.reproduce.checking import check
from setlab.reproduce.evidence import Check

VALUES = range(3)


def sum_argument() -> tuple[Check, ...]:
    """The three steps: with them, what is left of a whole deck sums to 0, and three cards left would be a SET."""
    return deck_sums_to_zero(), sets_sum_to_zero(), zero_sum_is_set()


def deck_sums_to_zero() -> Check:
    """The values of one property, each on 3^(d−1) cards, add up to a multiple of three.

    >>> deck_sums_to_zero().refuted
    False
    """
    return check(
        "the deck sums to 0",
        "one property of d, each of its values being on N = 3^(d−1) cards, whatever N is modulo 3: {} cases",
        VALUES,
        lambda number: sum(value * number for value in VALUES) % 3 == 0,
    )


def sets_sum_to_zero() -> Check:
    """Three values that are all the same or all different add up to a multiple of three."""
    return check(
        "a SET sums to 0",
        "the {} triples of values of one property that are all the same or all different",
        (triple for triple in product(VALUES, repeat=3) if fits(triple)),
        lambda triple: sum(triple) % 3 == 0,
    )


def zero_sum_is_set() -> Check:
    """Three values that add up to a multiple of three are all the same or all different."""
    return check(
        "three cards with sum 0 are a SET",
        "the {} triples of values of one property with sum 0",
        (triple for triple in product(VALUES, repeat=3) if sum(triple) % 3 == 0),
        fits,
    )


def fits(triple: tuple[int, ...]) -> bool:
    """True if the values are all the same or all different."""
    return len(set(triple)) != 2
