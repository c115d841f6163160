"""One game of `endgame`, event by event: the core tells which SETs are taken, the rules make the events."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.draws import Draws
from setlab.experiment.kernels.endgame import core_arguments
from setlab.experiment.kernels.endgame_parameters import EndgameParameters
from setlab.rules import Event, Table, play_game, search_in_order


@dataclass(frozen=True)
class Game:
    """A game as it was played: its events, the table at the end, and what the tallies count."""

    events: tuple[Event, ...]
    table: Table
    largest_table: int
    turns: int

    @property
    def leftover(self) -> int:
        """The number of cards left."""
        return len(self.table.cards)


def play(p: EndgameParameters, seed: int, trial: int) -> Game:
    """The game of one trial.

    >>> game = play(EndgameParameters(), seed=1, trial=0)
    >>> game.leftover + 3 * len(game.table.taken)
    81
    """
    from setlab import _core

    rows, moves = _core.play_endgame_moves(seed, trial, 1, **core_arguments(p))
    _, largest, taken, turns = rows[0].tolist()
    sets = moves[0, : taken * p.values].reshape(taken, p.values).tolist()
    events, table = play_game(shuffled(p, seed, trial), search_in_order(sets), p.rules)
    return Game(events, table, largest, turns)


def shuffled(p: EndgameParameters, seed: int, trial: int) -> list[int]:
    """The cards of a game in the order in which they are dealt."""
    return Draws(seed).shuffled(trial, p.deck, p.dealt)
