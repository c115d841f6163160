"""Involutions: known ones and searched ones are automorphisms with the fixed points they should have."""

from __future__ import annotations

import pytest

from setlab.geometry.design import Design, find_design
from setlab.geometry.symmetry import (
    Permutation,
    automorphisms,
    first_reflection,
    free_involution,
    group_elements,
    reflection,
)


def fixed(map_: Permutation) -> list[int]:
    assert all(map_[map_[x]] == x for x in range(len(map_)))
    return [x for x, y in enumerate(map_) if x == y]


def anonymous(name: str) -> Design:
    """The same design without its name, so that it has to be searched."""
    known = find_design(name)
    return Design(known.points, known.blocks, known.t, known.lam)


SMALL = ["AG(2,2)", "AG(2,3)", "AG(2,4)", "AG(2,5)", "AG(3,2,2)", "PG(2,2)", "PG(2,3)", "PG(3,2)", "PG(3,2,2)"]


@pytest.mark.parametrize("name", [*SMALL, "AG(3,3)", "AG(2,9)", "AG(2,8)", "PG(3,3)", "PG(2,4)", "AG(3,3,2)"])
def test_involutions_are_what_they_should_be(name: str) -> None:
    where = find_design(name)
    if found := first_reflection(where):
        centre, map_ = found
        assert where.is_automorphism(map_)
        assert fixed(map_) == [centre]
        for number in where.through[centre]:
            assert {map_[p] for p in where.blocks[number]} == set(where.blocks[number])
    if map_free := free_involution(where):
        assert where.is_automorphism(map_free)
        assert fixed(map_free) == []


@pytest.mark.parametrize("name", SMALL)
def test_the_search_finds_one_exactly_when_the_group_has_one(name: str) -> None:
    where = anonymous(name)
    maps = list(group_elements(automorphisms(find_design(name))))
    involutions = [m for m in maps if all(m[m[x]] == x for x in range(where.points))]
    free = any(fixed(m) == [] for m in involutions)
    central = any(
        fixed(m) == [0] and all({m[p] for p in where.blocks[b]} == set(where.blocks[b]) for b in where.through[0])
        for m in involutions
    )
    assert bool(free_involution(where)) == bool(free_involution(find_design(name))) == free
    assert bool(reflection(where, 0)) == bool(reflection(find_design(name), 0)) == central


def test_every_point_of_a_ternary_space_is_a_centre() -> None:
    for centre in range(27):
        map_ = reflection(find_design("AG(3,3)"), centre)
        assert map_ is not None
        assert fixed(map_) == [centre]
