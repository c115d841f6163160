"""Solitaire SET: whether the table is cleared. Strategies by name are played by the core, others in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from setlab.arguments import name_of
from setlab.experiment.kernels.solitaire import weights_of
from setlab.experiment.outcomes.contest import Contest, Player
from setlab.solitaire.game import Shuffle, play, player_of
from setlab.solitaire.strategies.registry import CLAIRVOYANT, NAMES, check_weights, core_games, weights_checksum
from setlab.solitaire.values.clearable import search_deals


def player(given: Any, settings: Mapping[str, Any], weights: Any = None) -> Player:
    """The player that a name, a function or an object stands for."""
    if given == CLAIRVOYANT:
        return Player(CLAIRVOYANT, _searched)
    read = None if weights is None else weights_of(weights)
    check_weights(given if isinstance(given, str) else name_of(given), read)
    if not isinstance(given, str):
        return _own(given)

    def outcomes(seed: int, first: int, games: int, threads: int | None) -> list[int]:
        left = core_games(given, seed, first, games, weights=read, threads=threads)["leftover"]
        cleared: list[int] = (left == 0).astype(int).tolist()
        return cleared

    return Player(given, outcomes, weights_checksum(given, read))


def _own(given: Any) -> Player:
    own = player_of(given)

    def outcomes(seed: int, first: int, games: int, threads: int | None) -> list[int]:
        return [int(play(own, Shuffle.of(seed, game)).clear) for game in range(first, first + games)]

    return Player(name_of(own), outcomes)


def _searched(seed: int, first: int, games: int, threads: int | None) -> Sequence[int]:
    found = search_deals(games, seed, first=first, threads=threads)
    lost = {*found.unclearable, *found.open}
    return [int(game not in lost) for game in range(first, first + games)]


CONTEST = Contest("solitaire", "Solitaire SET", "table cleared", True, NAMES, {}, player)
