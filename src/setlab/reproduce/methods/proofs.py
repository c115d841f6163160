"""Proofs replayed in finitely many cases: the sum argument, identities modulo 3 and over every field."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from setlab.reproduce.evidence import Check, check
from setlab.reproduce.methods.game import same_or_different


def check_coordinates(what: str, letters: str, holds: Callable[..., bool]) -> Check:
    """Check a statement about vectors modulo 3 for all values of one coordinate.

    The operations act on each coordinate separately; so what holds in one coordinate holds in every dimension.

    >>> check_coordinates("a + a + a = 0", "a", lambda a: 3 * a % 3 == 0).outcome
    'holds for all 3 values of a in one coordinate, and so in every dimension'
    """
    return check(
        f"{what}, for all {{}} values of {letters} in one coordinate, and so in every dimension",
        product(range(3), repeat=len(letters.split(", "))),
        lambda values: holds(*values),
        lambda values: f"{letters} = {', '.join(map(str, values))}",
    )


def check_identity(what: str, letters: str, degree: int, difference: Callable[..., int]) -> Check:
    """Check that a polynomial with integer coefficients is 0, so that the identity holds over every field.

    `degree` bounds the degree in each letter. A polynomial of degree at most n in each letter that vanishes on the
    grid 0, …, n is the zero polynomial.

    >>> check_identity("(a + b)² = a² + 2ab + b²", "a, b", 2, lambda a, b: (a + b)**2 - a*a - 2*a*b - b*b).is_refuted
    False
    >>> check_identity("(a + b)² = a² + b²", "a, b", 2, lambda a, b: (a + b)**2 - a*a - b*b).outcome
    'fails: a, b = 1, 1'
    """
    return check(
        f"{what}, "
        f"for {{}} values of {letters}, which suffice to show that two polynomials are equal, and so over every field",
        product(range(degree + 1), repeat=len(letters.split(", "))),
        lambda values: difference(*values) == 0,
        lambda values: f"{letters} = {', '.join(map(str, values))}",
    )


VALUES = range(3)


def sum_argument() -> tuple[Check, ...]:
    """The three steps. They imply that the cards left of a whole deck sum to 0, and that three of them form a SET."""
    return deck_sums_to_zero(), sets_sum_to_zero(), zero_sum_is_set()


def deck_sums_to_zero() -> Check:
    """The values of one property, each on 3^(d−1) cards, sum to a multiple of three.

    >>> deck_sums_to_zero().is_refuted
    False
    """
    return check(
        "the deck sums to 0, for one property, each value on N = 3^(d−1) cards, for the {} values of N modulo 3",
        VALUES,
        lambda number: sum(value * number for value in VALUES) % 3 == 0,
    )


def sets_sum_to_zero() -> Check:
    """Three values that are all the same or all different sum to a multiple of three."""
    return check(
        "a SET sums to 0, for the {} triples of values of one property that are all the same or all different",
        (triple for triple in product(VALUES, repeat=3) if same_or_different(triple)),
        lambda triple: sum(triple) % 3 == 0,
    )


def zero_sum_is_set() -> Check:
    """Three values that sum to a multiple of three are all the same or all different."""
    return check(
        "three cards with sum 0 form a SET, for the {} triples of values of one property with sum 0",
        (triple for triple in product(VALUES, repeat=3) if sum(triple) % 3 == 0),
        same_or_different,
    )
