"""Steiner triple systems: their number by three independent methods, and anti-SET on them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setlab.antiset.solver import engine_for, solve
from setlab.antiset.steiner import LABELLED, System, cyclic_systems, first_system, is_isomorphic, random_system, systems
from setlab.errors import SpecError
from setlab.geometry.design import Design, affine, projective
from setlab.geometry.symmetry import automorphism_group, first_reflection

ORDERS = st.sampled_from([7, 9, 13, 15, 19, 21])


def system_of(design: Design) -> System:
    return System.of(design.points, design.blocks)


def count_labelled(v: int) -> int:
    """The number of systems on v points: the lowest pair that lies in no block gets one, in every possible way.

    The blocks through point 0 are fixed; all (v − 2)(v − 4) … 1 ways to pair the other points are alike.
    """
    pairs = list(combinations(range(v), 2))
    star = 1
    for factor in range(v - 2, 0, -2):
        star *= factor

    def count(covered: frozenset[tuple[int, int]], at: int) -> int:
        while at < len(pairs) and pairs[at] in covered:
            at += 1
        if at == len(pairs):
            return 1
        a, b = pairs[at]
        thirds = (c for c in range(b + 1, v) if (a, c) not in covered and (b, c) not in covered)
        return sum(count(covered | {(a, b), (a, c), (b, c)}, at) for c in thirds)

    through_0 = [(0, x, x + 1) for x in range(1, v, 2)]
    return star * count(frozenset(pair for block in through_0 for pair in combinations(block, 2)), 0)


@pytest.mark.parametrize(("v", "kinds"), [(3, 1), (7, 1), (9, 1), (13, 2)])
def test_all_systems_of_small_orders(v: int, kinds: int) -> None:
    found = systems(v)
    assert len(found) == kinds
    assert sum(factorial(v) // automorphism_group(design).order for design in found) == LABELLED[v]
    assert not any(is_isomorphic(system_of(a), system_of(b)) for a, b in combinations(found, 2))


@pytest.mark.parametrize("v", [3, 7, 9])
def test_the_number_of_labelled_systems_by_exhaustion(v: int) -> None:
    assert count_labelled(v) == LABELLED[v]


@pytest.mark.full
def test_the_number_of_labelled_systems_of_order_13_by_exhaustion() -> None:
    assert count_labelled(13) == LABELLED[13]


@pytest.mark.full
def test_the_80_systems_of_order_15() -> None:
    """The groups are those of the tables of Mathon and others 1983: 36 systems have none but the identity."""
    found = systems(15)
    assert len(found) == 80
    orders = [automorphism_group(design).order for design in found]
    assert sum(factorial(15) // order for order in orders) == LABELLED[15]
    assert orders == [system_of(design).group().order for design in found]
    assert Counter(orders)[1] == 36
    assert is_isomorphic(system_of(found[0]), system_of(projective(3, 2)))
    assert [system_of(design).count_paschs for design in found].count(0) == 1
    outcomes = [(solution.winner, solution.length) for solution in map(solve, found)]
    assert Counter(outcomes) == {("olivia", 7): 78, ("xavier", 6): 2}
    won = [design for design, outcome in zip(found, outcomes, strict=True) if outcome == ("xavier", 6)]
    assert [(automorphism_group(design).order, system_of(design).count_paschs) for design in won] == [
        (21, 14),
        (12, 17),
    ]


@pytest.mark.full
def test_the_two_systems_won_by_xavier_without_symmetry_and_without_pruning() -> None:
    """Every position that can be reached, 700,000 of each system, is valued; of those with such groups two are his."""
    values = []
    for design in (each for each in systems(15) if automorphism_group(each).order in (12, 21)):
        found = engine_for(design.points, design.blocks).reachable([], [], 10**7)
        assert found is not None
        values.append((automorphism_group(design).order, system_of(design).count_paschs, int(found[2][0])))
    round_6, round_7 = 15 + 1 - 12, -(15 + 1 - 13)
    assert [(order, paschs) for order, paschs, value in values if value == round_6] == [(21, 14), (12, 17)]
    assert [value for *_, value in values].count(round_7) == len(values) - 2 == 2


@pytest.mark.full
def test_no_system_of_order_13_or_15_has_a_reflection() -> None:
    assert not any(first_reflection(design) for v in (13, 15) for design in systems(v))


def test_systems_of_order_13_are_won_by_olivia() -> None:
    assert [(solution.winner, solution.length) for solution in map(solve, systems(13))] == [("olivia", 6)] * 2


@settings(max_examples=25)
@given(ORDERS, st.integers(0, 1000), st.data())
def test_relabelling_and_switching_keep_what_they_should(v: int, seed: int, data: st.DataObject) -> None:
    system = system_of(random_system(v, seed))
    map_ = data.draw(st.permutations(range(v)))
    moved = System.of(v, ([map_[point] for point in block] for block in system.blocks()))
    assert is_isomorphic(system, moved)
    a, b = data.draw(st.sampled_from(list(combinations(range(v), 2))))
    cycle = data.draw(st.sampled_from(list(system.cycles(a, b))))
    switched = system.switch(a, b, cycle)
    switched.design()  # is checked
    again = switched.switch(a, b, cycle)
    assert again.third == system.third
    assert sum(len(cycle) for cycle in system.cycles(a, b)) == v - 3


@settings(max_examples=5)
@given(st.sampled_from([7, 9, 13]), st.integers(0, 1000))
def test_groups_are_those_of_the_general_search(v: int, seed: int) -> None:
    design = random_system(v, seed)
    group = system_of(design).group()
    assert group.order == automorphism_group(design).order
    assert all(design.is_automorphism(map_) for map_ in group.generators)


@pytest.mark.parametrize(("v", "kinds"), [(7, 1), (13, 1), (19, 4)])
def test_cyclic_systems(v: int, kinds: int) -> None:
    found = cyclic_systems(v)
    assert len(found) == kinds
    shift = [(point + 1) % v for point in range(v)]
    assert all(design.is_automorphism(shift) for design in found)


@pytest.mark.parametrize("v", [3, 7, 9, 13, 15, 19, 21, 25, 27])
def test_constructions_give_systems(v: int) -> None:
    assert first_system(v).design().points == v


def test_geometries_are_recognised() -> None:
    assert is_isomorphic(first_system(7), system_of(projective(2, 2)))
    assert is_isomorphic(first_system(9), system_of(affine(2, 3)))
    assert system_of(projective(3, 2)).group().order == 20160
    assert system_of(affine(3, 3)).group().order == 303264
    assert system_of(projective(3, 2)).count_paschs == 105
    assert not is_isomorphic(first_system(9), first_system(7))


def test_orders_without_a_system_are_refused() -> None:
    with pytest.raises(SpecError, match="there is no Steiner triple system of order 8: choose one that is 1 or 3"):
        first_system(8)
    with pytest.raises(SpecError, match="order 11"):
        random_system(11, 0)
    with pytest.raises(SpecError, match="all systems of order 19 are not listed: choose one of 3, 7, 9, 13, 15"):
        systems(19)
    with pytest.raises(SpecError, match="15 is not; choose 7, 13, 19"):
        cyclic_systems(15)
