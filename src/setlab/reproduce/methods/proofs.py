"""Proofs replayed in finitely many cases: the sum argument, identities modulo 3 and over every field, largest caps."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, product

from setlab.caps.checks import is_cap
from setlab.exact.no_set import exact_no_set
from setlab.reproduce.evidence import Check, Checks, check
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


def sum_argument() -> Checks:
    """The three steps. They imply that the cards left of a whole deck sum to 0, and that three of them form a SET."""
    yield deck_sums_to_zero()
    yield sets_sum_to_zero()
    # Three values that sum to a multiple of three are all the same or all different.
    what = "three cards with sum 0 form a SET, for the {} triples of values of one property with sum 0"
    yield check(what, (triple for triple in product(VALUES, repeat=3) if sum(triple) % 3 == 0), same_or_different)


def deck_sums_to_zero() -> Check:
    """The values of one property, each on 3^(d−1) cards, sum to a multiple of three.

    >>> deck_sums_to_zero().is_refuted
    False
    """
    what = "the deck sums to 0, for one property, each value on N = 3^(d−1) cards, for the {} values of N modulo 3"
    return check(what, VALUES, lambda number: sum(value * number for value in VALUES) % 3 == 0)


def sets_sum_to_zero() -> Check:
    """Three values that are all the same or all different sum to a multiple of three."""
    what = "a SET sums to 0, for the {} triples of values of one property that are all the same or all different"
    cases = (triple for triple in product(VALUES, repeat=3) if same_or_different(triple))
    return check(what, cases, lambda triple: sum(triple) % 3 == 0)


@lru_cache
def largest_cap(d: int) -> int:
    """The size of the largest cap of AG(d,3), d ≤ 4, proved by listing all caps up to symmetry.

    >>> [largest_cap(d) for d in (1, 2, 3)]
    [2, 4, 9]
    """
    if d == 1:
        return max(n for n in range(4) for points in combinations(range(3), n) if is_cap(points, 1))
    largest = exact_no_set(d, recompute=True).largest
    assert largest is not None, "the list of caps is complete for d ≤ 4"
    return largest
