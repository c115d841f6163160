"""The game with random choice: the cards left at its end, by the rules alone, and its states in AG(3,3) up to symmetry.

A game is three things: the cards on the table, the cards not yet dealt, and the size that the table should have.

- To begin, as many cards are dealt as the table should have, or all there are.
- While the table has fewer and there are cards to deal, three are dealt (or the last one or two).
- A SET on the table is taken, each with the same probability. If there is none, three cards are dealt.
- Without a SET and without cards to deal the game is over.

This is the game of the experiment `endgame` with the choice `random` and the refill `standard`. A state has the cards
on the table, the cards not yet dealt, and a number of cards due: to be dealt, one by one, before a SET is looked for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations
from typing import SupportsInt

from setlab.geometry import Space
from setlab.reference.lines import cards_of, lines_in, mask_of
from setlab.reference.symmetry import least_image

Cards = frozenset[int]
Position = tuple[Cards, Cards]
Leftovers = dict[int, Fraction]


def exact_leftovers(dimension: int = 3, table: int = 12) -> Leftovers:
    """The probability of every number of cards left in a whole game; for at most nine cards in reasonable time.

    >>> exact_leftovers(2)
    {0: Fraction(1, 1)}
    """
    space = Space(dimension)
    undealt = frozenset(space.cards)
    first = _deals((frozenset(), undealt), min(table, len(undealt)))
    return _Recursion(space, table).mean(first)


def exact_leftovers_from(table: Iterable[int], undealt: Iterable[int], size: int = 12, dimension: int = 3) -> Leftovers:
    """The probability of every number of cards left, from a table and cards not yet dealt.

    >>> exact_leftovers_from([0, 1, 2, 4], [8], size=3, dimension=2)
    {2: Fraction(1, 1)}
    """
    return _Recursion(Space(dimension), size).leftovers((frozenset(table), frozenset(undealt)))


class _Recursion:
    """The leftovers of a position from those of the positions that follow it; each is computed once."""

    def __init__(self, space: Space, size: int) -> None:
        self.space, self.size = space, size
        self.known: dict[Position, Leftovers] = {}

    def leftovers(self, position: Position) -> Leftovers:
        if position not in self.known:
            after = self.after(position)
            self.known[position] = self.mean(after) if after else {len(position[0]): Fraction(1)}
        return self.known[position]

    def mean(self, positions: list[Position]) -> Leftovers:
        total: dict[int, Fraction] = defaultdict(Fraction)
        for position in positions:
            for left, probability in self.leftovers(position).items():
                total[left] += probability
        return {left: total[left] / len(positions) for left in sorted(total)}

    def after(self, position: Position) -> list[Position]:
        """The positions that can follow, all equally likely; none when the game is over."""
        table, undealt = position
        if undealt and len(table) < self.size:
            return _deals(position, 3)
        if sets := self.space.sets(sorted(table)):
            return [(table.difference(taken), undealt) for taken in sets]
        return _deals(position, 3) if undealt else []


def _deals(position: Position, number: int) -> list[Position]:
    table, undealt = position
    hands = combinations(sorted(undealt), min(number, len(undealt)))
    return [(table.union(hand), undealt.difference(hand)) for hand in hands]


TABLE, UNDEALT = 1, 2
CARDS_DEALT = 3
SPACE = Space(3)

State = tuple[int, int, int]
"""The masks of the table and of the undealt cards, and the number of cards due."""


def canonical_positions(tables: Iterable[SupportsInt], undealts: Iterable[SupportsInt]) -> tuple[list[int], list[int]]:
    """Of all images of a position under AGL(3,3) a fixed one: tables and undealt cards.

    >>> canonical_positions([1 << 5], [1 << 7])
    ([1], [2])
    """
    pairs = zip(tables, undealts, strict=True)
    images = [canonical_position(int(table), int(undealt)) for table, undealt in pairs]
    return [table for table, _ in images], [undealt for _, undealt in images]


@cache
def canonical_position(table: int, undealt: int) -> tuple[int, int]:
    """The position that stands for all images of this one: the least in standard position.

    >>> canonical_position(1 << 5, 1 << 7)
    (1, 2)
    """
    colours = dict.fromkeys(cards_of(table), TABLE) | dict.fromkeys(cards_of(undealt), UNDEALT)
    image, _ = least_image(colours, SPACE)
    lying, waiting = (
        mask_of(card for card, found in enumerate(image) if found == colour) for colour in (TABLE, UNDEALT)
    )
    return lying, waiting


def game_graph(*, table: int, undealt: int, due: int, size: int) -> dict[str, list[int]]:
    """The states that a game in AG(3,3) with `size` cards on the table can reach, up to symmetry.

    >>> game_graph(table=0b111, undealt=0, due=0, size=3)
    {'table': [7, 0], 'undealt': [0, 0], 'due': [0, 0], 'offsets': [0, 1, 1], 'children': [1], 'ways': [1]}
    """
    classes = [(*canonical_position(table, undealt), due)]
    number = {classes[0]: 0}
    ways: list[Counter[int]] = []
    for state in classes:  # which grows
        ways.append(Counter())
        for table, undealt, due in followers(state, size):
            follower = (*canonical_position(table, undealt), due)
            if follower not in number:
                number[follower] = len(classes)
                classes.append(follower)
            ways[-1][number[follower]] += 1
    return {
        "table": [state[0] for state in classes],
        "undealt": [state[1] for state in classes],
        "due": [state[2] for state in classes],
        "offsets": [0, *accumulate(map(len, ways))],
        "children": [child for row in ways for child in sorted(row)],
        "ways": [row[child] for row in ways for child in sorted(row)],
    }


def followers(state: State, size: int) -> Iterator[State]:
    """The states that can follow, all equally likely; cards are dealt one by one, and the others become due.

    >>> list(followers((0b111, 0b1000, 0), 3))
    [(0, 8, 0)]
    """
    table, undealt, due = state
    searched = due == 0 and (undealt == 0 or table.bit_count() >= size)
    sets = lines_in(table) if searched else []
    for line in sets:
        yield table - mask_of(line), undealt, 0
    if not sets:
        more = due or min(CARDS_DEALT, undealt.bit_count())
        for card in cards_of(undealt):
            yield table | 1 << card, undealt - (1 << card), more - 1
