"""Anti-SET on small designs by plain search, for any number of players: who can force what, and equilibria.

With two players one wins what the other loses, and one number says all. With three a player may not care which of
the others loses, so a position has a *set* of values: the shares of all subgame-perfect equilibria (in every
position, also those not reached, nobody gains by another move). A share of a position is one of them exactly
when the player to move can get it, and would get no more by any other move if that led to the equilibrium that is
worst for him.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from setlab.antiset.game import Game
from setlab.geometry.collineations import Permutation
from setlab.geometry.design import Design
from setlab.geometry.symmetry import automorphisms, group_elements

Proportions = tuple[Fraction, ...]
Position = tuple[tuple[int, ...], tuple[int, ...]]

Value = TypeVar("Value")

MOST_MAPS = 1000
"""How many automorphisms are used to tell moves apart; with fewer than all the search is slower, not wrong."""


def equilibria(game: Game) -> frozenset[Proportions]:
    """What the players get in the subgame-perfect equilibria from this position on.

    >>> [[str(share) for share in shares] for shares in equilibria(Game("AG(2,3)", [0, 1]))]
    [['1', '0']]
    """
    return _solve(game, _proportions, _perfect)


def guaranteed(game: Game, player: int) -> Fraction:
    """The share that a player can be sure of, whatever the others do, even when they play against him together.

    >>> str(guaranteed(Game("AG(2,3)"), 0)), str(guaranteed(Game("AG(2,3)"), 1))
    ('1', '0')
    """

    def best(values: list[Fraction], mover: int) -> Fraction:
        return max(values) if mover == player else min(values)

    return _solve(game, lambda proportions: proportions[player], best)


def longest(game: Game) -> tuple[str, int]:
    """The winner of a game of two with best play, and its length when the winner hurries and the loser delays.

    >>> longest(Game("AG(2,3)"))
    ('xavier', 4)
    """
    sign, plies = _solve(game, lambda proportions: _ending(proportions), _hurry)
    at = len(game.moves) + plies
    return {1: "xavier", -1: "olivia", 0: "draw"}[sign], (at + 1) // 2


def _ending(proportions: Proportions) -> tuple[int, int]:
    return (int(2 * proportions[0]) - 1, 0)


def _hurry(values: list[tuple[int, int]], mover: int) -> tuple[int, int]:
    """Values are the sign of the winner and the plies to the end."""
    own = 1 if mover == 0 else -1
    sign, plies = max(values, key=lambda value: (own * value[0], -own * value[0] * value[1]))
    return sign, plies + 1


def _proportions(proportions: Proportions) -> frozenset[Proportions]:
    return frozenset([proportions])


def _perfect(values: list[frozenset[Proportions]], mover: int) -> frozenset[Proportions]:
    needed = max(min(proportions[mover] for proportions in value) for value in values)
    return frozenset(proportions for value in values for proportions in value if proportions[mover] >= needed)


def _solve(game: Game, end: Callable[[Proportions], Value], combine: Callable[[list[Value], int], Value]) -> Value:
    """The value of a position from the values of those after it; the same hands have the same value."""
    known: dict[Position, Value] = {}

    def value(maps: list[Permutation]) -> Value:
        if (result := game.result()) is not None:
            return end(result.proportions)
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
    """All automorphisms of the design, or, when they are many, the first that are found."""
    return list(islice(group_elements(automorphisms(design)), MOST_MAPS))


def _different(points: list[int], maps: list[Permutation]) -> list[int]:
    """One of any points that a map takes to each other; the maps leave the points taken so far where they are.

    A point is left out when a map takes it to a smaller one, so that the smallest of its orbit stays.
    """
    return points if len(maps) == 1 else [point for point in points if all(map_[point] >= point for map_ in maps)]


def _mask(points: list[int]) -> int:
    return sum(1 << point for point in points)
