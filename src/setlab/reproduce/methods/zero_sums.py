"""The sum argument, replayed in one coordinate, which proves it in every dimension.

Cards are added modulo 3 property by property; so what holds for the values of one property holds for cards with any
number of properties. The deck and all SETs have sum 0, and three cards with sum 0 form a SET.
"""

from __future__ import annotations

from itertools import product

from setlab.reproduce.judging import Check, check
from setlab.reproduce.methods.set_rule import same_or_different

VALUES = range(3)


def sum_argument() -> tuple[Check, ...]:
    """The three steps. They imply that the cards left of a whole deck sum to 0, and that three of them form a SET."""
    return deck_sums_to_zero(), sets_sum_to_zero(), zero_sum_is_set()


def deck_sums_to_zero() -> Check:
    """The values of one property, each on 3^(d−1) cards, sum to a multiple of three.

    >>> deck_sums_to_zero().refuted
    False
    """
    return check(
        "the deck sums to 0",
        "one property, each value on N = 3^(d−1) cards, for the {} values of N modulo 3",
        VALUES,
        lambda number: sum(value * number for value in VALUES) % 3 == 0,
    )


def sets_sum_to_zero() -> Check:
    """Three values that are all the same or all different sum to a multiple of three."""
    return check(
        "a SET sums to 0",
        "the {} triples of values of one property that are all the same or all different",
        (triple for triple in product(VALUES, repeat=3) if same_or_different(triple)),
        lambda triple: sum(triple) % 3 == 0,
    )


def zero_sum_is_set() -> Check:
    """Three values that sum to a multiple of three are all the same or all different."""
    return check(
        "three cards with sum 0 form a SET",
        "the {} triples of values of one property with sum 0",
        (triple for triple in product(VALUES, repeat=3) if sum(triple) % 3 == 0),
        same_or_different,
    )
