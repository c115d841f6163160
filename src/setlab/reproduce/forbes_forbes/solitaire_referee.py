"""An independent referee for solitaire, written from the printed rules without `setlab.rules` or `setlab.solitaire`.

A card is a vector of four digits. Games and positions that the engines report are replayed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, product

Card = tuple[int, ...]
Cards = frozenset[Card]

DECK: tuple[Card, ...] = tuple(product(range(3), repeat=4))
FULL_TABLE = 12


@dataclass(frozen=True)
class Stage:
    """The cards on the table when the player moves, the SETs among them, and the undealt cards in order."""

    table: Cards
    sets: tuple[Cards, ...]
    undealt: tuple[Card, ...]


def vector(number: int) -> Card:
    """The card with the number N.

    >>> vector(80), vector(5)
    ((2, 2, 2, 2), (0, 0, 1, 2))
    """
    return tuple(number // 3**place % 3 for place in (3, 2, 1, 0))


def vectors(numbers: Sequence[int]) -> Cards:
    """The cards with the numbers N."""
    return frozenset(map(vector, numbers))


def third(x: Card, y: Card) -> Card:
    """The third card of a SET: the three cards sum to zero modulo 3.

    >>> third((0, 1, 1, 0), (0, 2, 1, 0))
    (0, 0, 1, 0)
    """
    return tuple(-(a + b) % 3 for a, b in zip(x, y, strict=True))


@cache
def sets_of(table: Cards) -> tuple[Cards, ...]:
    """The SETs on a table, each once."""
    pairs = ((x, y, third(x, y)) for x, y in combinations(sorted(table), 2))
    return tuple(frozenset((x, y, z)) for x, y, z in pairs if z in table and y < z)


def play(order: Sequence[Card], choose: Callable[[Stage], Cards]) -> Iterator[Stage]:
    """The stages of a game at which the player moves, and the final stage.

    If there is no SET, three cards are dealt. After a SET is taken, the table is replenished to 12 cards.
    """
    assert sorted(order) == sorted(DECK), "not a deck"
    table, rest = frozenset(order[:FULL_TABLE]), tuple(order[FULL_TABLE:])
    while True:
        while rest and (len(table) < FULL_TABLE or not sets_of(table)):
            table, rest = table | set(rest[:3]), rest[3:]
        stage = Stage(table, sets_of(table), rest)
        yield stage
        if not stage.sets:
            return
        chosen = choose(stage)
        assert chosen in stage.sets, f"{sorted(chosen)} is not on the table"
        table -= chosen


def replay(order: Sequence[Card], moves: Sequence[Cards]) -> Iterator[Stage]:
    """The stages of a game in which the given SETs are taken, up to the stage after the last of them."""
    left = iter(moves)
    yield from islice(play(order, lambda stage: next(left)), len(moves) + 1)


@cache
def best_value(table: Cards, undealt: Cards) -> Fraction:
    """The probability of clearing the table with best play, if all orders of the undealt cards are equally likely.

    Every SET and every deal is tried at every turn, so this is feasible for few undealt cards only. Without undealt
    cards the table can be cleared if and only if it has a partition.

    >>> line = frozenset({(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 2)})
    >>> best_value(line, frozenset()), best_value(line - {(0, 0, 0, 2)}, frozenset())
    (Fraction(1, 1), Fraction(0, 1))
    """
    if not undealt:
        return Fraction(next(partitions(table), None) is not None)
    lines = sets_of(table)
    if not lines:
        return _mean_value(table, undealt)
    return max(_refilled(table - line, undealt) for line in lines)


def _refilled(table: Cards, undealt: Cards) -> Fraction:
    return _mean_value(table, undealt) if undealt and len(table) < FULL_TABLE else best_value(table, undealt)


def _mean_value(table: Cards, undealt: Cards) -> Fraction:
    values = [best_value(table | set(deal), undealt - set(deal)) for deal in combinations(sorted(undealt), 3)]
    return sum(values, Fraction(0)) / len(values)


def partitions(cards: Cards) -> Iterator[tuple[Cards, ...]]:
    """All partitions of cards into SETs, by recursion over the SETs with the first card."""
    if not cards:
        yield ()
        return
    first = min(cards)
    for second in sorted(cards - {first}):
        last = third(first, second)
        if second < last and last in cards:
            line = frozenset((first, second, last))
            for rest in partitions(cards - line):
                yield (line, *rest)
