"""The maximum number of turns of a game, found by following every way in which the numbers of cards can change.

The idea: when three cards are dealt because there is no SET, the cards on the table contain none. So every SET taken
later contains a card dealt since; call such cards fresh. Without this condition the numbers of cards would allow one
more turn.
"""

from __future__ import annotations

from functools import cache

Numbers = tuple[int, int, int]
"""The numbers of undealt cards, of cards on the table, and of fresh cards on the table."""

SET = 3


def most_turns(cards: int = 81, table: int = 12, most_without: int = 20, count_fresh: bool = True) -> int:
    """The maximum number of turns in a sequence of deals and SETs that the numbers of cards allow.

    A turn takes a SET and refills the table, or deals three cards because there is no SET; at most `most_without` cards
    contain no SET. Unless `count_fresh` is set, a SET may be taken whenever three cards are on the table.

    >>> most_turns(), most_turns(count_fresh=False)
    (49, 50)
    """

    @cache
    def longest(numbers: Numbers) -> int:
        return max((1 + longest(after) for after in _following(numbers, table, most_without, count_fresh)), default=0)

    return longest((cards - table, table, table))


def _following(numbers: Numbers, table: int, most_without: int, count_fresh: bool) -> list[Numbers]:
    """The possible numbers after the next turn."""
    undealt, lying, fresh = numbers
    most_fresh = min(SET, fresh)
    used = range(max(1, SET - (lying - fresh)), most_fresh + 1) if count_fresh else range(most_fresh + 1)
    after = [_refilled(undealt, lying - SET, fresh - number, table) for number in used if lying >= SET]
    if undealt and lying <= most_without:
        dealt = min(SET, undealt)
        after.append((undealt - dealt, lying + dealt, dealt))
    return after


def _refilled(undealt: int, lying: int, fresh: int, table: int) -> Numbers:
    """The numbers after the table has been refilled, if it has too few cards."""
    dealt = min(SET, undealt) if lying < table else 0
    return undealt - dealt, lying + dealt, fresh + dealt
