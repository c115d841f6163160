"""`theorem17`: Olivia fills a flat, jumps to a parallel one with a largest cap in it, and so on up the dimensions.

Let F_i be the i-flat through Xavier's first point along the last i coordinates. For i = 0, 1, … , d − 1 she plays a
largest cap of F_i + e, where e is the next coordinate. Against `theorem7` Xavier's replies are all in F_i − e, and the
game has at least 1 + Σ m₂(AG(i,3)) rounds with m₂(AG(0,3)) = 1: 4, 8, 17, 37, 82 for d = 2 … 6. The
theorem says d ≥ 1; for d = 1 it fails, since a line of three points gives Olivia only one move.
"""

from __future__ import annotations

from functools import lru_cache

from setlab.antiset.game import Game
from setlab.antiset.strategies.max_cap import obstacle
from setlab.antiset.strategies.strategy import Move, Reason, Strategy, because, stay_safe, ternary_dimension
from setlab.caps.constructions import find
from setlab.draws import Draws
from setlab.geometry.space import Space


def choose(game: Game, draws: Draws, trial: int) -> Move:
    """The next point of the plan that is free and completes no block; after the plan, any safe point."""
    steps = plan(ternary_dimension(game.design) or 0, game.moves[0])
    safe = set(game.safe_moves)
    for point, level in steps:
        if point in safe:
            return because(game, point, Reason("flat", (game.moves[0],), {"level": level}))
    return stay_safe(game, draws, trial, Reason("flats-played", numbers={"size": len(steps)}))


@lru_cache
def plan(d: int, first: int) -> tuple[tuple[int, int], ...]:
    """Olivia's points in order, each with the dimension of the flat she jumped from.

    >>> [point for point, _ in plan(2, 0)], len(plan(4, 0))
    ([1, 3, 4], 16)
    """
    space = Space(d)
    steps = []
    for level in range(d):
        jump = space.add(first, 3**level)
        cap = find(level) if level else (0,)
        steps += [(space.add(jump, point), level) for point in cap]
    return tuple(steps)


def length_bound(d: int) -> int:
    """The lower bound of theorem 17 on the length of the game, for d ≥ 2.

    >>> [length_bound(d) for d in range(2, 7)]
    [4, 8, 17, 37, 82]
    """
    return 1 + len(plan(d, 0))


STRATEGY = Strategy(
    "theorem17", "olivia jumps from hyperplane to hyperplane, with a largest cap in each", choose, obstacle
)
