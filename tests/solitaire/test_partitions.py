"""Partitions into SETs, against the definition and against what is known of flats."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab import _core
from setlab.errors import CardError, SpecError
from setlab.geometry import Space
from setlab.reference.solitaire import partitions_of
from setlab.solitaire import Shuffle, count_partitions, partitions
from setlab.solitaire.strategies import core_moves

cards = st.sets(st.integers(min_value=0, max_value=80), max_size=21)


@given(cards)
def test_the_engine_finds_the_partitions_of_the_definition(some: set[int]) -> None:
    assert partitions(some) == list(partitions_of(some))


@given(st.integers(min_value=0, max_value=10**6), st.integers(min_value=1, max_value=8))
def test_unions_of_disjoint_sets_have_partitions(game: int, number: int) -> None:
    """Cards that are dealt together as SETs: their own partition is among those found."""
    left, lines = list(Shuffle.of(1, game).order), []
    for _ in range(number):
        a = left.pop()
        b = next(b for b in left if Space(4).third(a, b) in left)
        lines.append(tuple(sorted((a, b, Space(4).third(a, b)))))
        left = [card for card in left if card not in lines[-1]]
    found = partitions(card for line in lines for card in line)
    assert tuple(sorted(lines)) in found
    assert len(found) == len(set(found)) == count_partitions(card for line in lines for card in line)


@cache
def count_remembering(cards: frozenset[int]) -> int:
    """The number of partitions, by remembering what was counted for parts: another way than the core's."""
    if not cards:
        return 1
    first = min(cards)
    lines = [(first, b, c) for _, b, c in Space(4).lines_through(first) if b in cards and c in cards]
    return sum(count_remembering(cards.difference(line)) for line in lines)


@pytest.mark.long
@pytest.mark.parametrize("isa", _core.isas())
def test_flats(isa: str) -> None:
    """A plane has one partition for each of its four directions."""
    assert _core.solitaire_count_partitions(0b111111111, 0, isa=isa) == 4
    assert _core.solitaire_count_partitions((1 << 27) - 1, 0, isa=isa) == count_remembering(frozenset(range(27)))


def left_after(turns: int, game: int) -> frozenset[int]:
    """What remains of a deck when SETs have been taken, so that there are partitions."""
    moves = core_moves("thrifty", 7, game, 1)[0]
    return frozenset(range(81)).difference(card for line in moves[:turns] for card in line)


def test_thirty_cards_are_counted_in_another_way() -> None:
    left = left_after(17, game=0)
    assert count_partitions(left) == count_remembering(left)


@pytest.mark.parametrize("turns", [14, 15, 16])
def test_every_partition_has_one_set_through_a_card(turns: int) -> None:
    """39, 36, 33 cards: the counts for the cards that are left when a SET through one card is gone add up."""
    left = left_after(turns, game=1)
    for first in (min(left), max(left)):
        lines = [line for line in Space(4).lines_through(first) if left.issuperset(line)]
        assert count_partitions(left) == sum(count_partitions(left.difference(line)) for line in lines) > 0


def test_bad_input() -> None:
    with pytest.raises(SpecError, match="42 cards are too many to partition here"):
        partitions(range(42))
    with pytest.raises(CardError):
        count_partitions([0, 0, 1])
    with pytest.raises(SpecError, match="more than 3 partitions"):
        partitions(range(9), most=3)
