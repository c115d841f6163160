"""The number of collections of n cards without a SET: caps, counted orbit by orbit (A11).

A cap is a collection without a SET; a cap is complete if no card can be added. The orbit engine lists every cap up to
the symmetries of AG(d,3) with the size of its orbit, so that the sums below are exact. An empty level proves that every
collection of that size has a SET.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from setlab.answers.answer import Evidence, How
from setlab.arguments import checked
from setlab.counting import count_cards
from setlab.errors import SpecError
from setlab.exact.evidence import Content, Progress, Recipe, level_progress, no_progress, ranges
from setlab.exact.orbits import MOST_EXTRA, orbit_levels
from setlab.exact.sets import count_caps_from
from setlab.limits import ORBITS, between

REACHED = {5: 12}
"""The last n whose level is listed, where the levels become too large; the other dimensions are complete."""

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
    """For n = 0, 1, …: the number of caps, the number of their orbits, and both numbers for complete caps.

    Numbers that are not known are None.
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
        """The size of the largest cap, or None if the levels do not reach it."""
        return None if None in self.counts else max(n for n, count in enumerate(self.counts) if count)


@checked
def exact_no_set(dimension: int = 4, recompute: bool = False, report: Progress = no_progress) -> NoSet:
    """The number of caps of AG(d,3) by size, d = 2 … 5; in five dimensions up to 15 cards, with orbits up to 12.

    >>> table = exact_no_set(2)
    >>> table.counts
    (1, 9, 36, 72, 54, 0, 0, 0, 0, 0)
    >>> table.largest, table.complete
    (4, (0, 0, 0, 0, 54, 0, 0, 0, 0, 0))
    """
    if dimension not in ORBITS:
        raise SpecError(f"caps are listed in {between(ORBITS)} dimensions, not in {dimension}: choose one of those")
    if dimension in SHIPPED:
        return from_content(recipe(dimension).content(recompute, report))
    return from_content(compute_no_set(dimension, report))


def evidence_of_no_set(table: NoSet, recomputed: bool = False) -> tuple[Evidence, ...]:
    """The evidence for the table that `exact_no_set` gave in this run.

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
        return tuple(map(recipe(table.dimension).evidence, claims))
    how: How = "recomputed" if table.dimension in SHIPPED else "computed"
    return tuple(Evidence(claim, how, by) for claim, by in claims.items())


def recipe(dimension: int) -> Recipe:
    """The recipe of the shipped table of a dimension."""
    command = f"setlab exact no-set --dimension {dimension} --recompute"
    return Recipe(f"no-set-{dimension}", lambda report: compute_no_set(dimension, report), command)


def compute_no_set(dimension: int, report: Progress = no_progress) -> Content:
    """The table by the orbit engine; the size of every orbit is proved by its stabiliser."""
    cards, last = count_cards(dimension), REACHED.get(dimension, count_cards(dimension))
    rows: list[tuple[int | None, ...]] = []
    for level in orbit_levels(dimension, "cap", until=last, report=level_progress(report)):
        complete = level.complete()
        rows.append((level.total, len(level), complete.total, len(complete)))
    if len(rows) <= last or last == cards:
        rows += [(0, 0, 0, 0)] * (cards + 1 - len(rows))
    else:  # the counts for one to three cards more need no orbits
        rows += [(count_caps_from(level, extra), None, None, None) for extra in range(1, MOST_EXTRA + 1)]
        rows += [(None, None, None, None)] * (cards + 1 - len(rows))
    found: dict[str, Any] = {"dimension": dimension}
    for name, column in zip(COLUMNS, zip(*rows, strict=True), strict=True):
        found[name] = [None if number is None else str(number) for number in column]
    return found


def from_content(content: Content) -> NoSet:
    """The table as a value."""
    columns = (tuple(None if text is None else int(text) for text in content[name]) for name in COLUMNS)
    return NoSet(content["dimension"], *columns)
