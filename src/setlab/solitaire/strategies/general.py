"""`S0`, `S3`, `S6`, `S9`, `S12`: the general strategy S(d) with the short cuts (i)–(iv), as printed (E3).

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

from setlab.solitaire.game import Line, Partition, Shuffle, State, partitions
from setlab.solitaire.strategies.basic import Basic


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
