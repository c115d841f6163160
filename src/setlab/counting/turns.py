"""The largest number of turns of a game: 49 for the deck of 81, as Stanke & Stenzelbarton state.

A turn takes a SET (and refills the table to 12), or deals three cards because there is no SET. There are at most
N/3 SETs and (N − 12)/3 deals of three. Suppose the last deal is one because there is no SET. Then the table had at
least 12 cards without a SET, so that each SET taken afterwards contains one of the three new cards: at most three SETs
follow, at least six cards are left, and there are at most N/3 − 2 + (N − 12)/3 turns. Otherwise the last deal is a
refill, and there are at most N/3 + (N − 12)/3 − 1 turns, one more: 49 for N = 81. `rules.longest_game` attains it.
"""

from __future__ import annotations

from setlab.arguments import checked
from setlab.counting.sets import count_cards
from setlab.errors import SpecError

TABLE = 12


@checked
def count_turns_at_most(dimension: int = 4) -> int:
    """The largest number of turns of a game with 12 cards on the table; attained for every d ≥ 4.

    In three dimensions twelve cards always contain a SET (the largest cap has nine), so that every turn takes a SET.

    >>> [count_turns_at_most(d) for d in (3, 4, 5)]
    [9, 49, 157]
    """
    if dimension < 3:
        raise SpecError(
            f"{dimension} properties make {count_cards(dimension)} cards: a table of 12 needs at least 3 properties"
        )
    sets = count_cards(dimension) // 3
    return sets if dimension == 3 else sets + (count_cards(dimension) - TABLE) // 3 - 1
