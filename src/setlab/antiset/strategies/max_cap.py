"""`max-cap`: Olivia translates a largest cap so that it contains Xavier's first point, and plays its other points.

Against `theorem7` she obtains all of them, in any order, and the game lasts as many rounds as the cap has points: the
bound of theorem 15 of Clark, Fisk & Goren is attained. `docs/antiset.md` has the proof.
"""

from __future__ import annotations

from functools import lru_cache

from setlab.antiset.game import Game
from setlab.antiset.strategies.strategy import (
    Move,
    Reason,
    Strategy,
    because,
    pick,
    stay_safe,
    ternary_dimension,
    two_players,
)
from setlab.caps.constructions import find
from setlab.draws import Draws
from setlab.geometry.design import Design
from setlab.geometry.space import Space


def choose(game: Game, draws: Draws, trial: int) -> Move:
    """A random free point of the cap that completes no block; after the cap, any safe point."""
    cap = cap_through(ternary_dimension(game.design) or 0, game.moves[0])
    safe = set(game.safe_moves)
    if planned := [point for point in cap if point in safe]:
        point = pick(planned, game, draws, trial)
        return because(game, point, Reason("cap", (game.moves[0],), {"left": len(planned), "size": len(cap)}))
    return stay_safe(game, draws, trial, Reason("cap-played", numbers={"size": len(cap)}))


@lru_cache
def cap_through(d: int, point: int) -> tuple[int, ...]:
    """The largest cap of AG(d,3), translated so that its first point becomes this point.

    >>> cap_through(2, 8)
    (8, 6, 2, 0)
    """
    space, cap = Space(d), find(d)
    step = space.subtract(point, cap[0])
    return tuple(space.add(card, step) for card in cap)


def obstacle(design: Design, seat: int, players: int) -> str | None:
    """The obstacle: it is for the second of two players on AG(d,3)."""
    if seat != 1:
        return "it is a strategy for olivia, who plays second"
    return two_players(players) or (None if ternary_dimension(design) else "it needs AG(d,3) with its lines")


STRATEGY = Strategy("max-cap", "olivia plays a largest cap through xavier's first point", choose, obstacle)
