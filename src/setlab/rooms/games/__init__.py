"""The games that rooms play, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from setlab.errors import RuleError, unknown_name
from setlab.rooms.games.chain import Chain
from setlab.rooms.games.find_all import FindAll
from setlab.rooms.games.game import RoomGame, notation_of
from setlab.rooms.games.team import NAMES, TeamGame, winning_team
from setlab.rooms.games.ultra import Ultra

__all__ = ["GAMES", "NAMES", "RoomGame", "find_game", "games_json", "notation_of", "winning_team"]

GAMES: Mapping[str, RoomGame] = MappingProxyType(
    {
        game.name: game
        for game in (
            RoomGame("standard"),
            RoomGame("junior", dimension=3, table=9),
            RoomGame("five", dimension=5, table=15),
            FindAll("find-all"),
            RoomGame("timed", defaults=(("seconds", 60),)),
            TeamGame("team"),
            Ultra("ultra"),
            Chain("chain"),
        )
    }
)
"""Every game of rooms."""


def find_game(name: str) -> RoomGame:
    """The game with this name; raise `RuleError` if there is none.

    >>> find_game("junoir")
    Traceback (most recent call last):
    setlab.errors.RuleError: 'junoir' is not a game: did you mean junior? Choose standard, junior, five, find-all,
    timed, team, ultra or chain
    """
    if name not in GAMES:
        raise RuleError(unknown_name(name[:40], "a game", list(GAMES)))
    return GAMES[name]


def games_json() -> list[dict[str, Any]]:
    """All games with their options, for pages that offer them."""
    return [game.as_json() for game in GAMES.values()]
