"""The sum of the cards that a game leaves reveals mistakes and a hidden card (Abrahamsen & Eriksen, 6.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from setlab.arguments import checked
from setlab.errors import RuleError
from setlab.geometry.cardset import space_of
from setlab.geometry.space import Dimension, Space, find_space


@checked
@dataclass(frozen=True)
class Leftover:
    """What the cards left at the end of a game prove about the game.

    Every SET sums to 0, and so does the deck. If only SETs were taken, the leftover therefore sums to 0, and its size
    is a multiple of three. The converse fails: `mistake` is False if no mistake is proved.
    """

    checksum: int
    mistake: bool
    reason: str


@checked
def read_leftover(cards: Iterable[int], dimension: Dimension = None) -> Leftover:
    """The checksum of the leftover cards, and whether it proves that a mistake was made.

    >>> read_leftover([0, 1, 3]).mistake
    True
    >>> read_leftover([]).reason
    'nothing is left: no mistake is shown'
    """
    space = space_of(cards, dimension)
    collection = space.distinct(cards)
    checksum = space.total(collection)
    if not collection:
        return Leftover(checksum, False, "nothing is left: no mistake is shown")
    if len(collection) % 3:
        return Leftover(checksum, True, f"{len(collection)} cards are left, not a multiple of 3: a mistake")
    if checksum:
        return Leftover(checksum, True, "the sum is not 0: a mistake was made")
    return Leftover(checksum, False, "the sum is 0: no mistake is shown, though two mistakes can cancel")


@checked
def mistakes_cancel(triples: Iterable[Sequence[int]], dimension: Dimension = None) -> bool:
    """True if some of the triples are not SETs, and yet the leftover sums to 0.

    Two wrong triples cancel if their sums are opposite. All 3^d − 1 non-zero sums of a wrong triple are equally
    likely, so that an independent second wrong triple cancels the first with probability 1/(3^d − 1). Triples of one
    deck share no card and so are not quite independent: `setlab.classroom.mistakes` counts them exactly.

    >>> space = Space(4)
    >>> wrong = [space.card(c) for c in [(0,0,0,0), (0,1,0,0), (0,0,0,1)]]
    >>> undo = [space.card(c) for c in [(1,0,0,0), (1,2,0,0), (1,0,0,2)]]
    >>> mistakes_cancel([wrong]), mistakes_cancel([wrong, undo])
    (False, True)
    """
    space = find_space(dimension)
    sums = [space.total(triple) for triple in triples]
    return any(sums) and space.total(sums) == 0


@checked
def hidden_card(leftover: Iterable[int], dimension: Dimension = None) -> int:
    """The card that was put aside face down: minus the sum of the cards that are left.

    >>> space = Space(4)
    >>> left = [(1,1,2,2), (1,2,2,0), (2,1,0,0), (0,0,1,1), (0,0,2,1)]
    >>> space.coordinates(hidden_card([space.card(c) for c in left]))
    (2, 2, 2, 2)
    """
    space = space_of(leftover, dimension)
    return space.negative(space.total(_hidden_leftover(leftover, space)))


@checked
def hidden_card_by_property(leftover: Iterable[int], dimension: Dimension = None) -> int:
    """The hidden card, found property by property from the numbers of cards with each value.

    The hidden card makes the numbers of cards with each of the three values congruent modulo 3. So two of the numbers
    are congruent already, and the hidden card has the third value.

    >>> space = Space(4)
    >>> left = [(1,1,2,2), (1,2,2,0), (2,1,0,0), (0,0,1,1), (0,0,2,1)]
    >>> space.coordinates(hidden_card_by_property([space.card(c) for c in left]))
    (2, 2, 2, 2)
    """
    space = space_of(leftover, dimension)
    cards = _hidden_leftover(leftover, space)
    columns = zip(*(space.coordinates(card) for card in cards), strict=True)
    return space.card(_lagging_value(Counter(column)) for column in columns)


def _lagging_value(numbers: Counter[int]) -> int:
    residues = [numbers[value] % 3 for value in range(3)]
    return next(v for v in range(3) if residues.count((residues[v] + 1) % 3) == 2)


def _hidden_leftover(leftover: Iterable[int], space: Space) -> tuple[int, ...]:
    cards = space.distinct(leftover)
    if len(cards) % 3 != 2:
        raise RuleError(f"{len(cards)} cards left: with one card hidden a game leaves 2, 5, 8, … cards; look again")
    return cards
