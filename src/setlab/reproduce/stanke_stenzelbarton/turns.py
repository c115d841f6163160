"""The most turns that a game can have, found by following every way in which the numbers of cards can change.

The idea: after a deal for want of a SET, each SET that is taken has one of the cards dealt since then, because the
cards that lay there before hold none. Such cards are called fresh here, and a SET takes at least one of them. The
numbers of cards alone would allow a turn more.
"""

from __future__ import annotations

from functools import cache

Numbers = tuple[int, int, int]
"""Undealt cards, cards on the table, and how many of these are fresh."""

SET = 3


def most_turns(cards: int = 81, table: int = 12, most_without: int = 20, count_fresh: bool = True) -> int:
    """The largest number of turns of any sequence of deals and SETs that the numbers of cards allow.

    A turn takes a SET and refills the table, or deals three cards because there is no SET; `most_without` cards can
    lie there without a SET. Without `count_fresh` a SET may be taken whenever three cards lie there.

    >>> most_turns(), most_turns(count_fresh=False)
    (49, 50)
    """

    @cache
    def longest(numbers: Numbers) -> int:
        return max((1 + longest(after) for after in _following(numbers, table, most_without, count_fresh)), default=0)

    return longest((cards - table, table, table))


def _following(numbers: Numbers, table: int, most_without: int, count_fresh: bool) -> list[Numbers]:
    """The numbers after every possible turn."""
    undealt, lying, fresh = numbers
    most_fresh = min(SET, fresh)
    used = range(max(1, SET - (lying - fresh)), most_fresh + 1) if count_fresh else range(most_fresh + 1)
    after = [_refilled(undealt, lying - SET, fresh - number, table) for number in used if lying >= SET]
    if undealt and lying <= most_without:
        dealt = min(SET, undealt)
        after.append((undealt - dealt, lying + dealt, dealt))
    return after


def _refilled(undealt: int, lying: int, fresh: int, table: int) -> Numbers:
    """The numbers after the table was filled up again, if it has too few cards."""
    dealt = min(SET, undealt) if lying < table else 0
    return undealt - dealt, lying + dealt, fresh + dealt
