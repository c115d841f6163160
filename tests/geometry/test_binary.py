"""Quads and SETs of Projective SET: by their rules, by sums, and as the planes and lines of AG(d,2) and PG(d,2)."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.errors import CardError, RuleError, SpecError
from setlab.geometry import Deck, Pattern, ProjectiveDeck, QuadDeck, affine, projective
from setlab.geometry.binary import rank_of, sum_of

QUADS, DOTS = QuadDeck(), ProjectiveDeck()
quads_cards = st.sampled_from(QUADS.cards)


def follows_the_rule(column: tuple[int, ...]) -> bool:
    """All the same, all different, or two and two, as the rules of EvenQuads say it."""
    return len(set(column)) in (1, 4) or (len(set(column)) == 2 and column.count(column[0]) == 2)


@given(st.lists(quads_cards, min_size=4, max_size=4, unique=True))
def test_a_quad_is_what_the_rules_say(cards: list[int]) -> None:
    columns = zip(*map(QUADS.coordinates, cards), strict=True)
    assert QUADS.is_set(cards) == all(map(follows_the_rule, columns))
    assert QUADS.is_set(cards) == (Pattern.NEITHER not in QUADS.patterns(cards)) == (sum_of(cards) == 0)


@given(st.lists(quads_cards, min_size=3, max_size=3, unique=True))
def test_three_cards_have_one_fourth(cards: list[int]) -> None:
    assert [last for last in QUADS if QUADS.is_set([*cards, last])] == [QUADS.complete(cards)]


@given(st.permutations(range(16)), st.integers(0, 16))
def test_quads_are_found_in_the_order_of_the_cards(order: list[int], n: int) -> None:
    deck, cards = QuadDeck(2), order[:n]
    assert deck.sets(cards) == [four for four in combinations(cards, 4) if deck.is_set(four)]


def test_quads_are_the_planes_of_the_affine_space() -> None:
    assert tuple(QuadDeck(2).sets(range(16))) == affine(4, 2, 2).blocks
    assert {frozenset(quad) for quad in QUADS.sets(QUADS)} == set(map(frozenset, affine(6, 2, 2).blocks))


def test_small_sets_with_dots_are_the_lines_of_the_projective_space() -> None:
    lines = {frozenset(point + 1 for point in line) for line in projective(3, 2).blocks}
    assert {frozenset(three) for three in combinations(ProjectiveDeck(4), 3) if sum_of(three) == 0} == lines
    assert all(ProjectiveDeck(4).is_set(line) for line in lines)


@given(st.lists(st.sampled_from(DOTS.cards), max_size=9, unique=True))
def test_sets_with_dots_are_all_collections_with_even_dots(cards: list[int]) -> None:
    parts = chain.from_iterable(combinations(cards, k) for k in range(3, len(cards) + 1))
    even = [part for part in parts if all(sum(dot in DOTS.dots(c) for c in part) % 2 == 0 for dot in range(1, 7))]
    assert DOTS.sets(cards) == even
    assert DOTS.count_sets(cards) == len(even) == 2 ** (len(cards) - rank_of(cards)) - 1
    assert all(set(DOTS.patterns(part)) == {Pattern.EVEN} for part in even)


@given(st.lists(st.sampled_from(DOTS.cards), min_size=7, max_size=7, unique=True))
def test_seven_cards_hold_a_set(cards: list[int]) -> None:
    assert DOTS.sets(cards)


def test_all_cards_together_have_the_sum_zero() -> None:
    assert sum_of(QUADS) == sum_of(DOTS) == 0


def test_the_decks_differ_from_those_of_set() -> None:
    assert QuadDeck() != Deck(3, 4)
    assert len(DOTS) == 63
    assert 0 not in DOTS
    assert list(DOTS) == list(range(1, 64))
    assert Deck(3, 4).is_set([0, 1, 16, 17]) is False
    assert QUADS.is_set([0, 1, 16, 17])


def test_what_is_refused() -> None:
    with pytest.raises(CardError, match="0 is not a card of a deck of 63 with dots"):
        DOTS.is_set([0, 1, 1])
    with pytest.raises(RuleError, match="2\\^57 − 1 SETs, too many to list"):
        DOTS.sets(DOTS)
    with pytest.raises(RuleError, match="2 cards given where 3 are needed"):
        QUADS.complete([0, 1])
    with pytest.raises(SpecError, match="make no deck of quads"):
        QuadDeck(9)
    with pytest.raises(SpecError, match="1 dots make no deck"):
        ProjectiveDeck(1)
    with pytest.raises(RuleError, match="a table has the rules of SET"):
        QUADS.deal(3)
