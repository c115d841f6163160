"""Whether the table can be cleared from a position of a game, the order of the deck being known.

`setlab.solitaire.values.clearable` answers this for whole decks with the compiled engine. Here a search begins in any
position, and one search answers many questions about one deck: positions that failed are remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from setlab.arguments import checked
from setlab.solitaire.game.shuffle import Shuffle
from setlab.solitaire.game.state import DECK, FULL_TABLE, Line, State
from setlab.solitaire.values.clearable import Answer

NODES = 1 << 14
"""The most positions that the search visits for one question; in 600 games no question took more than 3,215."""

ASK_FROM = 27
"""With at most this many cards left, the search asks first whether they have a partition."""

LOOK_EVERY = 64
"""Positions between two looks at whether the search should stop."""

Cards = frozenset[int]
Settled = tuple[Cards, int, list[Line]]
"""The cards on the table, the number of cards dealt so far, the SETs on the table."""


class HindsightSearch:
    """The search of one deck.

    >>> shuffle = Shuffle.of(seed=1, game=0)
    >>> HindsightSearch(shuffle).answer(shuffle.start()).name
    'YES'
    """

    @checked
    def __init__(self, shuffle: Shuffle, nodes: int = NODES, stopped: Callable[[], bool] = lambda: False) -> None:
        self._order, self._nodes, self._stopped = shuffle.order, nodes, stopped
        self._visited = 0
        self._failed: set[tuple[Cards, int]] = set()
        self._undealt = _undealt_masks(shuffle.order)

    @checked
    def answer(self, state: State) -> Answer:
        """Whether the table can be cleared from a state; `OPEN` if the nodes did not suffice, or it was stopped."""
        self._visited = 0
        return self._search(frozenset(state.cards), len(DECK) - state.table.undealt)

    def _search(self, table: Cards, dealt: int) -> Answer:
        table, dealt, lines = self._settled(table, dealt)
        if not lines:
            return Answer.NO if table else Answer.YES
        if (table, dealt) in self._failed:
            return Answer.NO
        if self._visited == self._nodes or (self._visited % LOOK_EVERY == 0 and self._stopped()):
            return Answer.OPEN
        self._visited += 1
        return self._tried(table, dealt, lines)

    def _tried(self, table: Cards, dealt: int, lines: list[Line]) -> Answer:
        left = self._undealt[dealt] | _mask(table)
        if left.bit_count() > ASK_FROM or _has_partition(left):
            for line in _thrifty_first(lines, left):
                found = self._search(table.difference(line), dealt)
                if found is not Answer.NO:
                    return found
        self._failed.add((table, dealt))
        return Answer.NO

    def _settled(self, table: Cards, dealt: int) -> Settled:
        """The position when all cards that are due have been dealt."""
        lines = _lines_among(table) if len(table) >= FULL_TABLE or dealt == len(DECK) else []
        while not lines and dealt < len(DECK):
            table, dealt = table.union(self._order[dealt : dealt + 3]), dealt + 3
            lines = _lines_among(table) if len(table) >= FULL_TABLE or dealt == len(DECK) else []
        return table, dealt, lines


def _lines_among(table: Cards) -> list[Line]:
    cards, third = sorted(table), _thirds()
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


def _mask(cards: Cards) -> int:
    return sum(1 << card for card in cards)


def _undealt_masks(order: tuple[int, ...]) -> list[int]:
    """For each number of dealt cards, those that are undealt."""
    masks = [0]
    for card in reversed(order):
        masks.append(masks[-1] | 1 << card)
    return masks[::-1]


@cache
def _thirds() -> list[list[int]]:
    return [[a if a == b else DECK.third(a, b) for b in DECK] for a in DECK]


@cache
def _pairs_to() -> list[list[int]]:
    """For each card, the pairs of cards that are a SET with it."""
    third = _thirds()
    return [[1 << b | 1 << third[a][b] for b in DECK if a != b and b < third[a][b]] for a in DECK]
