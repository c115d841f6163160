"""The distribution of the number of SETs in n cards, for every n where it is known: shipped or computed anew (A12)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from setlab.arguments import checked
from setlab.counting import count_cards, mean_flats, variance_flats
from setlab.errors import SpecError
from setlab.exact.evidence import Evidence, read_from
from setlab.exact.sets.counts import MOST_EXTRA, SetCounts, exact_set_counts, set_counts_from
from setlab.exact.shipped import Content, Recipe, Report, answer, by_level, silent

SHIPPED = 4
QUICK, DEEPEST = 14, 16
"""The levels of AG(4,3) from which n ≤ 17 and n ≤ 19 are counted; the deeper one needs minutes and some gigabytes."""

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
        found = _shipped(fewer)
    else:
        found = exact_set_counts(fewer, dimension, report=by_level(report))
        if dimension == SHIPPED:
            _compare(found)
    turned = found if fewer == cards else found.complement().check()
    return SetTable(dimension, cards, turned.counts)


def evidence_of_sets(table: SetTable, recomputed: bool = False) -> tuple[Evidence, ...]:
    """The evidence for the table that `exact_sets` gave in this run.

    >>> [each.how for each in evidence_of_sets(exact_sets(12))]
    ['read', 'computed']
    """
    formulas = Evidence("total, mean, variance", "computed", "closed formulas")
    if table.distribution is None:
        return (formulas,)
    if table.dimension != SHIPPED:
        return (Evidence("distribution", "computed", ORBITS), formulas)
    if recomputed:
        return (Evidence("distribution", "recomputed", ORBITS), formulas)
    return (
        read_from(recipe(), "distribution", "total, mean and variance compared with the formulas in this run"),
        formulas,
    )


def refuse_slow(cards: int, dimension: int) -> None:
    """Raise `SpecError` if computing the table takes minutes and gigabytes.

    >>> refuse_slow(17, 4)
    >>> refuse_slow(62, 4)
    Traceback (most recent call last):
    setlab.errors.SpecError: computing the SETs of 62 cards takes minutes and gigabytes: add --slow if you want that
    """
    fewer = min(cards, count_cards(dimension) - cards)
    if dimension == SHIPPED and QUICK + MOST_EXTRA < fewer <= REACHED[SHIPPED]:
        raise SpecError(f"computing the SETs of {cards} cards takes minutes and gigabytes: add --slow if you want that")


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
