"""The orbits that grow from given ones, counted without keeping them: subtrees of the list of all orbits.

Every orbit of n cards has exactly one parent among those of n − 1, so that the orbits of one level grow independently
of each other: whatever part of a level is taken, what grows from it can be counted by itself, and the counts add. So a
long list is made in parts, in any order and on any number of machines, and no part needs much memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import comb

from setlab.counting import count_cards
from setlab.errors import RuleError
from setlab.exact.orbits.burnside import count_orbits
from setlab.exact.orbits.levels import LevelReport, Orbits

Counts = Mapping[int, int]

MOST_EXTRA = 3
"""The core adds up to three cards to a representative without making orbits of the result."""

LEVELS_AT_ONCE = 5
"""The levels that a long list grows from its roots: the 17 million orbits of 16 cards from 8,135 of 11."""

ROOTS_AT_ONCE = 64
"""Roots that are continued together: they lead to some hundred thousand orbits of the last level."""


@dataclass(frozen=True)
class Descendants:
    """Orbits of some levels, to `until` cards: how many there are of n cards, and what their collections have.

    `lines[n]` is the number of collections of n cards by their number of SETs. For the sizes n = until + 1 … until + 3
    it counts the pairs of a collection of `until` cards and one of n cards that contains it. Descendants of different
    orbits add.
    """

    until: int
    orbits: Counts
    lines: Mapping[int, Counts]

    def __add__(self, other: Descendants) -> Descendants:
        if self.until != other.until:
            raise RuleError(f"descendants to {self.until} and to {other.until} cards do not add: count the same levels")
        levels = sorted({*self.lines, *other.lines})
        lines = {n: _sum((self.lines.get(n, {}), other.lines.get(n, {}))) for n in levels}
        return Descendants(self.until, _sum((self.orbits, other.orbits)), lines)

    def prove(self, dimension: int) -> None:
        """Raise `RuleError` unless these are all orbits of their levels.

        The collections of n cards must be C(3^d, n), and their orbits those of Burnside's lemma.

        >>> from setlab.exact.orbits import orbit_levels
        >>> *_, four = orbit_levels(4, until=4)
        >>> descendants(four, until=7).prove(4)
        >>> descendants(four.part(0, 2), until=7).prove(4)
        Traceback (most recent call last):
        setlab.errors.RuleError: 2 orbits of 423540 collections of 4 cards are not all: there are 3 of 1663740; …
        """
        for n, orbits in self.orbits.items():
            found, wanted = sum(self.lines[n].values()), comb(count_cards(dimension), n)
            if (orbits, found) != (count_orbits(dimension, n), wanted):
                raise RuleError(
                    f"{orbits} orbits of {found} collections of {n} cards are not all: there are "
                    f"{count_orbits(dimension, n)} of {wanted}; count the descendants of a complete level"
                )


def descendants(
    level: Orbits, until: int, *, threads: int | None = None, report: LevelReport | None = None
) -> Descendants:
    """The orbits of a level or a part of it, with all that grow from them to `until` cards.

    The size of every orbit is proved by its stabiliser. Memory is needed for a small part of each level only.

    >>> from setlab.exact.orbits import orbit_levels
    >>> *_, two = orbit_levels(2, until=2)
    >>> found = descendants(two, until=4)
    >>> found.orbits, found.lines[4]
    ({2: 1, 3: 2, 4: 2}, {0: 54, 1: 72})
    """
    level.prove_sizes(threads=threads)
    found = Descendants(until, {}, {})
    for first in range(0, len(level), ROOTS_AT_ONCE):
        last = min(first + ROOTS_AT_ONCE, len(level))
        found += _grown(level.part(first, last), until, threads)
        if report is not None:
            report(until, last, len(level))
    return found


def _grown(level: Orbits, until: int, threads: int | None) -> Descendants:
    """The descendants of orbits whose sizes are proved."""
    extras = range(MOST_EXTRA + 1) if level.size == until else range(1)
    lines = {level.size + extra: level.extended_lines(extra, threads=threads) for extra in extras}
    found = Descendants(until, {level.size: len(level)}, lines)
    if level.size < until:
        for part in level.parts():
            found += _grown(part.children(threads=threads), until, threads)
    return found


def _sum(counts: Iterable[Counts]) -> dict[int, int]:
    total: dict[int, int] = {}
    for each in counts:
        for key, count in each.items():
            total[key] = total.get(key, 0) + count
    return dict(sorted(total.items()))
