"""The probability of no SET when the table of a game is searched for the second time, as a fraction.

A game begins with t cards. If they hold a SET, one of their SETs is taken, each with the same probability, and three
cards are dealt; if not, three cards are dealt as well. How likely is it that the new table has no SET?

If the first table had none, the new one is t + 3 random cards, and they have none with a known probability. Otherwise
let U be the new table, R its t − 3 cards that were there before, and S the SET that was taken. Every cap U of t cards,
every R in U and every SET S outside U is one such case, because R has no SET, so that its table R ∪ S has one. This
table has 1 + c SETs, where c counts the pairs of R whose third card is in S: no SET has two cards of S but S itself.
So the case has the weight 1 / (1 + c), and the sum runs over one cap of every orbit, times the size of the orbit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.counting import count_cards
from setlab.errors import SpecError
from setlab.exact.no_set import exact_no_set
from setlab.exact.orbits import orbit_levels
from setlab.geometry import Space

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class SecondSearch:
    """Probabilities of no SET: in the first table, in the second, and in both; `table` is the number of cards first."""

    dimension: int
    table: int
    first: Fraction
    second: Fraction
    both: Fraction

    @property
    def after_a_set(self) -> Fraction:
        """The probability of no SET in the second table, given that the first had one."""
        return (self.second - self.both) / (1 - self.first)

    @property
    def after_none(self) -> Fraction | None:
        """The probability of no SET in the second table, given that the first had none; None if it always has one."""
        return self.both / self.first if self.first else None


@checked
def second_search(table: int = 12, dimension: int = 4) -> SecondSearch:
    """The probability of no SET at the first two searches of a game with random choice; 12 cards take some seconds.

    >>> found = second_search(4, dimension=2)
    >>> found.first, found.second, found.after_a_set
    (Fraction(3, 7), Fraction(12, 35), Fraction(3, 5))
    """
    if dimension not in (2, 3, 4):
        raise SpecError(f"the second search is counted in dimension 2, 3 and 4, not {dimension}")
    cards = count_cards(dimension)
    most = min(12, cards - 3)
    if not 3 <= table <= most:
        raise SpecError(f"a table of {table} cards at the first search: choose 3 to {most} cards")
    caps = exact_no_set(dimension)
    first, both = (caps.probability(n) or Fraction(0) for n in (table, table + 3))
    by_sets = _cases(table, dimension)
    weight = sum((Fraction(cases, sets) for sets, cases in by_sets.items()), Fraction(0))
    return SecondSearch(dimension, table, first, both + weight / (comb(cards, table) * comb(cards - table, 3)), both)


def _cases(table: int, dimension: int) -> Counter[int]:
    """The number of cases (U, R, S), by the number of SETs of the first table."""
    import numpy as np

    space = Space(dimension)
    cards = np.arange(len(space))
    third = np.array([[space.third(int(x), int(y)) if x != y else x for y in cards] for x in cards])
    lines = np.array([tuple(line) for line in space.lines()])
    *_, level = orbit_levels(dimension, until=table, family="cap")
    found: Counter[int] = Counter()
    if level.size == table:
        for words, size in zip(level.masks.astype("<u8"), level.sizes.tolist(), strict=True):
            bits = np.unpackbits(words.view(np.uint8), bitorder="little")[: len(space)]
            for sets, cases in enumerate(_cases_of(np.flatnonzero(bits), third, lines[~bits[lines].any(axis=1)])):
                found[sets] += int(cases) * size
    return +found


def _cases_of(cap: NDArray[np.intp], third: NDArray[np.int64], outside: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same for one cap U: `outside` are the SETs that do not meet it."""
    import numpy as np

    pairs = np.array(list(combinations(range(len(cap)), 2)))
    completes = np.zeros((len(pairs), len(third)), np.float32)
    completes[np.arange(len(pairs)), third[cap[pairs[:, 0]], cap[pairs[:, 1]]]] = 1
    kept = np.ones((comb(len(cap), 3), len(cap)), np.float32)
    for row, dealt in zip(kept, combinations(range(len(cap)), 3), strict=True):
        row[list(dealt)] = 0
    completed = ((kept[:, pairs[:, 0]] * kept[:, pairs[:, 1]]) @ completes).astype(np.uint8)  # by R and card
    x, y, z = outside.T
    return np.bincount((1 + completed[:, x] + completed[:, y] + completed[:, z]).ravel())
