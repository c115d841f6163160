"""Partitions of cards into SETs: by the definition, and in the order in which the engine finds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from setlab.geometry import CardSet
from setlab.reference.solitaire_position import sets_of
from setlab.solitaire.game import DECK, Partition


def solitaire_count_partitions(low: int, high: int) -> int:
    """The number of partitions into SETs of the cards whose bits are set in two words of 64 bits.

    >>> solitaire_count_partitions(0b111_111_111, 0)
    4
    """
    return sum(1 for _ in partitions_of(_cards(low, high)))


def solitaire_partitions(low: int, high: int, most: int) -> list[list[list[int]]]:
    """The first `most` partitions in the order of the engine's search.

    >>> solitaire_partitions(0b111_111, 0, most=5)
    [[[0, 1, 2], [3, 4, 5]]]
    """
    found = islice(partitions_searched(_cards(low, high)), most)
    return [[list(line) for line in partition] for partition in found]


def partitions_of(cards: Iterable[int]) -> Iterator[Partition]:
    """All partitions, in lexicographic order: the smallest card is in some SET, and the other cards are partitioned.

    >>> [len(partition) for partition in partitions_of(range(9))]
    [3, 3, 3, 3]
    """
    left = sorted(cards)
    if not left:
        yield ()
        return
    first, others = left[0], set(left[1:])
    for second in left[1:]:
        third = DECK.third(first, second)
        if second < third and third in others:
            for rest in partitions_of(others - {second, third}):
                yield ((first, second, third), *rest)


def partitions_searched(ranked: Sequence[int], each: int = 1, depth: int = 5) -> Iterator[Partition]:
    """The partitions in the order of the engine's search, or one in `each` of the branches at some depth.

    The card with the fewest open SETs is covered first (among equals, the first in the list), by each of its SETs in
    turn. Neighbouring branches are alike, so that one branch can stand for `each`.

    >>> [sum(1 for partition in partitions_searched(range(18), each)) for each in (1, 2)]
    [16, 8]
    """
    rank = {card: place for place, card in enumerate(ranked)}
    lines = sorted(tuple(sorted(rank[card] for card in line)) for line in sets_of(ranked))
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


def _cards(low: int, high: int) -> list[int]:
    return sorted(CardSet.from_mask(low | high << 64))
