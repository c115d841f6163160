"""The distribution of the number of SETs in n random cards, exactly (A12).

The orbits of m cards give the distribution for m, m + 1, m + 2 and m + 3 cards, and those of 3^d − m, … cards by
complement: the SETs within n cards and the SETs within the others have a total that depends on n alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from setlab.counting import count_cards, mean_flats, split_by_deal, variance_flats
from setlab.errors import RuleError, SpecError
from setlab.exact.orbits.levels import LevelReport, Orbits, check_family, orbit_levels
from setlab.exact.orbits.subtrees import LEVELS_AT_ONCE, MOST_EXTRA, Descendants, descendants

DEEPEST = {2: 9, 3: 27, 4: 16, 5: 12}
"""The level for each dimension beyond which orbits are too many for a small machine: AG(4,3) has 17 million on 16."""


@dataclass(frozen=True)
class SetCounts:
    """The number of collections of `cards` cards by their number of SETs."""

    dimension: int
    cards: int
    counts: dict[int, int]

    @property
    def total(self) -> int:
        """The number of collections."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        """The mean number of SETs."""
        return self._moment(1)

    @property
    def variance(self) -> Fraction:
        """The variance of the number of SETs."""
        return self._moment(2) - self._moment(1) ** 2

    def probability(self, sets: int) -> Fraction:
        """The probability of exactly this number of SETs.

        >>> exact_set_counts(12).probability(0)
        Fraction(325432404, 10074689485)
        """
        return Fraction(self.counts.get(sets, 0), self.total)

    def complement(self) -> SetCounts:
        """The table of the complements.

        >>> exact_set_counts(3).complement().counts
        {962: 1080, 963: 84240}
        """
        others = count_cards(self.dimension) - self.cards
        turned = {split_by_deal(self.cards, sets, self.dimension).none: n for sets, n in self.counts.items()}
        return SetCounts(self.dimension, others, dict(sorted(turned.items())))

    def check(self) -> SetCounts:
        """The table itself. Raise `RuleError` unless total, mean and variance are those of the closed formulas."""
        found = self.total, self.mean, self.variance
        total = comb(count_cards(self.dimension), self.cards)
        right = (
            total,
            mean_flats(self.cards, dimension=self.dimension),
            variance_flats(self.cards, dimension=self.dimension),
        )
        if found != right:
            raise RuleError(
                f"the SETs of {self.cards} cards have total, mean, variance {found}, not {right}: "
                "compute the orbits again"
            )
        return self

    def _moment(self, power: int) -> Fraction:
        return Fraction(sum(n * sets**power for sets, n in self.counts.items()), self.total)


def set_counts_from(
    level: Orbits, extra: int = 0, *, threads: int | None = None, report: LevelReport | None = None
) -> SetCounts:
    """The table for n + extra cards from all orbits of n cards, checked by closed formulas.

    >>> level = list(orbit_levels(4, until=4))[4]
    >>> set_counts_from(level, extra=2).counts
    {0: 247615056, 1: 71772480, 2: 5068440, 3: 84240}
    """
    if level.family != "all":
        raise SpecError(f"the orbits of the family {level.family!r} are not all collections: use those of 'all'")
    pairs = level.extended_lines(extra, threads=threads, report=report)
    counts = _divided(pairs, comb(level.size + extra, extra))
    return SetCounts(level.dimension, level.size + extra, counts).check()


def set_counts_of(found: Descendants, n: int, dimension: int = 4) -> SetCounts:
    """The table for n cards from the descendants of all orbits of a level, which must be complete.

    >>> from setlab.exact.orbits import descendants
    >>> *_, two = orbit_levels(4, until=2)
    >>> set_counts_of(descendants(two, until=4), 6).counts
    {0: 247615056, 1: 71772480, 2: 5068440, 3: 84240}
    """
    found.prove(dimension)
    counts = _divided(found.lines[n], comb(n, max(0, n - found.until)))
    return SetCounts(dimension, n, counts).check()


def exact_set_counts(
    n: int,
    dimension: int = 4,
    *,
    deepest: int | None = None,
    threads: int | None = None,
    report: LevelReport | None = None,
) -> SetCounts:
    """The number of collections of n cards by their number of SETs.

    With m the smaller of n and 3^d − n, orbits are listed to m − 3 cards, but never beyond `deepest`. In AG(4,3) n = 12
    takes a moment, n = 17 a few seconds; n = 19 needs the 17 million orbits of 16 cards, and some minutes.

    >>> exact_set_counts(78).counts == exact_set_counts(3).complement().counts
    True
    """
    cards = count_cards(dimension)
    if not 0 <= n <= cards:
        raise SpecError(f"{n} cards cannot be dealt: the deck has {cards}")
    check_family(dimension, "all")
    fewer, deepest = min(n, cards - n), DEEPEST[dimension] if deepest is None else deepest
    if fewer > deepest + MOST_EXTRA:
        raise SpecError(
            f"the SETs of {n} cards need the orbits of {fewer - MOST_EXTRA}, and deepest is {deepest}: choose at most "
            f"{deepest + MOST_EXTRA} cards or at least {cards - deepest - MOST_EXTRA}, or raise deepest"
        )
    last = max(0, fewer - MOST_EXTRA)
    *_, roots = orbit_levels(dimension, until=max(0, last - LEVELS_AT_ONCE), prove=False, threads=threads)
    table = set_counts_of(descendants(roots, last, threads=threads, report=report), fewer, dimension)
    return table if fewer == n else table.complement().check()


def count_caps_from(
    level: Orbits, extra: int = 0, *, threads: int | None = None, report: LevelReport | None = None
) -> int:
    """The number of caps of n + extra cards, from the orbits of the caps (or of all collections) of n cards.

    >>> *_, level = orbit_levels(4, "cap", until=5)
    >>> count_caps_from(level, extra=3)
    14587567020
    """
    if level.family == "plane-free":
        raise SpecError("the orbits of the family 'plane-free' are not those of caps: use 'cap' or 'all'")
    pairs = level.extended_lines(extra, threads=threads, report=report)
    return _divided({0: pairs.get(0, 0)}, comb(level.size + extra, extra)).get(0, 0)


def _divided(pairs: Mapping[int, int], ways: int) -> dict[int, int]:
    """The counts of collections, each of which was met once for every choice of its extra cards."""
    if uneven := [sets for sets, count in pairs.items() if count % ways]:
        raise RuleError(
            f"the collections with {uneven[0]} SETs were not met {ways} times each: compute the orbits again"
        )
    return {sets: count // ways for sets, count in pairs.items() if count}
