"""The rule of the game on tuples of values, in the words of the sources, without the geometry of the deck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from setlab.reproduce.judging import Check, check

Card = tuple[int, ...]


def all_cards(d: int = 4, values: Sequence[int] = range(3)) -> list[Card]:
    """All combinations of values.

    >>> len(all_cards()), all_cards(2, (1, 2))
    (81, [(1, 1), (1, 2), (2, 1), (2, 2)])
    """
    return list(product(values, repeat=d))


def triples(d: int = 4, values: Sequence[int] = range(3)) -> Iterator[tuple[Card, Card, Card]]:
    """All triples of different cards, 85,320 for the deck of 81."""
    return combinations(all_cards(d, values), 3)


def same_or_different(values: Iterable[int]) -> bool:
    """True if the values of a property on three cards are all the same or all different.

    >>> same_or_different([1, 1, 1]), same_or_different([0, 2, 1]), same_or_different([0, 0, 1])
    (True, True, False)
    """
    return len(set(values)) != 2


def follow_the_rule(cards: Sequence[Card]) -> bool:
    """True if three cards follow the rule of the game in every property.

    >>> follow_the_rule([(0, 1), (1, 1), (2, 1)]), follow_the_rule([(0, 1), (1, 1), (2, 2)])
    (True, False)
    """
    return all(map(same_or_different, zip(*cards, strict=True)))


def sum_to_zero(vectors: Iterable[Sequence[int]]) -> bool:
    """True if vectors sum to zero modulo 3.

    >>> sum_to_zero([(0, 1), (1, 1), (2, 1)]), sum_to_zero([(0, 1), (1, 1), (2, 2)])
    (True, False)
    """
    return all(sum(column) % 3 == 0 for column in zip(*vectors, strict=True))


def two_same_one_different(cards: Sequence[Card]) -> bool:
    """True if in some property two of three cards have the same value and one has another.

    >>> two_same_one_different([(0, 1), (1, 1), (2, 1)]), two_same_one_different([(0, 1), (1, 1), (2, 2)])
    (False, True)
    """
    return any(sorted(map(column.count, column)) == [1, 2, 2] for column in zip(*cards, strict=True))


def both_ways_agree() -> Check:
    """The definition of a SET and "two are the same and one is different" agree on every triple of cards."""
    return check(
        "both formulations define the same SETs",
        "all {} triples of cards",
        triples(),
        lambda cards: follow_the_rule(cards) != two_same_one_different(cards),
    )
