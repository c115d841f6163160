"""The number of collections of n cards without a plane, by Möbius inversion over the unions of planes (A13).

By inclusion and exclusion, a family of m planes with the union U contributes (−1)^m times the number of collections
that contain U. Families with the same union are added up. With the coefficient

    c(U) = Σ (−1)^|F|  over the families F of planes whose union is exactly U,

the number of n-collections without a plane is Σ c(U) · C(3^d − |U|, n − |U|) over all unions U, including the empty one
with c = 1. Only unions of at most n cards matter, and unions of one orbit have the same coefficient. The compiled core
finds them; `setlab/reference/lines.py` defines its results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from setlab.counting import count_cards, mean_flats
from setlab.errors import SpecError
from setlab.exact.planes.blocking import largest_plane_free
from setlab.exact.planes.blocking_lists import count_blocking_sets
from setlab.limits import PLANE_FREE

BEYOND_ORBITS = 3
UNIONS_AT_ONCE = 256


@dataclass(frozen=True)
class PlaneFree:
    """The number of n-collections without a plane, n = 0 … 3^d; None where it is not known.

    >>> table = exact_plane_free(2)
    >>> table.counts
    (1, 9, 36, 84, 126, 126, 84, 36, 9, 0)
    >>> table.probability(9), table.probability(8), table.largest
    (Fraction(1, 1), Fraction(0, 1), 8)
    """

    dimension: int
    counts: tuple[int | None, ...]

    def probability(self, cards: int) -> Fraction | None:
        """The probability that this many random cards contain a plane."""
        count = self.counts[cards]
        return None if count is None else 1 - Fraction(count, comb(len(self.counts) - 1, cards))

    def mean_given_one(self, cards: int) -> Fraction | None:
        """The mean number of planes in this many random cards, given that there is at least one.

        >>> round(float(exact_plane_free(4, 18).mean_given_one(18)), 7)
        1.000039
        """
        probability = self.probability(cards)
        return mean_flats(cards, 2, self.dimension) / probability if probability else None

    @property
    def largest(self) -> int:
        """The size of the largest collection without a plane: all later counts are 0."""
        return self.counts.index(0) - 1


def exact_plane_free(
    dimension: int = 4, until: int | None = None, *, from_above: int | None = None, threads: int | None = None
) -> PlaneFree:
    """The exact counts for n ≤ `until`, and zeros for all n that force a plane; None between.

    Without `until`, dimensions 2 and 3 are complete and dimension 4 goes to n = 36. With `from_above`, the counts for
    n ≥ `from_above` are added, from the complements, which are blocking sets: 54 takes a quarter of a minute, 53 one.

    >>> exact_plane_free(3).counts[18:22]
    (2944188, 846612, 120042, 0)
    >>> table = exact_plane_free(4, 9)
    >>> table.counts[9] == comb(81, 9) - 1170, table.counts[10], table.counts[54:56]
    (True, None, (None, 0))
    """
    cards = _checked_cards(dimension)
    until = min(cards, 36) if until is None else until
    if not 0 <= until <= cards:
        raise SpecError(f"a table to {until} cards is not possible: the deck has {cards}")
    counts = fill_table(cards, coefficient_totals(dimension, until, threads=threads))
    if until < cards:
        largest = largest_plane_free(dimension).size
        counts[largest + 1 :] = [0] * (cards - largest)
        for n in range(max(until + 1, cards if from_above is None else from_above), largest + 1):
            counts[n] = count_blocking_sets(cards - n, dimension)
    return PlaneFree(dimension, tuple(counts))


def coefficient_totals(dimension: int, largest: int, *, threads: int | None = None) -> list[int]:
    """The sum of the coefficients of all unions of s cards, for s = 0 … largest.

    Orbits are distinguished up to a few cards below the largest. Beyond that size it is faster to meet some unions
    several times, each time weighted by the right fraction.

    >>> coefficient_totals(3, 18)
    [1, 0, 0, 0, 0, 0, 0, 0, 0, -39, 0, 0, 0, 0, 0, 702, 0, 0, -897]
    """
    from setlab import _core

    above = max(0, largest - BEYOND_ORBITS)
    masks, images, coefficients = _core.plane_unions(dimension, above)
    totals = [Fraction(0)] * (largest + 1)
    for words, image, coefficient in zip(masks.tolist(), images.tolist(), coefficients.tolist(), strict=True):
        totals[sum(map(int.bit_count, words))] += image * coefficient
    for start in range(0, len(masks), UNIONS_AT_ONCE):
        part = slice(start, start + UNIONS_AT_ONCE)
        columns = _core.sum_plane_unions(dimension, masks[part], images[part], above, largest, threads=threads)
        for size, denominator, total in zip(*(column.tolist() for column in columns), strict=True):
            totals[size] += Fraction(total, denominator)
    assert all(total.denominator == 1 for total in totals)
    return [total.numerator for total in totals]


def fill_table(cards: int, totals: Sequence[int]) -> list[int | None]:
    """The counts by n that follow from the totals by size; None beyond the last size.

    >>> fill_table(9, [1, 0, 0, 0, 0, 0, 0, 0, 0, -1])
    [1, 9, 36, 84, 126, 126, 84, 36, 9, 0]
    """
    counts: list[int | None] = [
        sum(total * comb(cards - size, n - size) for size, total in enumerate(totals[: n + 1]))
        for n in range(len(totals))
    ]
    return counts + [None] * (cards + 1 - len(counts))


def _checked_cards(dimension: int) -> int:
    if dimension not in PLANE_FREE:
        raise SpecError(f"planes in dimension {dimension} are not counted: choose 2, 3 or 4")
    return count_cards(dimension)
