"""The states of a game from its moves."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.arguments import checked
from setlab.errors import RuleError
from setlab.solitaire.game.shuffle import Shuffle
from setlab.solitaire.game.state import State


@checked
def replay_moves(shuffle: Shuffle, moves: Sequence[Sequence[int]]) -> list[State]:
    """The state before each move and the one after the last, all cards dealt that are due.

    Raise `RuleError`, with the number of the move, if one is not a SET on the table.

    >>> states = replay_moves(Shuffle.of(seed=1, game=0), [(5, 47, 71)])
    >>> [state.table.undealt for state in states], states[1].taken
    ([69, 66], ((5, 47, 71),))
    >>> replay_moves(Shuffle.of(seed=1, game=0), [(5, 47, 72)])
    Traceback (most recent call last):
    setlab.errors.RuleError: move 1 cannot be made: (5, 47, 72) is not a SET: the cards must be the same or all …
    """
    states = [shuffle.dealt(shuffle.start())]
    for number, move in enumerate(moves, 1):
        try:
            states.append(shuffle.dealt(states[-1].take(tuple(move))))
        except ValueError as error:
            raise RuleError(f"move {number} cannot be made: {error}") from None
    return states
