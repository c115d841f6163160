"""Games played to the end by a strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from setlab.arguments import checked
from setlab.errors import RuleError
from setlab.solitaire.game.shuffle import Shuffle
from setlab.solitaire.game.state import Line, State


@runtime_checkable
class Strategy(Protocol):
    """A player: an object with one method.

    Two more attributes are optional: `begin(shuffle)` is called before a game, and `declared` is true at its end if the
    strategy declared the game won.
    """

    def choose(self, state: State) -> Line:
        """One of `state.sets`."""
        ...


@checked
@dataclass(frozen=True)
class PlayedGame:
    """A game played to its end: the last state, and whether the strategy declared the game won."""

    shuffle: Shuffle
    state: State
    declared: bool = False

    @property
    def clear(self) -> bool:
        """True if no cards are left."""
        return self.state.clear

    @property
    def moves(self) -> tuple[Line, ...]:
        """The SETs taken, in order."""
        return self.state.taken


@checked
def play(strategy: Strategy, shuffle: Shuffle) -> PlayedGame:
    """The game that a strategy plays with a deck.

    >>> from setlab.solitaire.strategies.basic import Basic
    >>> game = play(Basic(), Shuffle.of(seed=1, game=0))
    >>> game.clear, len(game.moves), game.moves[0]
    (False, 25, (5, 47, 71))
    """
    if begin := getattr(strategy, "begin", None):
        begin(shuffle)
    state = shuffle.start()
    while not state.over:
        state = state.deal(shuffle.next_cards(state)) if state.due else state.take(_chosen(strategy, state))
    return PlayedGame(shuffle, state, bool(getattr(strategy, "declared", False)))


def _chosen(strategy: Strategy, state: State) -> Line:
    line = strategy.choose(state)
    if line not in state.sets:
        raise RuleError(f"{line} cannot be taken: the SETs on the table are {state.sets}")
    return line
