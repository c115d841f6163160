"""UltraSETs in n cards: against collections one by one, against a second engine, and against the checker."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from setlab.counting import count_affine_maps
from setlab.errors import RuleError, SpecError
from setlab.exact.orbits import orbit_levels
from setlab.exact.ultrasets import (
    UltrasetTable,
    exact_no_ultraset,
    exact_ultrasets,
    in_the_others,
    ultraset_numbers,
)
from setlab.geometry import CardSet, k_flats
from setlab.geometry.batch import masks_of
from setlab.reference.lines import lines_in, mask_of, third, ultrasets_in
from tests.test_checkers import run


def by_pairs(cards: tuple[int, ...]) -> int:
    """The number of UltraSETs, from the pairs with each third card."""
    return sum(comb(pairs, 2) for pairs in Counter(third(*pair) for pair in combinations(cards, 2)).values())


@pytest.mark.parametrize(("cards", "dimension"), [(n, 2) for n in range(10)] + [(4, 3), (24, 3)])
def test_the_distribution_is_that_of_all_collections(cards: int, dimension: int) -> None:
    counted = Counter(by_pairs(some) for some in combinations(range(3**dimension), cards))
    assert exact_ultrasets(cards, dimension).counts == counted


def test_pairs_with_the_same_third_card_are_the_ultrasets() -> None:
    for cards in combinations(range(27), 5):
        if cards[0] == 0:
            assert by_pairs(cards) == len(ultrasets_in(mask_of(cards)))


@pytest.mark.parametrize("cards", range(13))
def test_two_engines_agree_on_the_collections_without_one(cards: int) -> None:
    assert exact_ultrasets(cards).counts.get(0, 0) == exact_no_ultraset().counts[cards]


def test_the_deck_has_its_ultrasets() -> None:
    for dimension in (2, 3, 4):
        assert exact_ultrasets(3**dimension, dimension).counts == {ultraset_numbers(dimension).all: 1}


def test_the_other_cards_have_the_number_of_the_formula() -> None:
    for cards in combinations(range(9), 3):
        others = tuple(card for card in range(9) if card not in cards)
        assert by_pairs(others) == in_the_others(3, len(lines_in(mask_of(cards))), by_pairs(cards), 2)


def test_a_wrong_table_is_refused() -> None:
    right = exact_ultrasets(5)
    assert right.check() is right
    for counts in ({0: right.total}, {**right.counts, 3: 84239}, {**right.counts, 0: right.counts[0] + 1}):
        with pytest.raises(RuleError, match="the UltraSETs of 5 cards have total, mean, variance"):
            UltrasetTable(4, 5, counts).check()


def test_nine_cards_without_four_in_a_plane_are_alike() -> None:
    """The eleven points of the ternary Golay code in PG(4,3), less the two in a hyperplane: 7920 / 55 symmetries."""
    *_, nine = orbit_levels(4, "ultraset-free")
    (mask,) = masks_of(nine.without_sets().masks)
    cards = CardSet.from_mask(mask, 4)
    assert nine.without_sets().total == count_affine_maps(4) // 144
    assert max(len(cards & plane) for plane in k_flats(2, cards.space)) == 3
    sizes = Counter(len(cards & solid) for solid in k_flats(3, cards.space))
    assert sizes == {1: 18, 2: 36, 3: 12, 4: 36, 5: 18}


def test_the_probability_without_one() -> None:
    table = exact_no_ultraset()
    assert [table.probability(n) for n in (3, 4, 10)] == [1, Fraction(76, 79), 0]
    assert (table.largest, table.largest_no_planet) == (9, 9)


def test_the_checker_counts_the_same() -> None:
    printed = run("ultrasets.py")
    found = {
        (int(n), what): int(count) for n, what, count in re.findall(r"(\d+) cards of 81 without (.*): (\d+)", printed)
    }
    table = exact_no_ultraset()
    assert found == {
        (n, what): counts[n]
        for n in (8, 9)
        for what, counts in (("an UltraSET", table.counts), ("four cards in a plane", table.no_planet))
    }
    assert "ten cards always have one" in printed


def test_what_is_not_counted_is_refused() -> None:
    with pytest.raises(SpecError, match="choose 0 to 14 or 67 to 81 cards"):
        exact_ultrasets(15)
    with pytest.raises(SpecError, match="2 to 4 dimensions, not in 5"):
        exact_no_ultraset(5)
