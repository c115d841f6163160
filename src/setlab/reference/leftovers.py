"""The number of cards left at the end of the game with random choice, by the rules alone, without symmetry.

A game is three things: the cards on the table, the cards not yet dealt, and the size that the table should have.

- To begin, as many cards are dealt as the table should have, or all there are.
- While the table has fewer and there are cards to deal, three are dealt (or the last one or two).
- A SET on the table is taken, each with the same probability. If there is none, three cards are dealt.
- Without a SET and without cards to deal the game is over.

This is the game of the experiment `endgame` with the choice `random` and the refill `standard`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from setlab.geometry import Space

Cards = frozenset[int]
Position = tuple[Cards, Cards]
Leftovers = dict[int, Fraction]


def exact_leftovers(dimension: int = 3, table: int = 12) -> Leftovers:
    """The probability of every number of cards left in a whole game; for at most nine cards in reasonable time.

    >>> exact_leftovers(2)
    {0: Fraction(1, 1)}
    """
    space = Space(dimension)
    undealt = frozenset(space.cards)
    first = _deals((frozenset(), undealt), min(table, len(undealt)))
    return _Recursion(space, table).mean(first)


def exact_leftovers_from(table: Iterable[int], undealt: Iterable[int], size: int = 12, dimension: int = 3) -> Leftovers:
    """The probability of every number of cards left, from a table and cards not yet dealt.

    >>> exact_leftovers_from([0, 1, 2, 4], [8], size=3, dimension=2)
    {2: Fraction(1, 1)}
    """
    return _Recursion(Space(dimension), size).leftovers((frozenset(table), frozenset(undealt)))


class _Recursion:
    """The leftovers of a position from those of the positions that follow it; each is computed once."""

    def __init__(self, space: Space, size: int) -> None:
        self.space, self.size = space, size
        self.known: dict[Position, Leftovers] = {}

    def leftovers(self, position: Position) -> Leftovers:
        if position not in self.known:
            after = self.after(position)
            self.known[position] = self.mean(after) if after else {len(position[0]): Fraction(1)}
        return self.known[position]

    def mean(self, positions: list[Position]) -> Leftovers:
        total: dict[int, Fraction] = defaultdict(Fraction)
        for position in positions:
            for left, probability in self.leftovers(position).items():
                total[left] += probability
        return {left: total[left] / len(positions) for left in sorted(total)}

    def after(self, position: Position) -> list[Position]:
        """The positions that can follow, all equally likely; none when the game is over."""
        table, undealt = position
        if undealt and len(table) < self.size:
            return _deals(position, 3)
        if sets := self.space.sets(sorted(table)):
            return [(table.difference(taken), undealt) for taken in sets]
        return _deals(position, 3) if undealt else []


def _deals(position: Position, number: int) -> list[Position]:
    table, undealt = position
    hands = combinations(sorted(undealt), min(number, len(undealt)))
    return [(table.union(hand), undealt.difference(hand)) for hand in hands]
