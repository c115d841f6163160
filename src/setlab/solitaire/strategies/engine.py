"""Games by the compiled engine, asked by the name of a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setlab.solitaire.game import Line, lines_of
from setlab.solitaire.strategies.registry import check_weights, core_player
from setlab.solitaire.values.engine import engine_for
from setlab.solitaire.values.weights import Weights

if TYPE_CHECKING:
    from setlab._core import SolitaireEngine, SolitaireGames


def core_games(
    name: str,
    seed: int,
    first: int,
    games: int,
    *,
    weights: Weights | None = None,
    threads: int | None = None,
    isa: str = "",
) -> SolitaireGames:
    """The results of games first … first + games − 1 of a seed, by name, one entry per game.

    `leftover` has the cards left; `declared` the undealt cards when S(d) declared the game won, or −1; `turns` the SETs
    taken; `value` the exact value of the first position that was valued exactly, in parts of 2^20, or −1. The mean of
    these values estimates the proportion of cleared tables with less noise.

    >>> core_games("basic", seed=1, first=0, games=2)["leftover"].tolist()
    [6, 0]
    """
    return _engine(name, weights, isa).play(seed, first, games, threads=threads)


def core_moves(
    name: str, seed: int, first: int, games: int, *, weights: Weights | None = None, isa: str = ""
) -> list[list[Line]]:
    """The SETs that a strategy takes in each of these games, in order.

    >>> core_moves("basic", seed=1, first=0, games=1)[0][0]
    (5, 47, 71)
    """
    played = _engine(name, weights, isa).play_moves(seed, first, games)
    rows = zip(played["turns"].tolist(), played["moves"].tolist(), strict=True)
    return [lines_of(taken[:turns]) for turns, taken in rows]


def _engine(name: str, weights: Weights | None, isa: str) -> SolitaireEngine:
    player = core_player(name)
    check_weights(name, weights)
    return engine_for(player.way, player.budgets, weights, isa)
