"""A game with hindsight: from which positions the table could still be cleared, and which SETs kept it so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from setlab.arguments import checked
from setlab.solitaire.game.replaying import replay_moves
from setlab.solitaire.game.shuffle import Shuffle
from setlab.solitaire.game.state import Line, State
from setlab.solitaire.review.search import NODES, HindsightSearch
from setlab.solitaire.values.clearable import Answer


@checked
@dataclass(frozen=True)
class Option:
    """A SET on the table, and whether the table could still be cleared after it was taken."""

    line: Line
    clearable: Answer


@checked
@dataclass(frozen=True)
class Position:
    """A position of the game: what lay there, the SETs, the one taken (None in the last position)."""

    state: State
    options: tuple[Option, ...]
    taken: Line | None
    clearable: Answer

    @property
    def keeping(self) -> tuple[Line, ...]:
        """The SETs after which the table could still be cleared."""
        return tuple(option.line for option in self.options if option.clearable is Answer.YES)


@checked
@dataclass(frozen=True, repr=False)
class Hindsight:
    """All positions of a game, from the first deal to the position after the last move."""

    positions: tuple[Position, ...]

    def __repr__(self) -> str:
        clearable = sum(position.clearable is Answer.YES for position in self.positions)
        return f"<Hindsight: {len(self.positions)} positions, {clearable} of them clearable>"

    @property
    def lost(self) -> int | None:
        """The position in which the game was lost, by its number from 0: the last that was clearable.

        None if the table could be cleared to the end, could never be cleared, or if that is not settled.
        """
        answers = [position.clearable for position in self.positions]
        turns = pairwise(answers)
        return next((k for k, turn in enumerate(turns) if turn == (Answer.YES, Answer.NO)), None)


@checked
def look_back(
    shuffle: Shuffle,
    moves: Sequence[Sequence[int]],
    nodes: int = NODES,
    stopped: Callable[[], bool] = lambda: False,
) -> Hindsight:
    """A game with hindsight: the order of the deck is known.

    Each answer is the result of a search of at most `nodes` positions, and `OPEN` if these did not suffice or
    `stopped()` became true.

    >>> from setlab.solitaire.game.playing import play
    >>> from setlab.solitaire.strategies.basic import Basic
    >>> game = play(Basic(), Shuffle.of(seed=1, game=0))
    >>> seen = look_back(game.shuffle, game.moves)
    >>> seen
    <Hindsight: 26 positions, 17 of them clearable>
    >>> len(game.moves), seen.lost, seen.positions[16].taken, seen.positions[16].keeping
    (25, 16, (4, 48, 68), ((4, 51, 65),))
    """
    states = replay_moves(shuffle, moves)
    search = HindsightSearch(shuffle, nodes, stopped)
    taken: list[Line | None] = [*states[-1].taken, None]
    positions: list[Position] = []
    for state, line in zip(reversed(states), reversed(taken), strict=True):
        after = positions[-1].clearable if positions else Answer.OPEN
        positions.append(_position(state, line, after, search))
    return Hindsight(tuple(reversed(positions)))


def _position(state: State, taken: Line | None, after: Answer, search: HindsightSearch) -> Position:
    """The position before the SET `taken`, the answer for the position after it being known."""
    options = tuple(Option(line, after if line == taken else search.answer(state.take(line))) for line in state.sets)
    answers = [option.clearable for option in options]
    return Position(state, options, taken, max(answers, key=_RANK.index) if answers else _ended(state))


_RANK = (Answer.NO, Answer.OPEN, Answer.YES)
"""Of several SETs the best answer counts."""


def _ended(state: State) -> Answer:
    return Answer.YES if state.clear else Answer.NO
