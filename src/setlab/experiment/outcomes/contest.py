"""`Contest`: a game in which strategies can be compared, and `Player`: one of them with its outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Outcomes = Callable[[int, int, int, int | None], Sequence[int]]
"""(seed, first, games, threads) → the outcome of each game. Game i depends on (seed, i) and on the strategy alone."""


@dataclass(frozen=True)
class Player:
    """A strategy that plays: its name, the checksum of its weights if it uses any, and its outcomes."""

    name: str
    outcomes: Outcomes
    weights: str | None = None


@dataclass(frozen=True)
class Contest:
    """A game in which strategies can be compared.

    `outcome` is what is counted, once per game: 0 or 1 if `is_success`, otherwise a number. `strategies` are the names,
    `settings` the further arguments with their defaults. `player` turns a strategy, the settings and weights into a
    `Player`, and raises an error for what is not possible.
    """

    game: str
    title: str
    outcome: str
    is_success: bool
    strategies: tuple[str, ...]
    settings: Mapping[str, Any]
    player: Callable[[Any, Mapping[str, Any], Any], Player]
