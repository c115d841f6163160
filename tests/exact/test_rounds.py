"""No SET at the second search of a game: the sum over caps against the definition, table by table and deal by deal."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from setlab.errors import SpecError
from setlab.exact import exact_no_set, exact_orbits, second_search
from setlab.exact.rounds import SecondSearch
from setlab.geometry import Space


def by_definition(table: int, dimension: int) -> SecondSearch:
    """Every first table up to symmetry, every SET that may be taken from it, and every deal of three cards."""
    space = Space(dimension)
    lines = [frozenset(map(int, line)) for line in space.lines()]
    deals = comb(len(space) - table, 3)
    first = second = both = Fraction(0)
    for orbit in exact_orbits(table, dimension):
        cards = frozenset(map(int, orbit.representative))
        sets = [line for line in lines if line <= cards]
        for taken in sets or [frozenset()]:
            for dealt in combinations(sorted(set(range(len(space))) - cards), 3):
                left = cards - taken | frozenset(dealt)
                if not any(line <= left for line in lines):
                    probability = Fraction(orbit.size, comb(len(space), table) * deals * max(1, len(sets)))
                    second += probability
                    both += 0 if sets else probability
        first += 0 if sets else Fraction(orbit.size, comb(len(space), table))
    return SecondSearch(dimension, table, first, second, both)


@pytest.mark.parametrize(("table", "dimension"), [(3, 2), (4, 2), (5, 2), (6, 2), (3, 3), (4, 3), (5, 3), (7, 3)])
def test_the_sum_over_caps_is_the_definition(table: int, dimension: int) -> None:
    assert second_search(table, dimension) == by_definition(table, dimension)


@pytest.mark.parametrize("table", [8, pytest.param(12, marks=pytest.mark.full)])
def test_the_usual_deck(table: int) -> None:
    found, caps = second_search(table), exact_no_set()
    assert found.first == caps.probability(table)
    assert found.after_none is not None
    assert found.after_none * found.first == found.both == caps.probability(table + 3)
    assert found.second == found.first * found.after_none + (1 - found.first) * found.after_a_set


def test_three_cards_of_the_usual_deck() -> None:
    found = second_search(3)
    disjoint = 1080 - 1 - 3 * 39  # the SETs that do not meet a given one
    assert found.after_a_set == 1 - Fraction(disjoint, comb(78, 3))


def test_a_first_table_that_always_has_a_set() -> None:
    found = second_search(10, 3)
    assert found.first == found.both == 0
    assert found.after_none is None
    assert found.second == found.after_a_set == 0


@pytest.mark.parametrize(("table", "dimension"), [(2, 4), (13, 4), (7, 2), (12, 5)])
def test_what_is_not_counted_is_refused(table: int, dimension: int) -> None:
    with pytest.raises(SpecError, match=r"choose 3 to|dimension 2, 3 and 4"):
        second_search(table, dimension)
