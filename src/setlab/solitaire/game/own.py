"""Strategies of one's own: a function from the state to a SET, or an object with a method `choose`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import index
from typing import Any, Protocol, runtime_checkable

from setlab.arguments.naming import name_of
from setlab.errors import RuleError, shown
from setlab.solitaire.game.state import Line, State

FORMS = "give a function from the state to one of its SETs, or an object with a method choose(state)"


@runtime_checkable
class Strategy(Protocol):
    """A player: an object with one method.

    Two more attributes are optional: `begin(shuffle)` is called before a game, and `declared` is true at its end if the
    strategy declared the game won.
    """

    def choose(self, state: State) -> Line:
        """One of `state.sets`."""
        ...


OwnStrategy = Strategy | Callable[[State], Iterable[int]]
"""A strategy, or a function from the state to three cards."""


@dataclass(frozen=True)
class Function:
    """The strategy that a function is."""

    name: str
    function: Callable[[State], Any]

    def choose(self, state: State) -> Line:
        """What the function returns; the game checks it."""
        line: Line = self.function(state)
        return line


def player_of(given: Any) -> Strategy:
    """The strategy that a function, an object or a class stands for. Raise `TypeError` for anything else.

    >>> def first(state):
    ...     return state.sets[0]
    >>> player_of(first).name
    'first'
    >>> player_of(3)
    Traceback (most recent call last):
    TypeError: strategy=3 is not a strategy: give a function from the state to one of its SETs, or an object with …
    """
    player = given() if isinstance(given, type) and hasattr(given, "choose") else given
    if callable(getattr(player, "choose", None)):
        strategy: Strategy = player
        return strategy
    if callable(player) and not isinstance(player, type):
        return Function(name_of(player), player)
    raise TypeError(f"strategy={shown(given)} is not a strategy: {FORMS}")


def checked_choice(strategy: Strategy, state: State) -> Line:
    """The SET that the strategy takes. Raise `RuleError` unless it lies on the table."""
    chosen: Any = strategy.choose(state)
    try:
        a, b, c = sorted(map(index, chosen))
    except (TypeError, ValueError):
        raise RuleError(f"{_refused(strategy, state, chosen)}: {FORMS}") from None
    if (a, b, c) not in state.sets:
        some = ", ".join(map(str, state.sets[:3])) + ", …" * (len(state.sets) > 3)
        raise RuleError(f"{_refused(strategy, state, (a, b, c))}: the SETs on the table are {some}")
    return a, b, c


def _refused(strategy: Strategy, state: State, chosen: object) -> str:
    return f"{name_of(strategy)} cannot take {shown(chosen)} as SET number {len(state.taken) + 1}"
