"""The game with random choice in AG(d,3), d ≤ 3: begin with `exact_leftover_game`; `exact_game` computes one anew."""

from setlab.exact.leftovers.game import (
    ExactGame,
    exact_game,
    exact_game_from,
    exact_leftovers,
    exact_leftovers_from,
)
from setlab.exact.leftovers.tables import exact_leftover_game

__all__ = [
    "ExactGame",
    "exact_game",
    "exact_game_from",
    "exact_leftover_game",
    "exact_leftovers",
    "exact_leftovers_from",
]
