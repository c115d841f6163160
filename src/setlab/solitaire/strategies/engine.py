"""The compiled engine for solitaire, asked by the name of a strategy. The strategies' files are its twins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setlab.solitaire.game.state import Line, lines_of
from setlab.solitaire.strategies.registry import check_weights, core_player
from setlab.solitaire.values.weights import Weights, shipped_array

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def core_games(
    name: str,
    seed: int,
    first: int,
    games: int,
    *,
    weights: Weights | None = None,
    threads: int | None = None,
    isa: str = "",
) -> NDArray[np.int32]:
    """A row for every game: cards left, undealt cards when it was declared won (or −1), SETs taken, exact value.

    The last is the value of the first position that was valued exactly, in parts of 2^20, or −1: its mean is the
    share of cleared tables with less noise.

    >>> core_games("basic", seed=1, first=0, games=2)[:, 0].tolist()
    [6, 0]
    """
    from setlab import _core

    return _core.solitaire_play(seed, first, games, **_player(name, weights), threads=threads, isa=isa)


def core_moves(
    name: str, seed: int, first: int, games: int, *, weights: Weights | None = None, isa: str = ""
) -> list[list[Line]]:
    """The SETs that a strategy takes in every game, in their order.

    >>> core_moves("basic", seed=1, first=0, games=1)[0][0]
    (5, 47, 71)
    """
    from setlab import _core

    rows, moves = _core.solitaire_play_moves(seed, first, games, **_player(name, weights), isa=isa)
    return [lines_of(taken[:turns]) for turns, taken in zip(rows[:, 2].tolist(), moves.tolist(), strict=True)]


def _player(name: str, weights: Weights | None) -> dict[str, Any]:
    """A player as the engine takes it: its way of choosing, its budgets, its weights."""
    player = core_player(name)
    check_weights(name, weights)
    array = shipped_array() if weights is None else weights.array()
    return {"strategy": player.way, "budgets": player.budgets.row(), "weights": array}
