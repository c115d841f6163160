"""The outcome of each game by a strategy, one file per game: what `compare` compares."""

from __future__ import annotations

from importlib import import_module

from setlab.errors import SpecError, unknown_name
from setlab.experiment.outcomes.contest import Contest, Player

__all__ = ["GAMES", "Contest", "Player", "find_contest"]

GAMES = ("solitaire", "antiset", "endgame")
"""The games in which strategies are compared; the contest of a game is the value `CONTEST` of its module."""


def find_contest(game: str) -> Contest:
    """The contest of a game.

    >>> find_contest("solitaire").outcome
    'table cleared'
    """
    if game not in GAMES:
        raise SpecError(unknown_name(game, "a game", GAMES))
    contest: Contest = import_module(f"setlab.experiment.outcomes.{game}").CONTEST
    return contest
