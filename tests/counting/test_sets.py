"""Cards and SETs counted by formula and by enumeration."""

from fractions import Fraction
from itertools import combinations

import pytest

from setlab.counting import (
    count_cards,
    count_sets,
    count_sets_by_shared,
    count_sets_through,
    count_sets_with_shared,
    sets_bound,
)
from setlab.errors import SpecError
from setlab.geometry import CardSet, Deck, k_flats


@pytest.mark.parametrize(
    ("d", "n"), [(1, 3), (2, 3), (3, 3), (4, 3), (1, 2), (3, 2), (4, 2), (2, 4), (3, 4), (2, 5), (1, 6)]
)
def test_sets_by_enumeration(d: int, n: int) -> None:
    deck = Deck(d, n)
    sets = deck.sets(deck)
    assert count_cards(d, n) == len(deck)
    assert count_sets(d, n) == len(sets) == sum(count_sets_by_shared(d, n).values())
    assert {sum(card in cards for cards in sets) for card in deck} == {count_sets_through(d, n)}


def test_the_figures_of_the_thesis() -> None:
    assert count_sets(4) == 1080
    assert count_sets(5) == 9801
    assert count_sets(4, 2) == 120
    assert count_cards(4, 4) == 256
    assert list(count_sets_by_shared(4).values()) == [216, 432, 324, 108]
    assert [Fraction(x, 1080) for x in count_sets_by_shared(4).values()] == [
        Fraction(2, 10), Fraction(4, 10), Fraction(3, 10), Fraction(1, 10),
    ]  # fmt: skip
    assert count_sets_through(4) == 40


def test_the_printed_general_formula_holds_for_four_properties_only() -> None:
    """Abrahamsen & Eriksen print 81 C(p,x) 2^(p−x) / 3!; with 3^p for 81 it sums to the number of SETs for every p."""
    from math import comb

    for p in range(1, 8):
        printed = [Fraction(81 * comb(p, x) * 2 ** (p - x), 6) for x in range(p)]
        corrected = [Fraction(3**p * comb(p, x) * 2 ** (p - x), 6) for x in range(p)]
        assert corrected == [count_sets_with_shared(x, p) for x in range(p)]
        assert sum(corrected) == count_sets(p)
        assert (printed == corrected) == (p == 4)


def test_the_bound_is_attained_by_flats_and_not_by_six_cards() -> None:
    for k in range(1, 5):
        flat = next(k_flats(k))
        assert len(flat.lines()) == sets_bound(3**k)
    assert sets_bound(6) == 5
    plane = next(k_flats(2))
    most = max(len(CardSet(six).lines()) for six in combinations(plane, 6))
    assert most == 3, "table 4"


def test_large_dimensions_are_exact() -> None:
    assert count_sets(100) == 3**99 * (3**100 - 1) // 2


@pytest.mark.parametrize("call", [lambda: count_cards(0), lambda: count_sets(4, 1), lambda: count_sets_with_shared(4)])
def test_what_cannot_be_counted(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(SpecError):
        call()
