"""The states of the game with random choice in AG(3,3), up to symmetry.

A state is the cards on the table, the cards not yet dealt, and a number of cards due: to be dealt before a SET is
looked for. `leftovers.py` has the rules; here three cards are dealt one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate
from typing import SupportsInt

from setlab.geometry import Space
from setlab.reference.lines import lines_in
from setlab.reference.masks import cards_of, mask_of
from setlab.reference.symmetry import least_image

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
