"""The distribution of the number of SETs in n cards, for every n where it is known: shipped or computed anew (A12)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from setlab.answers.answer import Evidence, How
from setlab.arguments import checked
from setlab.counting import count_cards, mean_flats, variance_flats
from setlab.errors import SpecError
from setlab.exact.evidence import read_from
from setlab.exact.orbits.subtrees import MOST_EXTRA
from setlab.exact.sets.counts import SetCounts, exact_set_counts, set_counts_from
from setlab.exact.shipped import Content, Recipe, Report, answer, by_level, silent

SHIPPED = 4
QUICK, DEEPEST = 14, 16
"""The levels of AG(4,3) from which n ≤ 17 and n ≤ 19 are counted; the deeper one needs minutes."""

REACHED = {2: 9, 3: 27, 4: DEEPEST + MOST_EXTRA, 5: 9}
"""The last n whose distribution is known; by complement, that of 3^d − n is known too."""


ORBITS = (
    "all collections listed up to symmetry, with up to three cards added, or those of the other cards; total, mean and "
    "variance are those of the formulas"
)


@dataclass(frozen=True)
class SetTable:
    """The SETs among n cards: the distribution if it is known; total, mean and variance are always exact."""

    dimension: int
    cards: int
    distribution: dict[int, int] | None

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
        """The probability of each number of SETs; empty where the distribution is not known."""
        return {sets: Fraction(number, self.total) for sets, number in (self.distribution or {}).items()}


@checked
def exact_sets(cards: int = 12, dimension: int = 4, recompute: bool = False, report: Report = silent) -> SetTable:
    """The distribution of the number of SETs in a given number of cards of AG(d,3), d = 2 … 5.

    >>> table = exact_sets(12)
    >>> table.mean, sum(table.distribution.values()) == table.total
    (Fraction(220, 79), True)
    >>> exact_sets(40).distribution is None
    True
    """
    if dimension not in REACHED:
        raise SpecError(f"SETs are counted exactly in 2 to 5 dimensions, not in {dimension}: choose one of those")
    deck = count_cards(dimension)
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
    fewer = min(cards, deck - cards)
    if fewer > REACHED[dimension]:
        return SetTable(dimension, cards, None)
    if dimension == SHIPPED and not recompute:
        return _table(_shipped(fewer), cards)
    return set_table(exact_set_counts(fewer, dimension, report=by_level(report)), cards)


def set_table(found: SetCounts, cards: int) -> SetTable:
    """The table for a number of cards from counts that were computed for it or for the other cards.

    Raise `SpecError` unless they equal those that ship.

    >>> set_table(exact_set_counts(3), 78).distribution
    {962: 1080, 963: 84240}
    """
    if found.dimension == SHIPPED:
        _compare(found)
    return _table(found, cards)


def is_known(cards: int, dimension: int = 4) -> bool:
    """True if the distribution for this number of cards is known.

    >>> is_known(19), is_known(20), is_known(62)
    (True, False, True)
    """
    return dimension in REACHED and min(cards, count_cards(dimension) - cards) <= REACHED[dimension]


def _table(found: SetCounts, cards: int) -> SetTable:
    turned = found if found.cards == cards else found.complement().check()
    return SetTable(found.dimension, cards, turned.counts)


def evidence_of_sets(table: SetTable, recomputed: bool = False) -> tuple[Evidence, ...]:
    """The evidence for the table that `exact_sets` gave in this run.

    >>> [each.how for each in evidence_of_sets(exact_sets(12))]
    ['read', 'computed']
    """
    formulas = Evidence("total, mean, variance", "computed", "closed formulas")
    if table.distribution is None:
        return (formulas,)
    if table.dimension == SHIPPED and not recomputed:
        return (
            read_from(recipe(), "distribution", "total, mean and variance compared with the formulas in this run"),
            formulas,
        )
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
    said = f"; what grows from {stored:,} of {orbits:,} orbits was read from the store" if stored else ""
    return (Evidence(listed.claim, listed.how, listed.by + said), *others)


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


def recipe() -> Recipe:
    """The recipe of the shipped tables of all n."""
    return Recipe(f"sets-{SHIPPED}", compute_tables, "make exact")


def compute_tables(report: Report = silent) -> Content:
    """The distributions for n = 0 … 19 in AG(4,3), from the orbits of up to 16 cards and up to three cards more."""
    from setlab.exact.orbits.levels import orbit_levels

    by_orbit = by_level(report)
    tables: dict[str, dict[str, str]] = {}
    orbits: dict[str, str] = {}
    for level in orbit_levels(SHIPPED, until=DEEPEST, report=by_orbit):
        orbits[str(level.size)] = str(len(level))
        extras = range(MOST_EXTRA + 1) if level.size == DEEPEST else range(1)
        for extra in extras:
            found = set_counts_from(level, extra, report=by_orbit)
            tables[str(found.cards)] = {str(sets): str(number) for sets, number in found.counts.items()}
    return {"dimension": SHIPPED, "orbits": orbits, "tables": tables}


def _shipped(cards: int) -> SetCounts:
    table = answer(recipe())["tables"][str(cards)]
    return SetCounts(SHIPPED, cards, {int(sets): int(number) for sets, number in table.items()}).check()


def _compare(found: SetCounts) -> None:
    if found.counts != _shipped(found.cards).counts:
        path = recipe().path
        raise SpecError(
            f"the SETs of {found.cards} cards as computed differ from {path}: one is wrong, please report it"
        )
