"""Proofs replayed in finitely many cases: identities of vectors modulo 3, and identities that hold in every field."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from setlab.reproduce.checking import check
from setlab.reproduce.evidence import Check


def check_coordinates(what: str, letters: str, holds: Callable[..., bool]) -> Check:
    """Whether a statement about coordinates holds for all their values modulo 3, and so for vectors of any length.

    Vectors are added coordinate by coordinate: what holds in one coordinate for all values holds in every dimension.

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
    """Whether a polynomial with integer coefficients is 0, so that the identity holds in every field.

    `degree` bounds the degree in each letter. A polynomial of degree at most n in each letter that vanishes at all
    points of the grid 0, …, n is the polynomial 0.

    >>> check_identity("(a + b)² = a² + 2ab + b²", "a, b", 2, lambda a, b: (a + b)**2 - a*a - 2*a*b - b*b).refuted
    False
    >>> check_identity("(a + b)² = a² + b²", "a, b", 2, lambda a, b: (a + b)**2 - a*a - b*b).found
    'not so: a, b = 1, 1'
    """
    return check(
        what,
        f"{{}} values of {letters}, enough to show that two polynomials are the same, and so in every field",
        product(range(degree + 1), repeat=len(letters.split(", "))),
        lambda values: difference(*values) == 0,
        lambda values: f"{letters} = {', '.join(map(str, values))}",
    )
