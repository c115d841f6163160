"""Cards and SETs with d properties of n values, and the points, lines, planes, cubes … of AG(d,q), q a prime power.

Abrahamsen & Eriksen, chapters 5 and 7, and Clark, Fisk & Goren, section 3, give some of them.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.geometry.fields import count_subspaces


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
    order = q**dimension
    for i in range(dimension):
        order *= q**dimension - q**i
    return int(order)


def _check_geometry(d: int, q: int) -> None:
    check_parameters(d, q)
    if not is_prime_power(q):
        raise SpecError(f"there is no AG({d},{q}): {q} is not a power of a prime; choose 2, 3, 4, 5, 7, 8, 9 …")
