"""Whether a deal can be cleared by a player who knows the order of the deck."""

from __future__ import annotations

from collections.abc import Sequence

from setlab.reference.solitaire_partitioning import partitions_of
from setlab.solitaire.game import Line, Shuffle, State
from setlab.solitaire.strategies.thrifty import lines_through

ASK_FROM = 27
"""With at most this many cards left, the search asks first whether they have a partition."""

TURNS = 27


def can_clear_by_rules(shuffle: Shuffle, ask_from: int = 21) -> bool:
    """Whether a deal can be cleared, by trying everything; only for deals that are decided soon.

    With at most `ask_from` cards left, the search asks first whether they have a partition.
    """
    failed: set[tuple[frozenset[int], int]] = set()

    def clears(state: State) -> bool:
        state = dealt(state, shuffle)
        key = frozenset(state.cards), state.table.undealt
        if state.over or key in failed:
            return state.clear
        hopeless = len(state.remaining) <= ask_from and next(partitions_of(state.remaining), None) is None
        if not hopeless and any(clears(state.take(line)) for line in state.sets):
            return True
        failed.add(key)
        return False

    return clears(shuffle.start())


def solitaire_clairvoyant(seed: int, first: int, games: int, *, nodes: int) -> dict[str, list[object]]:
    """For each deck of a range of games, the answer and the moves of `solitaire_clairvoyant_order`."""
    found = [solitaire_clairvoyant_order(Shuffle.of(seed, first + i).order, nodes=nodes) for i in range(games)]
    return {"answers": [answer for answer, _ in found], "moves": [moves for _, moves in found]}


def solitaire_clairvoyant_order(order: Sequence[int], *, nodes: int) -> tuple[int, list[list[int]]]:
    """1 if the deck can be cleared, 0 if it cannot, -1 if that takes more than `nodes` positions; and the SETs to take.

    The search goes depth first; it tries first the SETs that meet the fewest SETs of the remaining cards, and it never
    examines a position again that has failed. There are 27 rows of moves, zeros unless the deck can be cleared.
    """
    search = _Search(Shuffle(tuple(int(card) for card in order)), nodes)
    answer = search.answer(search.shuffle.start())
    return answer, [list(line) for line in search.moves] if answer == 1 else [[0] * 3 for _ in range(TURNS)]


def dealt(state: State, shuffle: Shuffle) -> State:
    """The state when all cards that are due have been dealt."""
    while state.due:
        state = state.deal(shuffle.next_cards(state))
    return state


class _Search:
    """A search of one deck."""

    def __init__(self, shuffle: Shuffle, nodes: int) -> None:
        self.shuffle, self.nodes, self.visited = shuffle, nodes, 0
        self.failed: set[tuple[frozenset[int], int]] = set()
        self.moves: tuple[Line, ...] = ()

    def answer(self, state: State) -> int:
        state = dealt(state, self.shuffle)
        if state.over:
            self.moves = state.taken
            return int(state.clear)
        left = state.remaining
        if len(left) <= ASK_FROM and next(partitions_of(left), None) is None:
            return 0
        if self.visited == self.nodes:
            return -1
        self.visited += 1
        key = frozenset(state.cards), state.table.undealt
        if key in self.failed:
            return 0
        for line in sorted(state.sets, key=lambda line: sum(lines_through(card, left) for card in line)):
            if found := self.answer(state.take(line)):
                return found
        self.failed.add(key)
        return 0
