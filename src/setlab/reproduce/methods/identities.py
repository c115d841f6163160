"""Proofs replayed in finitely many cases: identities of vectors modulo 3, and identities over every field."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from setlab.reproduce.judging import Check, check


def check_coordinates(what: str, letters: str, holds: Callable[..., bool]) -> Check:
    """Check a statement about vectors modulo 3 for all values of one coordinate.

    The operations act on each coordinate separately; so what holds in one coordinate holds in every dimension.

    >>> check_coordinates("a + a + a = 0", "a", lambda a: 3 * a % 3 == 0).found
    'holds for all 3 values of a in one coordinate, and so in every dimension'
    """
    return check(
        what,
        f"all {{}} values of {letters} in one coordinate, and so in every dimension",
        product(range(3), repeat=len(letters.split(", "))),
        lambda values: holds(*values),
        lambda values: f"{letters} = {', '.join(map(str, values))}",
    )


def check_identity(what: str, letters: str, degree: int, difference: Callable[..., int]) -> Check:
    """Check that a polynomial with integer coefficients is 0, so that the identity holds over every field.

    `degree` bounds the degree in each letter. A polynomial of degree at most n in each letter that vanishes on the
    grid 0, …, n is the zero polynomial.

    >>> check_identity("(a + b)² = a² + 2ab + b²", "a, b", 2, lambda a, b: (a + b)**2 - a*a - 2*a*b - b*b).refuted
    False
    >>> check_identity("(a + b)² = a² + b²", "a, b", 2, lambda a, b: (a + b)**2 - a*a - b*b).found
    'fails: a, b = 1, 1'
    """
    return check(
        what,
        f"{{}} values of {letters}, which suffice to show that two polynomials are equal, and so over every field",
        product(range(degree + 1), repeat=len(letters.split(", "))),
        lambda values: difference(*values) == 0,
        lambda values: f"{letters} = {', '.join(map(str, values))}",
    )
