"""The distribution of the number of SETs in n random cards, exactly: begin with `exact_sets` (A12).

The orbits of m cards give the distribution for m, m + 1, m + 2 and m + 3 cards, and those of 3^d − m, … cards by
complement: the SETs within n cards and the SETs within the others have a total that depends on n alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from setlab.answers.answer import Evidence, How
from setlab.arguments import checked
from setlab.counting import check_number, count_cards, mean_flats, split_by_deal, variance_flats
from setlab.errors import RuleError, SpecError
from setlab.exact.evidence import Content, Progress, Recipe, level_progress, no_progress
from setlab.exact.orbits import (
    LEVELS_AT_ONCE,
    MOST_EXTRA,
    Descendants,
    LevelProgress,
    Orbits,
    check_family,
    descendants,
    orbit_levels,
)

DEEPEST = {2: 9, 3: 27, 4: 16, 5: 12}
"""The level for each dimension beyond which orbits are too many for a small machine: AG(4,3) has 17 million on 16."""


@dataclass(frozen=True)
class SetTable:
    """The SETs among n cards: the distribution if it is known; total, mean and variance are always exact."""

    dimension: int
    cards: int
    distribution: dict[int, int] | None

    @property
    def counts(self) -> dict[int, int]:
        """The number of collections by their number of SETs; empty where the distribution is not known."""
        return self.distribution or {}

    @property
    def total(self) -> int:
        """The number of collections."""
        return comb(count_cards(self.dimension), self.cards)

    @property
    def mean(self) -> Fraction:
        """The mean number of SETs."""
        return mean_flats(self.cards, 1, self.dimension)

    @property
    def variance(self) -> Fraction:
        """The variance of the number of SETs."""
        return variance_flats(self.cards, 1, self.dimension)

    def proportions(self) -> dict[int, Fraction]:
        """The probability of each number of SETs; empty where the distribution is not known.

        >>> exact_set_counts(12).proportions()[0]
        Fraction(325432404, 10074689485)
        """
        return {sets: Fraction(number, self.total) for sets, number in self.counts.items()}

    def complement(self) -> SetTable:
        """The table of the complements.

        >>> exact_set_counts(3).complement().counts
        {962: 1080, 963: 84240}
        """
        others = count_cards(self.dimension) - self.cards
        turned = {split_by_deal(self.cards, sets, self.dimension).none: n for sets, n in self.counts.items()}
        return SetTable(self.dimension, others, dict(sorted(turned.items())))

    def check(self) -> SetTable:
        """The table itself. Raise `RuleError` unless the counts have the total, mean and variance of the formulas."""
        total, first, second = (sum(n * sets**power for sets, n in self.counts.items()) for power in range(3))
        mean = Fraction(first, total or 1)
        found, right = (total, mean, Fraction(second, total or 1) - mean**2), (self.total, self.mean, self.variance)
        if found != right:
            raise RuleError(
                f"the SETs of {self.cards} cards have total, mean, variance {found}, not {right}: "
                "compute the orbits again"
            )
        return self


def set_counts_from(level: Orbits, extra: int = 0, *, report: LevelProgress | None = None) -> SetTable:
    """The table for n + extra cards from all orbits of n cards, checked by closed formulas.

    >>> level = list(orbit_levels(4, until=4))[4]
    >>> set_counts_from(level, extra=2).counts
    {0: 247615056, 1: 71772480, 2: 5068440, 3: 84240}
    """
    if level.family != "all":
        raise SpecError(f"the orbits of the family {level.family!r} are not all collections: use those of 'all'")
    pairs = level.extended_lines(extra, report=report)
    counts = _divide(pairs, comb(level.size + extra, extra))
    return SetTable(level.dimension, level.size + extra, counts).check()


def set_counts_of(found: Descendants, n: int, dimension: int = 4) -> SetTable:
    """The table for n cards from the descendants of all orbits of a level, which must be complete.

    >>> from setlab.exact.orbits import descendants
    >>> *_, two = orbit_levels(4, until=2)
    >>> set_counts_of(descendants(two, until=4), 6).counts
    {0: 247615056, 1: 71772480, 2: 5068440, 3: 84240}
    """
    found.prove(dimension)
    counts = _divide(found.lines[n], comb(n, max(0, n - found.until)))
    return SetTable(dimension, n, counts).check()


def exact_set_counts(
    n: int, dimension: int = 4, *, deepest: int | None = None, report: LevelProgress | None = None
) -> SetTable:
    """The number of collections of n cards by their number of SETs.

    With m the smaller of n and 3^d − n, orbits are listed to m − 3 cards, but never beyond `deepest`. In AG(4,3) n = 12
    takes a moment, n = 17 a few seconds; n = 19 needs the 17 million orbits of 16 cards, and some minutes.

    >>> exact_set_counts(78).counts == exact_set_counts(3).complement().counts
    True
    """
    check_family(dimension, "all")
    cards = check_number(n, dimension)
    fewer, deepest = min(n, cards - n), DEEPEST[dimension] if deepest is None else deepest
    if fewer > deepest + MOST_EXTRA:
        raise SpecError(
            f"the SETs of {n} cards need the orbits of {fewer - MOST_EXTRA}, and deepest is {deepest}: choose at most "
            f"{deepest + MOST_EXTRA} cards or at least {cards - deepest - MOST_EXTRA}, or raise deepest"
        )
    last = max(0, fewer - MOST_EXTRA)
    *_, roots = orbit_levels(dimension, until=max(0, last - LEVELS_AT_ONCE), prove=False)
    table = set_counts_of(descendants(roots, last, report=report), fewer, dimension)
    return table if fewer == n else table.complement().check()


def count_caps_from(level: Orbits, extra: int = 0) -> int:
    """The number of caps of n + extra cards, from the orbits of the caps (or of all collections) of n cards.

    >>> *_, level = orbit_levels(4, "cap", until=5)
    >>> count_caps_from(level, extra=3)
    14587567020
    """
    if level.family not in ("all", "cap"):
        raise SpecError(f"the orbits of the family {level.family!r} are not those of caps: use 'cap' or 'all'")
    pairs = level.extended_lines(extra)
    return _divide({0: pairs.get(0, 0)}, comb(level.size + extra, extra)).get(0, 0)


def _divide(pairs: Mapping[int, int], ways: int) -> dict[int, int]:
    """The counts of collections, each of which was met once for every choice of its extra cards."""
    if uneven := [sets for sets, count in pairs.items() if count % ways]:
        raise RuleError(
            f"the collections with {uneven[0]} SETs were not met {ways} times each: compute the orbits again"
        )
    return {sets: count // ways for sets, count in pairs.items() if count}


SHIPPED = 4
QUICK = 14
"""The level of AG(4,3) from which n ≤ 17 are counted in seconds; n ≤ 19 need level 16, and minutes."""

REACHED = {2: 9, 3: 27, 4: DEEPEST[4] + MOST_EXTRA, 5: 9}
"""The last n whose distribution is known; by complement, that of 3^d − n is known too."""


ORBITS = (
    "all collections listed up to symmetry, with up to three cards added, or those of the other cards; total, mean and "
    "variance are those of the formulas"
)


@checked
def exact_sets(
    cards: int = 12, dimension: int = 4, recompute: bool = False, report: Progress = no_progress
) -> SetTable:
    """The distribution of the number of SETs in a given number of cards of AG(d,3), d = 2 … 5.

    >>> table = exact_sets(12)
    >>> table.mean, sum(table.distribution.values()) == table.total
    (Fraction(220, 79), True)
    >>> exact_sets(40).distribution is None
    True
    """
    if dimension not in REACHED:
        raise SpecError(f"SETs are counted exactly in 2 to 5 dimensions, not in {dimension}: choose one of those")
    fewer = min(cards, check_number(cards, dimension) - cards)
    if fewer > REACHED[dimension]:
        return SetTable(dimension, cards, None)
    if dimension == SHIPPED and not recompute:
        shipped = _shipped_counts(fewer)
        return shipped if fewer == cards else shipped.complement().check()
    return set_table(exact_set_counts(fewer, dimension, report=level_progress(report)), cards)


def set_table(found: SetTable, cards: int) -> SetTable:
    """The table for a number of cards from counts that were computed for it or for the other cards.

    Raise `SpecError` unless they equal those that ship.

    >>> set_table(exact_set_counts(3), 78).distribution
    {962: 1080, 963: 84240}
    """
    if found.dimension == SHIPPED and found.counts != _shipped_counts(found.cards).counts:
        raise SpecError(
            f"the SETs of {found.cards} cards as computed differ from {RECIPE.path}: one is wrong, please report it"
        )
    return found if found.cards == cards else found.complement().check()


def is_known(cards: int, dimension: int = 4) -> bool:
    """True if the distribution for this number of cards is known.

    >>> is_known(19), is_known(20), is_known(62)
    (True, False, True)
    """
    return dimension in REACHED and min(cards, count_cards(dimension) - cards) <= REACHED[dimension]


def evidence_of_sets(table: SetTable, recomputed: bool = False) -> tuple[Evidence, ...]:
    """The evidence for the table that `exact_sets` gave in this run.

    >>> [each.how for each in evidence_of_sets(exact_sets(12))]
    ['read', 'computed']
    """
    formulas = Evidence("total, mean, variance", "computed", "closed formulas")
    if table.distribution is None:
        return (formulas,)
    if table.dimension == SHIPPED and not recomputed:
        compared = "total, mean and variance compared with the formulas in this run"
        return (RECIPE.evidence("distribution", compared), formulas)
    how: How = "recomputed" if table.dimension == SHIPPED else "computed"
    return (Evidence("distribution", how, ORBITS), formulas)


def evidence_of_listing(table: SetTable, orbits: int, stored: int) -> tuple[Evidence, ...]:
    """The evidence for a table whose orbits grew from a number of others, in this run or, for some, in an earlier one.

    >>> [each.how for each in evidence_of_listing(exact_sets(12), 384, 0)]
    ['recomputed', 'computed']
    >>> evidence_of_listing(exact_sets(12), 384, 384)[0].sentence()
    'distribution: read (the store has what grows from all 384 orbits; it equals the file that ships)'
    """
    listed, *others = evidence_of_sets(table, recomputed=True)
    if stored == orbits:
        agrees = "it equals the file that ships" if table.dimension == SHIPPED else "total and mean are as they must be"
        by = f"the store has what grows from all {orbits:,} orbits; {agrees}"
        return (Evidence(listed.claim, "read", by), *others)
    part = f"; what grows from {stored:,} of {orbits:,} orbits was read from the store" if stored else ""
    return (Evidence(listed.claim, listed.how, listed.by + part), *others)


def refuse_slow(cards: int, dimension: int) -> None:
    """Raise `SpecError` if computing the table takes minutes.

    >>> refuse_slow(17, 4)
    >>> refuse_slow(62, 4)
    Traceback (most recent call last):
    setlab.errors.SpecError: computing the SETs of 62 cards takes minutes: add --slow if you want that
    """
    fewer = min(cards, count_cards(dimension) - cards)
    if dimension == SHIPPED and QUICK + MOST_EXTRA < fewer <= REACHED[SHIPPED]:
        raise SpecError(f"computing the SETs of {cards} cards takes minutes: add --slow if you want that")


def compute_tables(report: Progress = no_progress) -> Content:
    """The distributions for n = 0 … 19 in AG(4,3), from the orbits of up to 16 cards and up to three cards more."""
    by_orbit = level_progress(report)
    tables: dict[str, dict[str, str]] = {}
    orbits: dict[str, str] = {}
    for level in orbit_levels(SHIPPED, until=DEEPEST[SHIPPED], report=by_orbit):
        orbits[str(level.size)] = str(len(level))
        for extra in range(MOST_EXTRA + 1) if level.size == DEEPEST[SHIPPED] else range(1):
            found = set_counts_from(level, extra, report=by_orbit)
            tables[str(found.cards)] = {str(sets): str(number) for sets, number in found.counts.items()}
    return {"dimension": SHIPPED, "orbits": orbits, "tables": tables}


RECIPE = Recipe(f"sets-{SHIPPED}", compute_tables, "make exact")
"""The recipe of the shipped tables of all n."""


def _shipped_counts(cards: int) -> SetTable:
    table = RECIPE.content()["tables"][str(cards)]
    return SetTable(SHIPPED, cards, {int(sets): int(number) for sets, number in table.items()}).check()
