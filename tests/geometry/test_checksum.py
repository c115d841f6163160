"""The checksum of what is left, mistakes that cancel, the hidden card by both methods."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import CardError, RuleError
from setlab.geometry import Space, hidden_card, hidden_card_by_property, mistakes_cancel, read_leftover
from setlab.notation import NOTATIONS, find_notation

SPACE = Space(4)


def leftover_after(triples: list[tuple[int, ...]]) -> list[int]:
    taken = {card for triple in triples for card in triple}
    return [card for card in SPACE if card not in taken]


@given(st.permutations(range(81)))
def test_what_a_game_leaves_sums_to_zero(deck: list[int]) -> None:
    sets = SPACE.sets_without_reuse(deck[:30])
    report = read_leftover(leftover_after(sets))
    assert report.checksum == 0
    assert not report.mistake


@given(st.lists(st.integers(0, 80), min_size=3, max_size=3, unique=True))
def test_one_wrong_triple_is_always_shown(triple: list[int]) -> None:
    report = read_leftover(leftover_after([tuple(triple)]))
    assert report.mistake == (not SPACE.is_line(*triple))
    assert not mistakes_cancel([triple]), "one mistake cannot cancel itself"


def test_two_mistakes_can_cancel() -> None:
    """Section 6.2: non-SETs with the sums (0,1,0,0) and (0,2,0,0)."""
    one = tuple(SPACE.card(c) for c in [(0, 0, 0, 0), (1, 1, 0, 0), (2, 0, 0, 0)])
    two = tuple(SPACE.card(c) for c in [(0, 2, 1, 0), (1, 2, 1, 0), (2, 1, 1, 0)])
    assert SPACE.coordinates(SPACE.total(one)) == (0, 1, 0, 0)
    assert SPACE.coordinates(SPACE.total(two)) == (0, 2, 0, 0)
    assert read_leftover(leftover_after([one])).mistake
    assert read_leftover(leftover_after([two])).mistake
    assert not read_leftover(leftover_after([one, two])).mistake
    assert mistakes_cancel([one, two])
    assert mistakes_cancel([one, (0, 27, 54), two])
    assert not mistakes_cancel([(0, 27, 54)]), "a SET is no mistake"


def test_a_wrong_triple_has_every_other_sum_equally_often() -> None:
    """So that a second mistake cancels a first one once in 3^d − 1 times, as the documentation says."""
    space = Space(3)
    sums = Counter(space.total(triple) for triple in combinations(space, 3))
    assert sums.pop(0) == 117
    assert set(sums.values()) == {(2925 - 117) // 26}
    assert len(sums) == 26


@given(st.permutations(range(81)), st.integers(0, 12))
def test_hidden_card_by_both_methods(deck: list[int], number: int) -> None:
    """Any card hidden, any number of SETs taken from the other 80: what is left tells which it was."""
    hidden, *others = deck
    sets = SPACE.sets_without_reuse(others)[:number]
    taken = {card for line in sets for card in line}
    left = [card for card in others if card not in taken]
    assert hidden_card(left) == hidden_card_by_property(left) == hidden


def test_the_five_leftovers_of_the_thesis() -> None:
    left = [SPACE.card(c) for c in [(1, 1, 2, 2), (1, 2, 2, 0), (2, 1, 0, 0), (0, 0, 1, 1), (0, 0, 2, 1)]]
    assert SPACE.coordinates(SPACE.total(left)) == (1, 1, 1, 1)
    assert SPACE.coordinates(hidden_card(left)) == (2, 2, 2, 2)
    assert hidden_card_by_property(left) == hidden_card(left)
    assert find_notation("thesis").name(hidden_card(left)) == "2 red full worms"


@given(st.lists(st.integers(0, 80), unique=True, max_size=24), st.sampled_from(NOTATIONS))
def test_every_notation_tells_the_same(cards: list[int], name: str) -> None:
    """Notations differ by affine maps, so that a multiple of three cards sums to 0 in all or in none."""
    there = find_notation(name)
    again = [find_notation("thesis").convert(card, there) for card in cards]
    if len(cards) % 3 == 0:
        assert read_leftover(cards).mistake == read_leftover(again).mistake
    if len(cards) % 3 == 2:
        assert hidden_card(again) == find_notation("thesis").convert(hidden_card(cards), there)


def test_leftovers_that_cannot_be() -> None:
    assert read_leftover([0, 1]).reason.startswith("2 cards are left, not a multiple of 3")
    with pytest.raises(RuleError, match="leaves 2, 5, 8"):
        hidden_card([0, 1, 2])
    with pytest.raises(RuleError, match="leaves 2, 5, 8"):
        hidden_card_by_property([])
    with pytest.raises(CardError, match="twice"):
        hidden_card([0, 0])
