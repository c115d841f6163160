"""How long a game can last (B6): seed `001` says at most 49 turns; here is why, and a game that attains it.

A turn takes a SET (and refills the table to 12), or deals three cards because there is no SET. There are
N/3 SETs at the most and (N − 12)/3 deals of three. If the last deal is one for want of a SET, the table had
12 cards or more and no SET, so each SET taken afterwards needs one of the three new cards: at most three
more, and at least six cards stay. Then the turns are at most N/3 − 2 + (N − 12)/3. Otherwise one deal is a
refill, and the turns are at most N/3 + (N − 12)/3 − 1, which is larger by one: 49 for N = 81.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product

from setlab.counting.sets import count_cards
from setlab.errors import SpecError

TABLE = 12


@dataclass(frozen=True)
class Game:
    """A game as it was played: the deck in the order of dealing, and the SETs in the order of taking."""

    deck: tuple[int, ...]
    sets: tuple[tuple[int, int, int], ...]


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


def longest_game(d: int = 4) -> Game:
    """A game that lasts as long as any can.

    Cut the deck into the SETs {b0, b1, b2} that differ in the last property alone. Six of the b have no
    digit 2; their twelve cards b0, b1 hold no SET and lie on the table. Now the other SETs are dealt one
    after the other: there is no SET on the table, three cards come, they are one, and they go. At last come
    the six cards b2, in two deals: the first for want of a SET, the second as a refill; all is cleared.

    >>> game = longest_game()
    >>> len(game.sets), game.deck[:12]
    (27, (0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31))
    """
    if d < 4:
        raise SpecError(f"{d} properties give no table of 12 without a SET: choose at least 4")
    columns = [(3 * b, 3 * b + 1, 3 * b + 2) for b in range(count_cards(d) // 3)]
    digits = product(range(2), repeat=d - 1)
    kept = [columns[_number(b)] for b in islice(digits, TABLE // 2)]
    passing = [column for column in columns if column not in kept]
    table = [card for column in kept for card in column[:2]]
    last = [column[2] for column in kept]
    deck = (*table, *(card for column in passing for card in column), *last)
    return Game(deck, (*passing, *kept))


def _number(digits: tuple[int, ...]) -> int:
    number = 0
    for digit in digits:
        number = 3 * number + digit
    return number
