"""Caps: constructions, the test, the table of known values, the search."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.caps import LARGEST_FIND, buildable_size, check, find, grow, known
from setlab.caps.checks import is_cap, is_line_free
from setlab.caps.constructions import OTHER_TRIPLES, TRIPLES, cap_vectors
from setlab.errors import CardError, SpecError
from setlab.geometry import Space
from setlab.geometry.batch import count_lines
from setlab.geometry.design import Design, affine

SIZES = {1: 2, 2: 4, 3: 9, 4: 20, 5: 45, 6: 112, 7: 236, 8: 512}


@pytest.mark.long
@pytest.mark.parametrize("d", SIZES)
def test_ternary_caps_have_their_size_no_line_and_are_complete(d: int) -> None:
    points = find(d)
    assert len(points) == SIZES[d]
    assert count_lines([sum(1 << point for point in points)], d).tolist() == [0]
    report = check(points, d)
    assert report.is_cap
    assert report.is_complete
    masks = [sum(1 << p for p in {*points, new}) for new in range(3**d) if new not in points]
    assert count_lines(masks, d).all()


@pytest.mark.parametrize(("d", "q"), [(d, q) for q in (4, 5, 7, 8, 9) for d in range(1, min(LARGEST_FIND[q], 4) + 1)])
def test_caps_over_other_fields_meet_every_line_at_most_twice(d: int, q: int) -> None:
    points = find(d, q)
    assert check(points, d, q).is_cap
    assert len(points) <= known(d, q).lower
    if q**d <= 729:
        there = set(points)
        assert max(len(there.intersection(line)) for line in affine(d, q).blocks) <= 2


@pytest.mark.parametrize(("d", "q"), [(d, q) for q, most in LARGEST_FIND.items() if q > 3 for d in range(1, most + 1)])
def test_caps_over_other_fields_are_complete(d: int, q: int) -> None:
    assert check(find(d, q), d, q).is_complete


def test_conics_hyperovals_and_quadrics_reach_the_known_size() -> None:
    for q in (4, 5, 7, 8, 9):
        assert len(find(2, q)) == known(2, q).upper
        assert len(find(3, q)) == known(3, q).upper == q * q


def test_the_triples_are_two_designs() -> None:
    for triples in (TRIPLES, OTHER_TRIPLES):
        assert len(Design(6, triples, t=2, lam=2).blocks) == 10
    assert not set(TRIPLES) & set(OTHER_TRIPLES)


def test_the_slice_is_a_hyperplane_of_the_112_cap() -> None:
    lifted = {(*v, (1 - v[3] - v[4]) % 3) for v in cap_vectors(5)}
    assert lifted <= set(cap_vectors(6))


def test_the_112_cap_is_56_points_of_projective_space_twice() -> None:
    cap = set(cap_vectors(6))
    assert all(tuple(-x % 3 for x in v) in cap for v in cap)


def test_every_112_cap_slice_is_small() -> None:
    """The hyperplanes meet the 112-cap in 22, 36, 40 or 45 points, so none of them gives more than 45."""
    counts = set()
    for form in product(range(3), repeat=6):
        if any(form):
            values = [sum(a * b for a, b in zip(form, v, strict=True)) % 3 for v in cap_vectors(6)]
            counts |= {values.count(value) for value in range(3)}
    assert counts == {22, 36, 40, 45}


def plain_is_cap(points: list[int], q: int, d: int) -> bool:
    lines = affine(d, q).blocks
    return not any(len(set(points).intersection(line)) > 2 for line in lines)


@given(st.sets(st.integers(0, 26), max_size=9), st.sets(st.integers(0, 15), max_size=6))
def test_check_agrees_with_the_lines_of_the_design(ternary: set[int], quaternary: set[int]) -> None:
    assert check(ternary, 3).is_cap == plain_is_cap(sorted(ternary), 3, 3) == is_line_free(ternary, affine(3))
    assert check(quaternary, 2, 4).is_cap == plain_is_cap(sorted(quaternary), 4, 2)


@given(st.sets(st.integers(0, 26), max_size=9))
def test_complete_means_that_no_point_can_be_added(points: set[int]) -> None:
    report = check(points, 3)
    can_grow = [new for new in range(27) if new not in points and is_cap({*points, new}, 3)]
    if report.is_cap:
        assert report.is_complete == (not can_grow)
        assert report.extension == (can_grow[0] if can_grow else None)
    else:
        assert report.line is not None
        assert Space(3).is_line(*report.line)
        assert points.issuperset(report.line)


def test_caps_and_line_free_collections_differ_for_other_fields() -> None:
    """Nine points of AG(2,4) contain no line; a cap has at most six."""
    grid = [4 * x + y for x in (1, 2, 3) for y in (1, 2, 3)]
    assert is_line_free(grid, affine(2, 4))
    assert not is_cap(grid, 2, 4)


@pytest.mark.parametrize(("d", "q", "target"), [(2, 3, 4), (3, 3, 9), (4, 3, 20), (3, 4, 16), (2, 5, 6), (3, 5, 25)])
def test_growing_reaches_the_largest_caps(d: int, q: int, target: int) -> None:
    found = grow(d, q, seed=1, restarts=5, steps=500, target=target)
    assert len(found.points) == target
    assert check(found.points, d, q).is_cap


def test_growing_is_deterministic_and_never_returns_a_line() -> None:
    one, again, other = grow(5, seed=3, steps=60), grow(5, seed=3, steps=60), grow(5, seed=4, steps=60)
    assert one == again != other
    assert check(one.points, 5).is_cap


def test_the_largest_space_can_be_searched() -> None:
    found = grow(8, seed=0, restarts=1, steps=40)
    assert len(found.points) > 30
    assert check(found.points, 8).is_cap


@pytest.mark.full
def test_growing_finds_45_in_five_dimensions_and_40_over_four_elements() -> None:
    assert len(grow(5, seed=1, target=45).points) == 45
    assert len(grow(4, 4, seed=1, target=40).points) == 40


def test_known_values_are_not_below_what_is_built() -> None:
    for q in (2, 3, 4, 5, 7, 8, 9):
        for d in range(1, 14):
            value = known(d, q)
            assert value.buildable <= value.lower
            assert value.upper is None or value.lower <= value.upper
            assert value.source
    assert buildable_size(18) == 112**3


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: find(9), "AG\\(9,3\\)"),
        (lambda: find(2, 6), "AG\\(2,6\\)"),
        (lambda: known(0), "dimension 0"),
        (lambda: known(3, 6), "GF\\(6\\)"),
        (lambda: grow(5, 9), "59049 points"),
        (lambda: grow(3, restarts=0), "0 restarts"),
    ],
)
def test_bad_input_is_one_line(call: object, words: str) -> None:
    assert callable(call)
    with pytest.raises(SpecError, match=words):
        call()
    with pytest.raises(CardError, match="81"):
        check([81])
