"""The games that rooms play: their decks and options, the position of a round, right claims and what they change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from setlab.errors import RuleError, unknown_name
from setlab.extensions import added_names, find_added
from setlab.rooms.games.claims import Chain, Four, Planet, Shuffle, Ultra, pairings
from setlab.rooms.games.game import Find, RoomGame, RoomPosition, deck_order, notation_of
from setlab.rooms.games.hidden import LastCard, Memory
from setlab.rooms.games.options import AT_ANY_TIME, OF_A_TERMINAL, OF_THE_ROOM, read_options
from setlab.rooms.games.race import PuzzleRace, Race, Sprint
from setlab.rooms.games.search import FindAll, read_deal
from setlab.rooms.games.team import NAMES, TeamGame, winning_team

__all__ = [
    "AT_ANY_TIME", "GAMES", "NAMES", "OF_A_TERMINAL", "OF_THE_ROOM", "Find", "RoomGame", "RoomPosition", "deck_order",
    "find_game", "games_json", "notation_of", "pairings", "read_deal", "read_options", "winning_team",
]  # fmt: skip

GAMES: Mapping[str, RoomGame] = MappingProxyType({game.name: game for game in (
    RoomGame("standard"), RoomGame("junior", dimension=3, table=9), RoomGame("five", dimension=5, table=15),
    FindAll("find-all"), RoomGame("timed", defaults=(("seconds", 60),)),
    TeamGame("team"), Ultra("ultra"), Chain("chain"),
    Race("race"), Sprint("sprint"), Shuffle("shuffle"), Planet("planet", table=9), Four("four", dimension=3, table=16),
    LastCard("last-card"), Memory("memory", dimension=3), PuzzleRace("puzzle-race", table=9),
)})  # fmt: skip
"""Every game of rooms."""


def find_game(name: str) -> RoomGame:
    """The game with this name; raise `RuleError` if there is none.

    >>> find_game("junoir")
    Traceback (most recent call last):
    setlab.errors.RuleError: 'junoir' is not a game: did you mean junior? Choose standard, junior, five, find-all,
    timed, team, ultra, chain, race, sprint, shuffle,
    planet, four, last-card, memory or puzzle-race
    """
    if name in GAMES:
        return GAMES[name]
    if added := find_added("games", name, RoomGame):
        return added
    raise RuleError(unknown_name(name[:40], "a game", [*GAMES, *added_names("games")]))


def games_json() -> list[dict[str, Any]]:
    """All games with their options, for pages that offer them."""
    return [game.as_json() for game in GAMES.values()]
