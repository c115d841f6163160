"""Affine maps preserve lines, compose, invert, and are as many as AGL(d,3) has elements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab.counting import count_affine_maps
from setlab.errors import RuleError
from setlab.geometry import AffineMap, CardSet, Space, frame_of, k_flats, rank

spaces = st.integers(1, 5).map(Space)
maps = st.tuples(spaces, st.integers(0, 2**64 - 1)).map(lambda case: AffineMap.random(case[1], dimension=case[0]))
map_pairs = st.tuples(spaces, st.integers(0, 999), st.integers(0, 999)).map(
    lambda case: (AffineMap.random(case[1], dimension=case[0]), AffineMap.random(case[2], dimension=case[0]))
)


@given(maps, st.data())
def test_maps_take_lines_to_lines_and_nothing_else_to_lines(move: AffineMap, data: st.DataObject) -> None:
    space = move.space
    a, b, c = (data.draw(st.integers(0, len(space) - 1)) for _ in range(3))
    assert move(space.third(a, b)) == space.third(move(a), move(b))
    assert space.is_line(a, b, c) == space.is_line(move(a), move(b), move(c))


@given(maps)
def test_maps_are_permutations(move: AffineMap) -> None:
    assert sorted(move.images) == list(move.space)


@given(maps, st.data())
def test_maps_are_linear_plus_a_shift(move: AffineMap, data: st.DataObject) -> None:
    space = move.space
    a, b = (data.draw(st.integers(0, len(space) - 1)) for _ in range(2))
    assert space.subtract(move(space.add(a, b)), move(b)) == space.subtract(move(a), move.shift)


@given(map_pairs, st.data())
def test_composition_and_inverse(pair: tuple[AffineMap, AffineMap], data: st.DataObject) -> None:
    first, second = pair
    card = data.draw(st.integers(0, len(first.space) - 1))
    assert (second @ first)(card) == second(first(card))
    assert first.inverse() @ first == first @ first.inverse() == AffineMap.identity(first.space)
    assert (second @ first).inverse() == first.inverse() @ second.inverse()


@given(maps, st.sets(st.integers(0, 2), min_size=1))
def test_collections_keep_their_size_rank_and_number_of_sets(move: AffineMap, cards: set[int]) -> None:
    before = CardSet(cards, move.space)
    after = move.apply(before)
    assert len(after) == len(before)
    assert rank(after, move.space) == rank(before, move.space)
    assert len(after.lines()) == len(before.lines())


def test_flats_go_to_flats() -> None:
    move = AffineMap.random(seed=5)
    planes = set(k_flats(2))
    assert {move.apply(flat) for flat in planes} == planes


@given(map_pairs)
def test_one_map_takes_a_frame_to_a_frame(pair: tuple[AffineMap, AffineMap]) -> None:
    one, other = pair
    space = one.space
    source, target = frame_of(one.images, space), frame_of(other.images, space)
    move = AffineMap.taking(source, target, space)
    assert tuple(move(card) for card in source) == target
    assert move.inverse() == AffineMap.taking(target, source, space)


def test_every_map_of_the_plane_is_found_once() -> None:
    """All frames of AG(2,3): 9 · 8 · 6 = 432 maps, the order of AGL(2,3), and all of them random draws."""
    space = Space(2)
    frames = [(a, b, c) for a in space for b in space for c in space if rank((a, b, c), space) == 3]
    every = {AffineMap.taking((0, 3, 1), frame, space) for frame in frames}
    assert len(every) == len(frames) == count_affine_maps(2) == 432
    assert {AffineMap.random(0, trial, space) for trial in range(6000)} == every


def test_translations() -> None:
    shift = AffineMap.translation(40)
    assert shift @ shift @ shift == AffineMap.identity()
    assert shift.apply([0, 40, 80]) == {0, 40, 80}


def test_what_is_no_map() -> None:
    with pytest.raises(RuleError, match="not a basis"):
        AffineMap(Space(2), 0, (1, 2))
    with pytest.raises(RuleError, match="not a basis"):
        AffineMap(Space(2), 0, (1,))
    with pytest.raises(RuleError, match="not a frame"):
        AffineMap.taking((0, 1, 2), (0, 1, 3), Space(2))
    with pytest.raises(RuleError, match="do not compose"):
        AffineMap.identity(Space(2)) @ AffineMap.identity(Space(3))
