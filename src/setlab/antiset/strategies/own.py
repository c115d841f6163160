"""A user's strategy: a function from the game to a point, or an object with a method `choose(game)`."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any, Protocol, SupportsIndex

from setlab.antiset.game import Game
from setlab.antiset.game import name_of as player_name
from setlab.antiset.strategies import find_strategy
from setlab.antiset.strategies.strategy import Move, Strategy
from setlab.arguments import checked, name_of
from setlab.draws import Draws
from setlab.errors import RuleError, shown

FORMS = "give a name, a function from the game to a free point, or an object with a method choose(game)"


class Chooser(Protocol):
    """An object that chooses: the least that a strategy must have."""

    def choose(self, game: Game) -> SupportsIndex | Move:
        """One of `game.legal_moves`, alone or with a reason."""
        ...


OwnStrategy = str | Strategy | Chooser | type[Chooser] | Callable[[Game], SupportsIndex | Move]
"""The name of a strategy, or a user's strategy."""


@checked
def strategy_of(given: Any) -> Strategy:
    """The strategy that a name, a function, an object or a class stands for. Raise `TypeError` for anything else.

    >>> def lowest(game):
    ...     return min(game.safe_moves or game.legal_moves)
    >>> strategy_of(lowest).move(Game("AG(2,3)", [0, 1, 3]))
    Move(point=2, reason='chosen by lowest')
    >>> strategy_of(3)
    Traceback (most recent call last):
    TypeError: 3 is not a strategy: give a name, a function from the game to a free point, or an object with …
    """
    if isinstance(given, str):
        return find_strategy(given)
    if isinstance(given, Strategy):
        return given
    own = given() if isinstance(given, type) and hasattr(given, "choose") else given
    choose = getattr(own, "choose", own)
    if not callable(choose) or isinstance(choose, type):
        raise TypeError(f"{shown(given)} is not a strategy: {FORMS}")
    name = name_of(own)
    return Strategy(name, f"a strategy of your own, {name}", _check_choice(name, choose))


def _check_choice(name: str, choose: Callable[[Game], Any]) -> Callable[[Game, Draws, int], Move]:
    """The choice with its reason. Raise `RuleError` unless it is a free point and the game is as it was."""

    def check_choice(game: Game, draws: Draws, trial: int) -> Move:
        before = list(game.moves)
        found = choose(game)
        if game.moves != before:
            raise RuleError(f"{name} changed the game: take back with pop() every move that it tries with push()")
        point, reason = (found.point, found.reason) if isinstance(found, Move) else (found, f"chosen by {name}")
        return Move(_free_point(point, name, game), reason)

    return check_choice


def _free_point(given: Any, name: str, game: Game) -> int:
    try:
        point = index(given)
        taken = game.owner(point)
    except (TypeError, ValueError):
        raise RuleError(f"{_refusal(name, shown(given), game)}: it is not a point of {game.design}") from None
    if taken is not None or isinstance(given, bool):
        why = "it is a truth value" if taken is None else f"{player_name(taken, game.players)} holds it"
        raise RuleError(f"{_refusal(name, game.names(point), game)}: {why}; free are {game.listed(game.legal_moves)}")
    return point


def _refusal(name: str, point: str, game: Game) -> str:
    who = player_name(game.turn, game.players)
    return f"{name} cannot take {point} for {who} as move {len(game.moves) + 1}"
