"""Hints in the games with a table: first how many SETs there are, then one card of a SET, then the SET."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from setlab.cli.claims import Slots, in_words, slot_numbers
from setlab.errors import RuleError, plural, quoted
from setlab.notation import Notation

Cards = Sequence[int]
LEVELS = 3


class Hints:
    """The hints that a player has asked for; every hint about the same table says more than the one before."""

    def __init__(self, here: Notation) -> None:
        self.here = here
        self.slots: Slots = ()
        self.level = 0

    def give(self, wanted: str, slots: Slots, sets: Sequence[Cards], best: Callable[[], Cards]) -> str:
        """The next hint, or the one of the wanted level, 1 to 3; `best` chooses the SET that is meant.

        >>> from setlab.notation import find_notation
        >>> hints, slots, sets = Hints(find_notation()), (0, 1, 2, 5), [(0, 1, 2)]
        >>> for _ in range(3):
        ...     print(hints.give("", slots, sets, lambda: sets[0]))
        There is 1 SET on the table.
        Card 1 (one red solid oval) is in a SET.
        1 2 3 is a SET: one red solid oval, one red solid diamond, one red solid squiggle.
        """
        self.level = self._level(wanted, slots)
        self.slots = slots
        if self.level == 1 or not sets:
            return f"There {'is' if len(sets) == 1 else 'are'} {_number(sets)} on the table."
        cards = best()
        if self.level == 2:
            return f"Card {slots.index(cards[0]) + 1} ({self.here.name(cards[0])}) is in a SET."
        numbers = " ".join(map(str, slot_numbers(cards, slots)))
        return f"{numbers} is a SET: {in_words(cards, slots, self.here)}."

    def _level(self, wanted: str, slots: Slots) -> int:
        if not wanted:
            return min(self.level + 1, LEVELS) if slots == self.slots else 1
        if wanted not in map(str, range(1, LEVELS + 1)):
            raise RuleError(
                f"there is no hint {quoted(wanted)}: hint 1 says how many SETs, hint 2 a card, hint 3 a SET"
            )
        return int(wanted)


def _number(sets: Sequence[Cards]) -> str:
    return plural(len(sets), "SET") if sets else "no SETs"
