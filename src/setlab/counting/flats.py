"""The numbers of points, lines, planes, cubes … of AG(d,q), for any prime power q.

Abrahamsen & Eriksen, chapter 7, and Clark, Fisk & Goren, section 3, give some of them.
"""

from __future__ import annotations

from setlab.arguments import checked
from setlab.counting.sets import check_parameters
from setlab.errors import SpecError
from setlab.geometry.fields import count_subspaces


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
