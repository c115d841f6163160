"""The number of collections of n cards without a SET and without a planet, orbit by orbit.

A *planet* is four cards of a plane of which no three are a SET (Baker and others 2013): two pairs of cards that need
the same third card, also called an UltraSET. So n cards have neither if their pairs need different third cards, and
none of them lies among the n cards. For three cards per line this says that all differences of two cards are different:
from a − b = c − d follows a + d = b + c, and from a − b = b − d that a, b, d are a SET. There are n(n − 1) differences
and 3^d − 1 vectors to hold them, so that in four dimensions ten cards always hold a SET or a planet, 10 · 9 > 80.

Every such collection is a cap, and the family is closed under symmetries: of the orbits of caps those remain whose
representative has no planet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from setlab.answers.answer import Evidence
from setlab.arguments import checked
from setlab.counting import count_cards
from setlab.errors import SpecError
from setlab.exact.evidence import Progress, level_progress, no_progress
from setlab.exact.orbits import Orbits, orbit_levels
from setlab.geometry import Space
from setlab.geometry.batch import masks_of
from setlab.limits import PLANETS, between


@checked
@dataclass(frozen=True)
class Planets:
    """For n = 0, 1, …: the number of collections without a SET and a planet, of their orbits, and one with most cards.

    The last entry is 0: so many cards always hold a SET or a planet.
    """

    dimension: int
    counts: tuple[int, ...]
    orbits: tuple[int, ...]
    example: tuple[int, ...]

    @property
    def largest(self) -> int:
        """The most cards without a SET and without a planet."""
        return len(self.counts) - 2

    def probability(self, n: int) -> Fraction:
        """The probability that n random cards have neither."""
        count = self.counts[n] if n < len(self.counts) else 0
        return Fraction(count, comb(count_cards(self.dimension), n))


@checked
def exact_planets(dimension: int = 4, report: Progress = no_progress) -> Planets:
    """The number of collections of n cards without a SET and without a planet, d = 2, 3 and 4.

    >>> exact_planets(3).counts
    (1, 27, 351, 2808, 12636, 12636, 0)
    >>> exact_planets(4).largest, exact_planets(4).orbits[9]
    (9, 1)
    """
    if dimension not in PLANETS:
        raise SpecError(
            f"planets are counted in {between(PLANETS)} dimensions, not in {dimension}: choose one of those"
        )
    space, counts, orbits = Space(dimension), list[int](), list[int]()
    example: tuple[int, ...] = ()
    for level in orbit_levels(dimension, "cap", report=level_progress(report)):
        sizes = [(cards, size) for cards, size in _members(level) if not has_planet(cards, space)]
        counts.append(sum(size for _, size in sizes))
        orbits.append(len(sizes))
        if not sizes:
            break
        example = sizes[0][0]
    return Planets(dimension, tuple(counts), tuple(orbits), example)


def _members(level: Orbits) -> Iterable[tuple[tuple[int, ...], int]]:
    """The cards of one collection of each orbit, and the size of the orbit."""
    for mask, size in zip(masks_of(level.masks), level.sizes, strict=True):
        yield tuple(i for i in range(int(mask).bit_length()) if int(mask) >> i & 1), int(size)


def has_planet(cards: Iterable[int], space: Space) -> bool:
    """True if two pairs of cards need the same third card; for cards without a SET.

    >>> has_planet((1, 2, 3, 6), Space(4))
    True
    """
    thirds = [space.third(*pair) for pair in combinations(cards, 2)]
    return len(set(thirds)) < len(thirds)


def evidence_of_planets(table: Planets) -> tuple[Evidence, ...]:
    """The evidence for the table that `exact_planets` gave in this run.

    >>> evidence_of_planets(exact_planets(2))[1].claim
    '3 cards can be without a SET and a planet, 4 cannot'
    """
    n = table.largest
    listed = "every cap up to symmetry, with the size of its orbit; those with a planet are left out"
    nothing = "no orbit of the caps of the next size is without a planet, and the family is hereditary"
    return (
        Evidence(f"counts and orbits, n = 0 – {n + 1}", "computed", listed),
        Evidence(f"{n} cards can be without a SET and a planet, {n + 1} cannot", "computed", nothing),
    )
