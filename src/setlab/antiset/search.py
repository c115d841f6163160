"""Anti-SET on small designs for any number of players: equilibria, and the payoff that a player can guarantee.

The winners of a game share a payoff of 1. With two players one gains what the other loses, and a position has one
value. With three a player may be indifferent to which of the others loses, so a position has a *set* of values: the
payoffs of all subgame-perfect equilibria (in every position, also those that are not reached, nobody gains by another
move). A payoff vector belongs to the set exactly when the player to move can obtain it and would obtain no more by any
other move if that led to the equilibrium that is worst for him.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from setlab.antiset.game import Game
from setlab.geometry.design import Design
from setlab.geometry.symmetry import Permutation, automorphisms, group_elements

Payoffs = tuple[Fraction, ...]
"""The payoff of every player."""

Value = TypeVar("Value")

MOST_MAPS = 1000
"""The number of automorphisms used to identify equivalent moves; fewer than all make the search slower, not wrong."""


def equilibria(game: Game) -> frozenset[Payoffs]:
    """The payoffs of the subgame-perfect equilibria from this position on.

    >>> [[str(payoff) for payoff in payoffs] for payoffs in equilibria(Game("AG(2,3)", [0, 1]))]
    [['1', '0']]
    """
    return _solve(game, lambda payoffs: frozenset([payoffs]), _perfect)


def guaranteed_payoff(game: Game, player: int) -> Fraction:
    """The payoff that a player can guarantee, even when all others play together against him.

    >>> str(guaranteed_payoff(Game("AG(2,3)"), 0)), str(guaranteed_payoff(Game("AG(2,3)"), 1))
    ('1', '0')
    """

    def best(values: list[Fraction], mover: int) -> Fraction:
        return max(values) if mover == player else min(values)

    return _solve(game, lambda payoffs: payoffs[player], best)


def _perfect(values: list[frozenset[Payoffs]], mover: int) -> frozenset[Payoffs]:
    needed = max(min(payoffs[mover] for payoffs in value) for value in values)
    return frozenset(payoffs for value in values for payoffs in value if payoffs[mover] >= needed)


def _solve(game: Game, end: Callable[[Payoffs], Value], combine: Callable[[list[Value], int], Value]) -> Value:
    """The value of a position, combined from the values after every move; equal hands have equal values."""
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], Value] = {}

    def value(maps: list[Permutation]) -> Value:
        if (result := game.result()) is not None:
            return end(result.payoffs)
        position = tuple(_mask(game.hand(player)) for player in range(game.players)), (*game.losers, game.turn)
        if position not in known:
            different = _different(game.legal_moves, maps)
            known[position] = combine([after(point, maps) for point in different], game.turn)
        return known[position]

    def after(point: int, maps: list[Permutation]) -> Value:
        game.push(point)
        try:
            return value([map_ for map_ in maps if map_[point] == point])
        finally:
            game.pop()

    return value([map_ for map_ in _maps(game.design) if all(map_[point] == point for point in game.moves)])


@lru_cache
def _maps(design: Design) -> list[Permutation]:
    """All automorphisms of the design, or the first `MOST_MAPS` that are found."""
    return list(islice(group_elements(automorphisms(design)), MOST_MAPS))


def _different(points: list[int], maps: list[Permutation]) -> list[int]:
    """One point of each orbit under the maps, which fix all points taken so far.

    A point is left out when a map takes it to a smaller one, so that the smallest point of its orbit stays.
    """
    return points if len(maps) == 1 else [point for point in points if all(map_[point] >= point for map_ in maps)]


def _mask(points: list[int]) -> int:
    return sum(1 << point for point in points)
