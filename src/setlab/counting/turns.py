"""How long a game can last (B6): Stanke & Stenzelbarton say at most 49 turns, and here is why.

`rules.longest_game` is a game that attains it.

A turn takes a SET (and refills the table to 12), or deals three cards because there is no SET. There are
N/3 SETs at the most and (N − 12)/3 deals of three. If the last deal is one for want of a SET, the table had
12 cards or more and no SET, so each SET taken afterwards needs one of the three new cards: at most three
more, and at least six cards stay. Then the turns are at most N/3 − 2 + (N − 12)/3. Otherwise one deal is a
refill, and the turns are at most N/3 + (N − 12)/3 − 1, which is larger by one: 49 for N = 81.
"""

from __future__ import annotations

from setlab.counting.sets import count_cards
from setlab.errors import SpecError

TABLE = 12


def count_turns_at_most(d: int = 4) -> int:
    """The largest number of turns of a game with 12 cards on the table; attained for every d ≥ 4.

    In three dimensions twelve cards always hold a SET (nine is the most without one), so that nobody ever
    deals for want of one, and all turns take a SET.

    >>> [count_turns_at_most(d) for d in (3, 4, 5)]
    [9, 49, 157]
    """
    if d < 3:
        raise SpecError(f"{d} properties make {count_cards(d)} cards: a table of 12 needs at least 3 properties")
    sets = count_cards(d) // 3
    return sets if d == 3 else sets + (count_cards(d) - TABLE) // 3 - 1
