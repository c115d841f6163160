"""UltraSETs in n cards, exactly: their number, the collections without one, and those without a planet.

Four cards are an *UltraSET* (or Superset) if they are two pairs with the same third card. In AG(d,3) two pairs have the
same third card exactly if they have the same sum, so that a collection has Σ C(m, 2) UltraSETs, where m counts the
pairs whose third card is a given card. Begin with `exact_ultrasets`, the distribution of this number in n cards, and
`exact_no_ultraset`, the collections without an UltraSET.

**All collections** of n cards are listed up to symmetry, each orbit with its number of SETs and of UltraSETs. By
inclusion and exclusion over the four cards, the other N − n cards have

    T − n·λ₁ + C(n,2)·λ₂ − 3·(C(n,3) − SETs) + UltraSETs

UltraSETs, where N = 3^d and T, λ₁, λ₂ are the numbers of all UltraSETs, those with a given card and those with two
given cards: three cards that are no SET lie in three UltraSETs, and a SET in none.

**Without an UltraSET** the orbits are listed by themselves, level by level, as those without a SET are. The level of
ten cards of AG(4,3) is empty.

**Planets.** Four cards of a plane, no three of which are a SET, are an UltraSET: a plane has 54 of both. So n ≥ 4 cards
have no four in a plane (a *planet*) exactly if they have neither a SET nor an UltraSET.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from setlab.answers import Evidence
from setlab.arguments import checked
from setlab.counting import check_number, count_cards
from setlab.errors import RuleError, SpecError
from setlab.exact.evidence import Progress, level_progress, no_progress
from setlab.exact.orbits import Orbits, orbit_levels
from setlab.limits import ULTRASETS, between

REACHED = {2: 4, 3: 13, 4: 14}
"""The last level that is listed, by dimension: all, and for four properties a million orbits."""


class UltrasetNumbers(NamedTuple):
    """The number of UltraSETs of a deck, of those with a given card, and of those with two given cards."""

    all: int
    with_card: int
    with_pair: int


def ultraset_numbers(dimension: int = 4) -> UltrasetNumbers:
    """The numbers of UltraSETs: every card is the third card of (N − 1)/2 pairs, and two of these make one.

    >>> ultraset_numbers(4)
    UltrasetNumbers(all=63180, with_card=3120, with_pair=117)
    """
    cards = count_cards(dimension)
    number = cards * comb((cards - 1) // 2, 2)
    return UltrasetNumbers(number, 4 * number // cards, 6 * number // comb(cards, 2))


@dataclass(frozen=True)
class UltrasetTable:
    """The number of collections of n cards by their number of UltraSETs."""

    dimension: int
    cards: int
    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        """The number of collections."""
        return comb(count_cards(self.dimension), self.cards)

    @property
    def mean(self) -> Fraction:
        """The mean number of UltraSETs, by its formula."""
        return ultraset_numbers(self.dimension).all * self._probability_within(4)

    @property
    def variance(self) -> Fraction:
        """The variance, by its formula: a sum over pairs of UltraSETs by the number of cards that they share."""
        numbers = ultraset_numbers(self.dimension)
        sharing = {4: 1, 3: 4 * 2, 2: 6 * (numbers.with_pair - 1) - 3 * 4 * 2}
        sharing[1] = 4 * (numbers.with_card - 1) - 3 * sharing[3] - 2 * sharing[2]
        sharing[0] = numbers.all - sum(sharing.values())
        square = sum(number * self._probability_within(8 - shared) for shared, number in sharing.items())
        return numbers.all * square - self.mean**2

    def _probability_within(self, cards: int) -> Fraction:
        """The probability that given cards are among the n."""
        if cards > self.cards:
            return Fraction(0)
        return Fraction(comb(count_cards(self.dimension) - cards, self.cards - cards), self.total)

    def proportions(self) -> dict[int, Fraction]:
        """The probability of each number of UltraSETs.

        >>> exact_ultrasets(4).proportions()
        {0: Fraction(76, 79), 1: Fraction(3, 79)}
        """
        return {ultrasets: Fraction(number, self.total) for ultrasets, number in self.counts.items()}

    def check(self) -> UltrasetTable:
        """The table itself. Raise `RuleError` unless the counts have the total, mean and variance of the formulas."""
        total, first, second = (sum(n * k**power for k, n in self.counts.items()) for power in range(3))
        mean = Fraction(first, total or 1)
        found = total, mean, Fraction(second, total or 1) - mean**2
        if found != (right := (self.total, self.mean, self.variance)):
            raise RuleError(
                f"the UltraSETs of {self.cards} cards have total, mean, variance {found}, not {right}: report this"
            )
        return self


@checked
def exact_ultrasets(cards: int = 12, dimension: int = 4, report: Progress = no_progress) -> UltrasetTable:
    """The distribution of the number of UltraSETs in n cards, n or 3^d − n at most 14 for four properties.

    >>> exact_ultrasets(5).counts
    {0: 20925216, 1: 4612140, 3: 84240}
    """
    _check_dimension(dimension)
    deck = check_number(cards, dimension)
    fewer = min(cards, deck - cards)
    if fewer > REACHED[dimension]:
        last = REACHED[dimension]
        raise SpecError(
            f"the UltraSETs of {cards} cards of AG({dimension},3) are not counted: choose 0 to {last} or "
            f"{deck - last} to {deck} cards"
        )
    *_, level = orbit_levels(dimension, until=fewer, prove=False, report=level_progress(report))
    level.prove()
    counts: Counter[int] = Counter()
    for (sets, ultrasets), number in count_both(level).items():
        counts[ultrasets if fewer == cards else in_the_others(fewer, sets, ultrasets, dimension)] += number
    return UltrasetTable(dimension, cards, dict(sorted(counts.items()))).check()


def count_both(level: Orbits) -> Counter[tuple[int, int]]:
    """The number of collections of a level by their numbers of SETs and of UltraSETs.

    >>> *_, four = orbit_levels(4, until=4)
    >>> sorted(count_both(four).items())
    [((0, 0), 1516320), ((0, 1), 63180), ((1, 0), 84240)]
    """
    from setlab import _core

    found: Counter[tuple[int, int]] = Counter()
    for part in level.parts():
        sets, ultrasets = (
            count(part.masks, part.dimension).tolist() for count in (_core.count_lines, _core.count_ultrasets)
        )
        for each, size in zip(zip(sets, ultrasets, strict=True), part.sizes.tolist(), strict=True):
            found[each] += size
    return found


def in_the_others(cards: int, sets: int, ultrasets: int, dimension: int = 4) -> int:
    """The number of UltraSETs in the complement of n cards with these numbers of SETs and UltraSETs.

    >>> in_the_others(0, 0, 0), in_the_others(81, 1080, 63180)
    (63180, 0)
    """
    numbers = ultraset_numbers(dimension)
    pairs, triples = comb(cards, 2), comb(cards, 3) - sets
    return numbers.all - cards * numbers.with_card + pairs * numbers.with_pair - 3 * triples + ultrasets


@dataclass(frozen=True)
class NoUltraset:
    """For n = 0, 1, …: the collections without an UltraSET, their orbits; those that are complete, or have no planet.

    A collection is complete if every further card makes an UltraSET.
    """

    dimension: int
    counts: tuple[int, ...]
    orbits: tuple[int, ...]
    complete: tuple[int, ...]
    complete_orbits: tuple[int, ...]
    no_planet: tuple[int, ...]
    no_planet_orbits: tuple[int, ...]

    @property
    def largest(self) -> int:
        """The most cards without an UltraSET."""
        return _last(self.counts)

    @property
    def largest_no_planet(self) -> int:
        """The most cards without four in a plane."""
        return _last(self.no_planet)

    def probability(self, n: int) -> Fraction:
        """The probability that n random cards have no UltraSET.

        >>> exact_no_ultraset(3).probability(5)
        Fraction(54, 115)
        """
        return Fraction(self.counts[n], comb(count_cards(self.dimension), n))


def _last(counts: tuple[int, ...]) -> int:
    return max(n for n, count in enumerate(counts) if count)


@checked
def exact_no_ultraset(dimension: int = 4, report: Progress = no_progress) -> NoUltraset:
    """The collections of n cards without an UltraSET, for every n, listed up to symmetry: at most nine of 81 cards.

    >>> table = exact_no_ultraset(4)
    >>> table.largest, table.orbits[:11]
    (9, (1, 1, 1, 2, 2, 3, 6, 6, 5, 2, 0))
    """
    _check_dimension(dimension)
    rows = []
    for level in orbit_levels(dimension, "ultraset-free", report=level_progress(report)):
        complete, no_planet = level.complete(), level.without_sets()
        rows.append([value for part in (level, complete, no_planet) for value in (part.total, len(part))])
    rows += [[0] * 6] * (count_cards(dimension) + 1 - len(rows))
    return NoUltraset(dimension, *(tuple(column) for column in zip(*rows, strict=True)))


def evidence_of_ultrasets(cards: int, table: NoUltraset) -> tuple[Evidence, ...]:
    """The evidence for both tables, which were computed in this run."""
    return (
        Evidence(
            f"UltraSETs in {cards} cards",
            "computed",
            "all collections, or those of the other cards, listed up to symmetry; total, mean and variance are those "
            "of the formulas",
        ),
        Evidence(
            f"{table.largest} cards can be without an UltraSET, {table.largest + 1} cannot",
            "computed",
            "one collection of each orbit listed; its size times the order of its stabiliser is the number of "
            "symmetries, and double counting from each level to the next shows that none is missing",
        ),
    )


def _check_dimension(dimension: int) -> None:
    if dimension not in ULTRASETS:
        known = between(ULTRASETS)
        raise SpecError(f"UltraSETs are counted in {known} dimensions, not in {dimension}: choose one of those")
