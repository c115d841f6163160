"""Partitions of cards into SETs: all of them, or how many (rule (vi) of Forbes & Forbes)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from setlab.errors import SpecError
from setlab.geometry import CardSet
from setlab.solitaire.game.state import DECK, Line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Partition = tuple[Line, ...]

MOST_CARDS = 39
"""With 39 cards there are at most 247 SETs, which fit into four words of the core."""


def partitions(cards: Iterable[int], most: int = 1_000_000) -> list[Partition]:
    """All partitions of the cards into SETs, in lexicographic order; at most `most` of them are asked for.

    >>> partitions(range(9))[0]
    ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    >>> len(partitions(range(18)))
    16
    """
    from setlab import _core

    collection = _checked(cards)
    found = _core.solitaire_partitions(*_words(collection), most + 1)
    if len(found) > most:
        raise SpecError(f"there are more than {most} partitions: raise `most`, or count them")
    return sorted(tuple((int(a), int(b), int(c)) for a, b, c in rows) for rows in _sorted(found))


def count_partitions(cards: Iterable[int]) -> int:
    """The number of partitions of the cards into SETs.

    >>> count_partitions(range(9)), count_partitions(range(27)), count_partitions([0, 1, 2, 3])
    (4, 17641, 0)
    """
    from setlab import _core

    return _core.solitaire_count_partitions(*_words(_checked(cards)))


def partitions_plainly(cards: Iterable[int]) -> Iterator[Partition]:
    """All partitions by the definition: the smallest card is in some SET, and the others are partitioned.

    >>> sum(1 for partition in partitions_plainly(range(9)))
    4
    """
    left = sorted(cards)
    if not left:
        yield ()
        return
    first, others = left[0], set(left[1:])
    for second in left[1:]:
        third = DECK.third(first, second)
        if second < third and third in others:
            for rest in partitions_plainly(others - {second, third}):
                yield ((first, second, third), *rest)


def partitions_thinned(ranked: Sequence[int], each: int, depth: int = 5) -> Iterator[Partition]:
    """One in `each` of the branches at some depth of the core's search; a branch stands for its neighbours.

    The card with the fewest SETs left is covered first (of equal ones the first in the list), by its SETs in order.

    >>> [sum(1 for partition in partitions_thinned(range(18), each)) for each in (1, 2)]
    [16, 8]
    """
    rank = {card: place for place, card in enumerate(ranked)}
    lines = sorted(tuple(sorted(rank[card] for card in line)) for line in CardSet(ranked).lines())
    branches = 0

    def search(left: frozenset[int], open_lines: list[tuple[int, ...]], chosen: Partition) -> Iterator[Partition]:
        nonlocal branches
        if not left:
            yield chosen
            return
        if len(chosen) == depth:
            branches += 1
            if (branches - 1) % each:
                return
        through = {place: [line for line in open_lines if place in line] for place in sorted(left)}
        for line in min(through.values(), key=len):
            a, b, c = sorted(ranked[place] for place in line)
            still_open = [other for other in open_lines if not set(other) & set(line)]
            yield from search(left.difference(line), still_open, (*chosen, (a, b, c)))

    yield from search(frozenset(range(len(ranked))), lines, ())


def _checked(cards: Iterable[int]) -> CardSet:
    collection = CardSet(DECK.distinct(cards))
    if len(collection) > MOST_CARDS:
        raise SpecError(f"{len(collection)} cards are too many to partition here: give at most {MOST_CARDS}")
    return collection


def _words(cards: CardSet) -> tuple[int, int]:
    return cards.mask & (1 << 64) - 1, cards.mask >> 64


def _sorted(found: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The SETs of every partition in ascending order; the core gives their cards in ascending order."""
    import numpy as np

    rank = found[:, :, 0].argsort(axis=1)
    return np.take_along_axis(found, rank[:, :, None], axis=1)
