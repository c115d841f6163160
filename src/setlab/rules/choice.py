"""`Choice`: how a player chooses one of the SETs on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

Line = tuple[int, ...]


class Choice(StrEnum):
    """The SETs among which a player chooses; one of them is then drawn uniformly.

    `random`: all of them. `popular`: those with a card that is in the most SETs. `reject`: those with a card that is
    in the fewest SETs, but in one at least. `first` and `last`: the first and the last by its slots.

    >>> sets = [(0, 1, 2), (2, 3, 4), (5, 6, 7)]
    >>> Choice.POPULAR.candidates(sets), Choice.FIRST.candidates(sets), Choice.LAST.candidates(sets)
    ([(0, 1, 2), (2, 3, 4)], [(0, 1, 2)], [(5, 6, 7)])
    """

    RANDOM = "random"
    POPULAR = "popular"
    REJECT = "reject"
    FIRST = "first"
    LAST = "last"

    def __repr__(self) -> str:
        return repr(self.value)  # a member may be given by its value

    def candidates(self, sets: Sequence[Line]) -> list[Line]:
        """The SETs among which the choice is made, in their order."""
        if self is Choice.RANDOM:
            return list(sets)
        if self is Choice.FIRST:
            return list(sets[:1])
        if self is Choice.LAST:
            return list(sets[-1:])
        numbers = Counter(card for cards in sets for card in cards)
        wanted = (max if self is Choice.POPULAR else min)(numbers.values(), default=0)
        return [cards for cards in sets if any(numbers[card] == wanted for card in cards)]
