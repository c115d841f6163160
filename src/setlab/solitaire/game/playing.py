"""Games played to the end by a strategy."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.arguments import checked
from setlab.errors import RuleError
from setlab.solitaire.game.own import OwnStrategy, Strategy, checked_choice, player_of
from setlab.solitaire.game.shuffle import Shuffle
from setlab.solitaire.game.state import Line, State


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
def play(strategy: OwnStrategy, shuffle: Shuffle) -> PlayedGame:
    """The game that a strategy plays with a deck. Raise `RuleError` if it chooses what is not a SET on the table.

    >>> from setlab.solitaire.strategies.basic import Basic
    >>> game = play(Basic(), Shuffle.of(seed=1, game=0))
    >>> game.clear, len(game.moves), game.moves[0]
    (False, 25, (5, 47, 71))
    >>> play(lambda state: state.sets[-1], Shuffle.of(seed=1, game=0)).moves[0]
    (10, 53, 57)
    """
    player = player_of(strategy)
    if begin := getattr(player, "begin", None):
        begin(shuffle)
    state = shuffle.start()
    while not state.over:
        state = state.deal(shuffle.next_cards(state)) if state.due else state.take(_chosen(player, state, shuffle))
    return PlayedGame(shuffle, state, bool(getattr(player, "declared", False)))


def _chosen(player: Strategy, state: State, shuffle: Shuffle) -> Line:
    try:
        return checked_choice(player, state)
    except RuleError as error:
        raise RuleError(f"game {shuffle.game} of seed {shuffle.seed}: {error}") from None
