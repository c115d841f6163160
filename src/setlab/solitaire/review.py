"""A game with hindsight: which moves made clearing the table impossible, proved by search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from operator import or_

from setlab.arguments import checked
from setlab.geometry.space import third_table
from setlab.solitaire.game import DECK, FULL_TABLE, Line, Shuffle, State, replay_moves
from setlab.solitaire.values import Clearability

NODES = 1 << 14
"""The most positions that the search visits for one question; in 600 games no question took more than 3,215."""

ASK_FROM = 27
"""With at most this many cards left, the search asks first whether they have a partition."""

LOOK_EVERY = 64
"""Positions between two looks at whether the search should stop."""

Cards = frozenset[int]


class HindsightSearch:
    """The search of one deck.

    >>> shuffle = Shuffle.of(seed=1, game=0)
    >>> HindsightSearch(shuffle).answer(shuffle.start()).name
    'YES'
    """

    def __init__(self, shuffle: Shuffle, nodes: int = NODES, stopped: Callable[[], bool] = lambda: False) -> None:
        self._order, self._nodes, self._stopped = shuffle.order, nodes, stopped
        self._visited = 0
        self._failed: set[tuple[Cards, int]] = set()
        self._undealt = _undealt_masks(shuffle.order)

    def answer(self, state: State) -> Clearability:
        """Whether the table can be cleared from a state; `OPEN` if the nodes did not suffice, or it was stopped."""
        self._visited = 0
        return self._search(frozenset(state.cards), len(DECK) - state.table.undealt)

    def _search(self, table: Cards, dealt: int) -> Clearability:
        table, dealt, lines = self._settle(table, dealt)
        if not lines:
            return Clearability.NO if table else Clearability.YES
        if (table, dealt) in self._failed:
            return Clearability.NO
        if self._visited == self._nodes or (self._visited % LOOK_EVERY == 0 and self._stopped()):
            return Clearability.OPEN
        self._visited += 1
        return self._try_lines(table, dealt, lines)

    def _try_lines(self, table: Cards, dealt: int, lines: list[Line]) -> Clearability:
        left = self._undealt[dealt] | sum(1 << card for card in table)
        if left.bit_count() > ASK_FROM or _has_partition(left):
            for line in _thrifty_first(lines, left):
                found = self._search(table.difference(line), dealt)
                if found is not Clearability.NO:
                    return found
        self._failed.add((table, dealt))
        return Clearability.NO

    def _settle(self, table: Cards, dealt: int) -> tuple[Cards, int, list[Line]]:
        """Deal all cards that are due; return the table, the number of cards dealt so far, and the SETs."""
        while True:
            lines = _lines_among(table) if len(table) >= FULL_TABLE or dealt == len(DECK) else []
            if lines or dealt == len(DECK):
                return table, dealt, lines
            table, dealt = table.union(self._order[dealt : dealt + 3]), dealt + 3


def _lines_among(table: Cards) -> list[Line]:
    cards, third = sorted(table), third_table()
    pairs = ((a, b, third[a][b]) for i, a in enumerate(cards) for b in cards[i + 1 :])
    return [(a, b, c) for a, b, c in pairs if c > b and c in table]


def _thrifty_first(lines: list[Line], left: int) -> list[Line]:
    """The SETs, those first that meet the fewest SETs of the cards that are left."""
    pairs = _pairs_to()
    through = {card: sum(left & pair == pair for pair in pairs[card]) for line in lines for card in line}
    return sorted(lines, key=lambda line: through[line[0]] + through[line[1]] + through[line[2]])


def _has_partition(left: int) -> bool:
    from setlab import _core

    return len(_core.solitaire_partitions(left & (1 << 64) - 1, left >> 64, 1)) > 0


def _undealt_masks(order: tuple[int, ...]) -> list[int]:
    """The undealt cards by the number of dealt ones."""
    return list(accumulate((1 << card for card in reversed(order)), or_, initial=0))[::-1]


@cache
def _pairs_to() -> list[list[int]]:
    """For each card, the pairs of cards that are a SET with it."""
    third = third_table()
    return [[1 << b | 1 << third[a][b] for b in DECK if a != b and b < third[a][b]] for a in DECK]


@dataclass(frozen=True)
class HindsightOption:
    """A SET on the table, and whether the table could still be cleared after it was taken."""

    line: Line
    clearable: Clearability


@dataclass(frozen=True)
class HindsightPosition:
    """A position of the game: the state, the SETs, the one taken (None in the last position)."""

    state: State
    options: tuple[HindsightOption, ...]
    taken: Line | None
    clearable: Clearability

    @property
    def keeping(self) -> tuple[Line, ...]:
        """The SETs after which the table could still be cleared."""
        return tuple(option.line for option in self.options if option.clearable is Clearability.YES)


@checked
@dataclass(frozen=True, repr=False)
class Hindsight:
    """All positions of a game, from the first deal to the position after the last move."""

    positions: tuple[HindsightPosition, ...]

    def __repr__(self) -> str:
        clearable = sum(position.clearable is Clearability.YES for position in self.positions)
        return f"<Hindsight: {len(self.positions)} positions, {clearable} of them clearable>"

    @property
    def lost_at(self) -> int | None:
        """The position in which the game was lost, by its number from 0: the last that was clearable.

        None if the table could be cleared to the end, could never be cleared, or if that is not settled.
        """
        answers = [position.clearable for position in self.positions]
        turns = pairwise(answers)
        return next((k for k, turn in enumerate(turns) if turn == (Clearability.YES, Clearability.NO)), None)


@checked
def look_back(
    shuffle: Shuffle, moves: Sequence[Sequence[int]], nodes: int = NODES, stopped: Callable[[], bool] = lambda: False
) -> Hindsight:
    """A game with hindsight: the order of the deck is known.

    Each answer is the result of a search of at most `nodes` positions, and `OPEN` if these did not suffice or
    `stopped()` became true.

    >>> from setlab.solitaire.game import play
    >>> from setlab.solitaire.strategies import Basic
    >>> game = play(Basic(), Shuffle.of(seed=1, game=0))
    >>> seen = look_back(game.shuffle, game.moves)
    >>> seen
    <Hindsight: 26 positions, 17 of them clearable>
    >>> len(game.moves), seen.lost_at, seen.positions[16].taken, seen.positions[16].keeping
    (25, 16, (4, 48, 68), ((4, 51, 65),))
    """
    states = replay_moves(shuffle, moves)
    search = HindsightSearch(shuffle, nodes, stopped)
    taken: list[Line | None] = [*states[-1].taken, None]
    positions: list[HindsightPosition] = []
    for state, line in zip(reversed(states), reversed(taken), strict=True):
        after = positions[-1].clearable if positions else Clearability.OPEN
        positions.append(_position(state, line, after, search))
    return Hindsight(tuple(reversed(positions)))


def _position(state: State, taken: Line | None, after: Clearability, search: HindsightSearch) -> HindsightPosition:
    """The position before the SET `taken`, the answer for the position after it being known."""
    options = tuple(
        HindsightOption(line, after if line == taken else search.answer(state.take(line))) for line in state.sets
    )
    answers = [option.clearable for option in options] or [Clearability.YES if state.clear else Clearability.NO]
    return HindsightPosition(state, options, taken, max(answers, key=_RANK.index))


_RANK = (Clearability.NO, Clearability.OPEN, Clearability.YES)
"""The answers from worst to best: the best one among the SETs counts."""
