"""Decks of n^d cards, and "all the same or all different"."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.counting import count_sets, count_sets_by_shared
from setlab.errors import CardError, SpecError
from setlab.geometry import Deck, Pattern, without_reuse


def is_set_as_in_the_thesis(cards: tuple[tuple[int, ...], ...], n: int) -> bool:
    """isSet of the appendix of Abrahamsen & Eriksen, for any n: a reference that knows nothing of `Deck`."""
    return all(len(set(column)) in (1, n) for column in zip(*cards, strict=True)) and len(set(cards)) == n


decks = st.builds(Deck, st.integers(1, 4), st.integers(2, 5))


@given(decks.flatmap(lambda deck: st.tuples(st.just(deck), st.integers(0, len(deck) - 1))))
def test_coordinates_round_trip(case: tuple[Deck, int]) -> None:
    deck, card = case
    assert deck.card(deck.coordinates(card)) == card


@pytest.mark.parametrize(("d", "n"), [(1, 2), (2, 2), (4, 2), (1, 3), (2, 3), (3, 3), (1, 4), (2, 4), (1, 5)])
def test_sets_of_the_whole_deck_are_those_of_the_thesis_program(d: int, n: int) -> None:
    deck = Deck(d, n)
    cards = [deck.coordinates(card) for card in deck]
    expected = [c for c in combinations(range(len(deck)), n) if is_set_as_in_the_thesis(tuple(cards[i] for i in c), n)]
    assert deck.sets(deck) == expected
    assert len(expected) == count_sets(d, n)


@given(
    st.sampled_from([(2, 3), (3, 3), (2, 4), (3, 4), (2, 5), (5, 2)]).flatmap(
        lambda dn: st.tuples(st.just(Deck(*dn)), st.lists(st.integers(0, dn[1] ** dn[0] - 1), unique=True, max_size=11))
    )
)
def test_sets_of_a_collection(case: tuple[Deck, list[int]]) -> None:
    deck, cards = case
    assert deck.sets(cards) == [c for c in combinations(cards, deck.n) if deck.is_set(c)]


@given(st.lists(st.integers(0, 80), unique=True, max_size=20))
def test_without_reuse_is_the_greedy_reduction_of_the_thesis(cards: list[int]) -> None:
    deck, used, expected = Deck(), set[int](), []
    for triple in combinations(cards, 3):
        if used.isdisjoint(triple) and deck.is_set(triple):
            used.update(triple)
            expected.append(triple)
    assert deck.sets_without_reuse(cards) == expected
    left = [card for card in cards if card not in used]
    assert deck.sets(left) == [], "what is left cannot be reduced further"


def test_sets_by_shared_properties_are_counted_by_the_patterns() -> None:
    for d, n in [(4, 3), (3, 3), (5, 2), (3, 4), (2, 5)]:
        deck = Deck(d, n)
        shared = [deck.patterns(cards).count(Pattern.SAME) for cards in deck.sets(deck)]
        assert {x: shared.count(x) for x in range(d)} == count_sets_by_shared(d, n)


def test_three_times_the_same_card_is_not_a_set() -> None:
    deck = Deck(4, 3)
    assert not any(deck.is_set((card, card, card)) for card in deck)
    assert not deck.is_set((0, 1)), "two cards are not a SET of three"
    assert not deck.is_set((0, 1, 2, 3))


def test_verdict_of_two_equal_and_one_different() -> None:
    deck = Deck(2, 3)
    assert deck.patterns((0, 0, 1)) == (Pattern.SAME, Pattern.NEITHER)


@pytest.mark.parametrize(("d", "n"), [(0, 3), (9, 3), (40, 3), (-1, 3), (4, 1), (4, 10), (True, 3), (4.0, 3)])
def test_decks_that_are_not_there(d: int, n: int) -> None:
    with pytest.raises(SpecError, match="choose"):
        Deck(d, n)


def test_cards_that_are_not_there() -> None:
    deck = Deck(2, 3)
    for card in (-1, 9, "0", 1.0, None, True):
        assert card not in deck
        with pytest.raises(CardError, match="is not a card of a deck of 9"):
            deck.check(card)  # type: ignore[arg-type]
    with pytest.raises(CardError, match="there twice"):
        deck.sets([1, 2, 1])
    with pytest.raises(CardError, match="0 to 2"):
        deck.card((1, 3))
    with pytest.raises(CardError, match="has 3 coordinates"):
        deck.card((1, 1, 1))


def test_without_reuse_keeps_the_first() -> None:
    assert without_reuse([(1, 2, 3), (3, 4, 5), (4, 5, 6)]) == [(1, 2, 3), (4, 5, 6)]
