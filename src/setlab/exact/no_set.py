"""How many collections of n cards have no SET, exactly: caps, counted orbit by orbit (A11).

A cap is a collection without a SET, and a complete cap is one that no further card can join. The orbit engine lists
every cap up to the symmetries of AG(d,3) with the size of its orbit, so that the sums below are exact, and that a
level is empty is a proof that every collection of that size has a SET.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from setlab.counting import count_cards
from setlab.errors import SpecError
from setlab.exact.evidence import Evidence, How, ranges, read_from
from setlab.exact.shipped import Content, Recipe, Report, answer, by_level, silent

if TYPE_CHECKING:
    from setlab.exact.orbits import Orbits

DIMENSIONS = range(2, 6)
REACHED = {5: 12}
"""Up to which n the levels are listed where they are too many; the other dimensions are complete."""

SHIPPED = (4, 5)
LISTED = (
    "one of each orbit listed; its size times the order of its stabiliser is the number of symmetries, and double "
    "counting from each level to the next shows that none is missing"
)
EMPTY = "no card can join any cap of the last level"
EXTENDED = "up to three cards added to one of each orbit"

COLUMNS = ("counts", "orbits", "complete", "complete_orbits")


@dataclass(frozen=True)
class NoSet:
    """By n = 0, 1, …: how many collections have no SET, in how many orbits, and how many of them are complete.

    None stands where a number is not known.
    """

    dimension: int
    counts: tuple[int | None, ...]
    orbits: tuple[int | None, ...]
    complete: tuple[int | None, ...]
    complete_orbits: tuple[int | None, ...]

    def probability(self, n: int) -> Fraction | None:
        """The probability that n random cards have no SET."""
        count = self.counts[n]
        return None if count is None else Fraction(count, comb(count_cards(self.dimension), n))

    @property
    def largest(self) -> int | None:
        """The most cards without a SET, if the levels reach that far."""
        return None if None in self.counts else max(n for n, count in enumerate(self.counts) if count)


def exact_no_set(dimension: int = 4, recompute: bool = False, report: Report = silent) -> NoSet:
    """The caps of AG(d,3) by their number of cards, d = 2 … 5; in five dimensions up to 15 cards, orbits up to 12.

    >>> table = exact_no_set(2)
    >>> table.counts
    (1, 9, 36, 72, 54, 0, 0, 0, 0, 0)
    >>> table.largest, table.complete
    (4, (0, 0, 0, 0, 54, 0, 0, 0, 0, 0))
    """
    if dimension not in DIMENSIONS:
        raise SpecError(f"caps are listed in 2 to 5 dimensions, not in {dimension}: choose one of those")
    if dimension in SHIPPED:
        return from_content(answer(recipe(dimension), recompute, report))
    return from_content(compute_no_set(dimension, report))


def evidence_of_no_set(table: NoSet, recomputed: bool = False) -> tuple[Evidence, ...]:
    """What was done in this run for the table that `exact_no_set` gave.

    >>> [each.how for each in evidence_of_no_set(exact_no_set(3))]
    ['computed', 'computed']
    """
    counted = [n for n, count in enumerate(table.counts) if count is not None]
    listed = [n for n in counted if table.orbits[n] is not None]
    claims = {f"counts, orbits and complete caps, n = {ranges(listed)}": LISTED}
    if table.largest is not None:
        claims[f"{table.largest} cards can be without a SET, {table.largest + 1} cannot"] = EMPTY
    if further := sorted(set(counted) - set(listed)):
        claims[f"counts, n = {ranges(further)}"] = EXTENDED
    if table.dimension in SHIPPED and not recomputed:
        return tuple(read_from(recipe(table.dimension), claim) for claim in claims)
    how: How = "recomputed" if table.dimension in SHIPPED else "computed"
    return tuple(Evidence(claim, how, by) for claim, by in claims.items())


def recipe(dimension: int) -> Recipe:
    """How the shipped table of a dimension is made."""
    return Recipe(
        f"no-set-{dimension}",
        lambda report: compute_no_set(dimension, report),
        f"setlab exact no-set --dimension {dimension} --recompute",
    )


def compute_no_set(dimension: int, report: Report = silent) -> Content:
    """The table from the orbit engine, with every orbit's size proved by its stabiliser."""
    from setlab.exact.orbits import orbit_levels

    cards, last = count_cards(dimension), REACHED.get(dimension, count_cards(dimension))
    rows: list[tuple[int | None, ...]] = []
    for level in orbit_levels(dimension, "cap", until=last, report=by_level(report)):
        complete = level.complete()
        rows.append((level.total, len(level), complete.total, len(complete)))
    if len(rows) <= last or last == cards:
        rows += [(0, 0, 0, 0)] * (cards + 1 - len(rows))
    else:
        rows += [(count, None, None, None) for count in _extended(level)]
        rows += [(None, None, None, None)] * (cards + 1 - len(rows))
    columns = zip(COLUMNS, zip(*rows, strict=True), strict=True)
    return {"dimension": dimension} | {
        name: [None if number is None else str(number) for number in column] for name, column in columns
    }


def _extended(level: Orbits) -> list[int]:
    """The counts for up to three cards more, for which no orbits are needed."""
    from setlab.exact.set_counts import MOST_EXTRA, count_caps_from

    return [count_caps_from(level, extra) for extra in range(1, MOST_EXTRA + 1)]


def from_content(content: Content) -> NoSet:
    """The table as a value."""

    def column(name: str) -> tuple[int | None, ...]:
        return tuple(None if text is None else int(text) for text in content[name])

    names: dict[str, Any] = {name: column(name) for name in COLUMNS}
    return NoSet(content["dimension"], **names)
