"""Exact moments of the number of SETs and planes, by all deals of small decks and by identities."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.counting import (
    count_deals,
    count_flats,
    count_sets,
    mean_flats,
    probability_of_set,
    split_by_deal,
    variance_flats,
)
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.geometry import CardSet, Space, k_flats


def moments(numbers: list[int]) -> tuple[Fraction, Fraction]:
    mean = Fraction(sum(numbers), len(numbers))
    return mean, Fraction(sum(x * x for x in numbers), len(numbers)) - mean**2


@pytest.mark.parametrize("cards", range(10))
def test_sets_in_all_deals_of_the_nine_card_deck(cards: int) -> None:
    space = Space(2)
    numbers = [len(space.sets(deal)) for deal in combinations(space, cards)]
    assert moments(numbers) == (mean_flats(cards, dimension=2), variance_flats(cards, dimension=2))


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_sets_in_all_deals_of_the_27_card_deck(cards: int) -> None:
    space = Space(3)
    lines = [sum(1 << card for card in line) for line in space.lines()]
    masks = [sum(1 << card for card in deal) for deal in combinations(space, cards)]
    numbers = [sum(mask & line == line for line in lines) for mask in masks]
    assert moments(numbers) == (mean_flats(cards, dimension=3), variance_flats(cards, dimension=3))


@pytest.mark.parametrize("k", [0, 1, 2])
def test_second_moment_by_all_pairs_of_flats(k: int) -> None:
    """In AG(3,3) for every n: the sum over pairs of flats of the probability that their union is dealt."""
    space = Space(3)
    masks = [flat.mask for flat in k_flats(k, space)]
    unions = [(one | other).bit_count() for one in masks for other in masks]
    for cards in range(28):
        square = sum(Fraction(comb(27 - u, cards - u), comb(27, cards)) for u in unions if u <= cards)
        mean = sum(Fraction(comb(27 - 3**k, cards - 3**k), comb(27, cards)) for _ in masks if 3**k <= cards)
        assert mean_flats(cards, k, 3) == mean
        assert variance_flats(cards, k, 3) == square - mean**2


def test_moments_of_the_deck() -> None:
    assert mean_flats(12) == Fraction(220, 79)
    assert mean_flats(81) == 1080
    assert mean_flats(81, 2) == 1170
    for cards in (0, 1, 2, 79, 80, 81):
        assert variance_flats(cards) == 0, "the standard deviation is 0 at both ends (section 8.1.3)"
    largest = max(variance_flats(cards) for cards in range(82))
    assert [c for c in range(82) if variance_flats(c) == largest] == [40, 41], "half the deck, as 8.1.3 says"


@pytest.mark.parametrize("d", [2, 3, 4])
def test_variance_is_symmetric_where_the_split_says_so(d: int) -> None:
    """SETs inside + SETs outside is fixed, so that both have the same variance."""
    for cards in range(3**d + 1):
        assert variance_flats(cards, dimension=d) == variance_flats(3**d - cards, dimension=d)
        inside_and_outside = mean_flats(cards, dimension=d) + mean_flats(3**d - cards, dimension=d)
        assert inside_and_outside == count_sets(d) - cards * (3**d - 1) // 2 + comb(cards, 2)


def test_probability_of_a_set() -> None:
    for d in range(2, 9):
        assert probability_of_set(d) == Fraction(1, 3**d - 2) == mean_flats(3, dimension=d)
    assert probability_of_set(1) == 1
    assert probability_of_set(4, 2) == 1, "any two cards"


def test_deals() -> None:
    assert count_deals() == comb(81, 12) == 70_724_320_184_700
    assert count_deals(21) == comb(81, 21)
    assert f"{count_deals(21):.2e}" == "1.36e+19", "section 8.0.1"


@given(st.integers(1, 4).flatmap(lambda d: st.tuples(st.just(d), st.sets(st.integers(0, 3**d - 1)))))
def test_split_of_all_sets_by_a_collection(case: tuple[int, set[int]]) -> None:
    d, cards = case
    space = Space(d)
    parts = [sum(card in cards for card in line) for line in space.lines()]
    split = split_by_deal(len(cards), parts.count(3), d)
    assert (split.three, split.two, split.one, split.none) == tuple(parts.count(i) for i in (3, 2, 1, 0))
    assert split.none == len(CardSet(cards, space).complement().lines())


def test_planes_are_counted_as_sets_are() -> None:
    """A sample of 400 deals of 40 cards; 6 standard errors of the mean (a fixed seed: it always passes)."""
    planes = [flat.mask for flat in k_flats(2)]
    draws, numbers = Draws(7), []
    for trial in range(400):
        deck = list(range(81))
        for i in range(40):
            j = i + draws.below(trial, i, 81 - i)
            deck[i], deck[j] = deck[j], deck[i]
        mask = sum(1 << card for card in deck[:40])
        numbers.append(sum(mask & plane == plane for plane in planes))
    mean, _ = moments(numbers)
    assert abs(float(mean - mean_flats(40, 2))) < 6 * (float(variance_flats(40, 2)) / 400) ** 0.5
    assert count_flats(2) == len(planes)


def test_what_cannot_be_dealt() -> None:
    with pytest.raises(SpecError, match="82 cards cannot be dealt: the deck has 81"):
        mean_flats(82)
    with pytest.raises(SpecError, match="cannot be dealt"):
        count_deals(-1)
    with pytest.raises(SpecError, match="cannot hold"):
        split_by_deal(3, 2)
