"""The players in Python: `random`, `basic`, `thrifty`, `clairvoyant`, the general strategy S(d), and those that value.

`General` is the strategy S(d) with the short cuts (i)–(iv), as printed (E3):
- The partitions are examined once for every number u ≤ d of undealt cards: "proceed with the basic strategy until
  there are d undealt cards", and then "the basic strategy followed immediately by S(d − 3)".
- The game is declared won if there is a partition and u is 0 or 3 (i), or u is 6 and at least 15 cards lie on the table
  (ii), or a partition has u/3 − 1 of its SETs on the table.
- The short cuts (iii) and (iv), a table without a SET, need no code: nothing is chosen then. Three cards are dealt,
  the partitions stay the same, and (i) or (ii) applies at the next choice.
- After the declaration a partition is followed to the end. (ii), (iv) and the last condition are wrong for some
  tables with more than 12 cards: then the player is forced to take a SET outside, and does not clear the table.
"""

from __future__ import annotations

from collections.abc import Iterable

from setlab.draws import Draws
from setlab.geometry import CardSet
from setlab.solitaire.game import DECK, Line, Partition, Shuffle, State, partitions
from setlab.solitaire.values.clearable import can_clear
from setlab.solitaire.values.engine import Budgets, ValueKind, Values, judge
from setlab.solitaire.values.weights import Weights

FIRST_DRAW = 88
"""SET number t is chosen by draw 88 + t, 16 bits: as in the kernel `endgame` with choice `random`."""


class Random:
    """Takes a random SET. The draws are addressed by the game's number, so that a game can be repeated."""

    def __init__(self) -> None:
        self.draws, self.game = Draws(0), 0

    def begin(self, shuffle: Shuffle) -> None:
        """A game begins: its seed and number address the draws."""
        self.draws, self.game = Draws(shuffle.seed), shuffle.game

    def choose(self, state: State) -> Line:
        """One of the SETs, ranked by their slots."""
        sets = state.table.sets()
        k = FIRST_DRAW + len(state.table.taken)
        rank = self.draws.below(self.game, k, len(sets), width=16) if len(sets) > 1 else 0
        a, b, c = sorted(sets[rank])
        return a, b, c


def basic_rank(state: State, line: Line) -> tuple[int, int, Line]:
    """The rank of a SET, least is best: minus the number of live pairs left, the number of dead pairs left, the SET.

    Both are counted on the table without the SET, before it is refilled. The SET counts as taken: a pair whose third
    card is in it is dead.

    >>> basic_rank(State.of(range(12)), (0, 1, 2))
    (-18, 9, (0, 1, 2))
    """
    after = state.take(line)
    return -len(after.live_pairs()), len(after.dead_pairs()), line


class Basic:
    """Takes the SET that leaves the most live pairs; then the fewest dead pairs; then the first in order (1)."""

    def choose(self, state: State) -> Line:
        """The SET of least rank."""
        return min(state.sets, key=lambda line: basic_rank(state, line))


def lines_through(card: int, cards: CardSet) -> int:
    """The number of SETs within the cards that contain a card.

    >>> lines_through(0, CardSet(range(9)))
    4
    """
    return sum(b in cards and c in cards for _, b, c in DECK.lines_through(card))


def thriftiest(sets: Iterable[Line], remaining: CardSet) -> Line:
    """The SET that meets the fewest SETs of the remaining cards; among equals, the first in order (1)."""
    return min(sets, key=lambda line: (sum(lines_through(card, remaining) for card in line), line))


class Thrifty:
    """Takes the SET that meets the fewest SETs of all remaining cards; then the first by (1)."""

    def choose(self, state: State) -> Line:
        """The SET with the fewest SETs through its cards: they are destroyed with it."""
        return thriftiest(state.sets, state.remaining)


class Clairvoyant:
    """Searches before the game begins, and plays the moves that clear the table."""

    def __init__(self) -> None:
        self.moves: tuple[Line, ...] = ()

    def begin(self, shuffle: Shuffle) -> None:
        """Search the whole game before it begins."""
        _, self.moves = can_clear(shuffle)

    def choose(self, state: State) -> Line:
        """The next SET of the plan; the first SET where there is no plan."""
        turn = len(state.table.taken)
        return self.moves[turn] if turn < len(self.moves) else state.sets[0]


class General:
    """S(d): basic play until u = d; then partitions decide whether the game is won."""

    def __init__(self, d: int) -> None:
        self.d, self.basic = d, Basic()
        self.checked, self.declared = 81, False

    def begin(self, shuffle: Shuffle) -> None:
        """A game begins: no partition has been examined, no win declared."""
        self.checked, self.declared = 81, False

    def choose(self, state: State) -> Line:
        """The basic choice, or the next SET of a partition when the game has been declared won."""
        undealt = state.table.undealt
        if not self.declared and undealt <= self.d and undealt < self.checked:
            self.checked = undealt
            self.declared = is_declared(state)
        return (follow(state) if self.declared else None) or self.basic.choose(state)


def is_declared(state: State) -> bool:
    """True if S(d), as printed, declares the game won here.

    >>> is_declared(State.of(range(12), [(a, a + 1, a + 2) for a in range(12, 78, 3)]))
    True
    """
    undealt = state.table.undealt
    certain = undealt <= 3 or (undealt == 6 and len(state.cards) >= 15)
    needed = 0 if certain else undealt // 3 - 1
    return any(sets_on_table(state, found) >= needed for found in partitions(state.remaining))


def sets_on_table(state: State, partition: Partition) -> int:
    """The number of SETs of a partition that lie on the table."""
    return sum(line in state.sets for line in partition)


def follow(state: State) -> Line | None:
    """The first SET of a partition with the most SETs on the table; None if no partition has a SET there."""
    found = [(sets_on_table(state, partition), partition) for partition in partitions(state.remaining)]
    most = max((number for number, _ in found), default=0)
    useful = {line for number, partition in found if number == most for line in partition if line in state.sets}
    return min(useful, default=None)


class Valued:
    """Takes the SET of highest value; among equals, the first in order (1)."""

    def __init__(self, budgets: Budgets, weights: Weights | None = None) -> None:
        self.budgets, self.weights = budgets, weights

    def choose(self, state: State) -> Line:
        """The SET of highest value; the choice of `thrifty` where positions are not valued."""
        if len(state.sets) == 1:
            return state.sets[0]
        values, kind = self.values(state)
        if kind is ValueKind.NONE:
            return Thrifty().choose(state)
        return max(state.sets, key=lambda line: values[line])

    def values(self, state: State) -> tuple[Values, ValueKind]:
        """The value of every SET on the table, and the kind of value."""
        return judge(state.cards, state.undealt, self.budgets, self.weights)
