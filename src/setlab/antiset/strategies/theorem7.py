"""`theorem7`: Xavier answers every move with the third point of the line through it and his first point.

It wins on AG(d,3), d ≥ 2 (theorem 7 of Clark, Fisk & Goren). It can be played on every Steiner triple system, where the
points other than the first form pairs and Olivia can never take both points of a pair; it need not win there.
"""

from __future__ import annotations

from setlab.antiset.game import Game
from setlab.antiset.strategies.strategy import (
    Move,
    Reason,
    Strategy,
    because,
    is_triple_system,
    pick,
    stay_safe,
    third_point,
    two_players,
)
from setlab.draws import Draws
from setlab.geometry.design import Design


def choose(game: Game, draws: Draws, trial: int) -> Move:
    """The third point of the line through X₁ and Olivia's last point; X₁ itself is any point."""
    if not game.moves:
        return because(game, pick(game.legal_moves, game, draws, trial), Reason("first"))
    third = third_point(game.design, game.moves[0], game.moves[-1])
    three = (third, game.moves[0], game.moves[-1])
    if game.owner(third) is not None:
        return stay_safe(game, draws, trial, Reason("third-taken", three))
    return because(game, third, Reason("third", three))


def obstacle(design: Design, seat: int, players: int) -> str | None:
    """The obstacle: it is for the first of two players, on a Steiner triple system."""
    if seat != 0:
        return "it is a strategy for xavier, who begins"
    return two_players(players) or (None if is_triple_system(design) else "it needs blocks of 3, t = 2, λ = 1")


STRATEGY = Strategy(
    "theorem7", "xavier takes the third point of the line through his first and your last", choose, obstacle
)
