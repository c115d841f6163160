"""The orbit engine: against brute force, Burnside's lemma, and counts made in other ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab import _core
from setlab.counting import count_affine_maps
from setlab.errors import RuleError, SpecError
from setlab.exact import exact_sets
from setlab.exact import orbits as orbit_module
from setlab.exact.orbits import (
    FAMILIES,
    Orbit,
    Orbits,
    count_orbits,
    exact_orbits,
    orbit_counts,
    orbit_levels,
)
from setlab.geometry import AffineMap, CardSet, Space
from setlab.geometry.batch import masks_array
from setlab.geometry.symmetry import affine_maps, group_elements
from setlab.reference.lines import image_of, is_in_family, orbit_of
from setlab.reference.lines import integers as ints
from tests.exact.all_orbits import all_orbits

DEEPEST = 11


def canonical(mask: int, dimension: int) -> int:
    return ints(_core.canonical_forms(masks_array([mask], dimension), dimension))[0]


def stabilizer(mask: int, dimension: int) -> int:
    return int(_core.stabilizers(masks_array([mask], dimension), dimension)[0])


@cache
def levels(dimension: int, family: str = "all", until: int | None = None) -> list[Orbits]:
    return list(orbit_levels(dimension, family, until, threads=1))


def by_mask(level: Orbits) -> dict[int, int]:
    return dict(zip(ints(level.masks), level.sizes.tolist(), strict=True))


# --- all maps, one by one ---


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("n", range(10))
def test_every_level_of_the_plane_equals_what_all_maps_make(n: int, family: str) -> None:
    expected = all_orbits(2, n, family)
    found = levels(2, family)[n] if n < len(levels(2, family)) else None
    assert {canonical(mask, 2): size for mask, size in expected.items()} == (by_mask(found) if found else {})


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("n", range(5))
def test_small_levels_of_the_cube_equal_what_all_maps_make(n: int, family: str) -> None:
    expected = all_orbits(3, n, family)
    assert {canonical(mask, 3): size for mask, size in expected.items()} == by_mask(levels(3, family)[n])


@pytest.mark.full
@pytest.mark.parametrize("n", [5, 6])
def test_more_levels_of_the_cube_equal_what_all_maps_make(n: int) -> None:
    expected = all_orbits(3, n)
    assert {canonical(mask, 3): size for mask, size in expected.items()} == by_mask(levels(3)[n])


def test_forms_and_stabilisers_of_all_collections_of_the_plane_by_all_maps() -> None:
    maps = list(group_elements(affine_maps(2, 3)))
    assert len(maps) == count_affine_maps(2)
    masks = masks_array(range(512), 2)
    forms = ints(_core.canonical_forms(masks, 2))
    images = [[image_of(map_, mask) for map_ in maps] for mask in range(512)]
    least = [min(row) for row in images]
    assert len(set(zip(forms, least, strict=True))) == len(set(forms)) == len(set(least)) == 14
    assert all(form in row for form, row in zip(forms, images, strict=True))
    assert _core.stabilizers(masks, 2).tolist() == [row.count(mask) for mask, row in enumerate(images)]


# --- counts ---


@pytest.mark.parametrize("dimension", [2, 3])
def test_small_spaces_completely(dimension: int) -> None:
    """As many orbits and collections as there must be, and the complements of n cards are those of 3^d − n."""
    found = levels(dimension)
    assert [len(level) for level in found] == list(orbit_counts(dimension))
    assert [level.total for level in found] == [comb(3**dimension, n) for n in range(3**dimension + 1)]
    everything = (1 << 3**dimension) - 1
    for level, opposite in zip(found, reversed(found), strict=True):
        assert {canonical(everything - mask, dimension): size for mask, size in by_mask(level).items()} == by_mask(
            opposite
        )


@pytest.mark.parametrize("n", range(DEEPEST + 1))
def test_the_deck_has_as_many_orbits_as_burnside_counts(n: int) -> None:
    level = levels(4, until=DEEPEST)[n]
    assert level.size == n
    assert len(level) == orbit_counts(4)[n]
    assert level.total == comb(81, n)
    assert len(set(ints(level.masks))) == len(level)
    assert np.array_equal(_core.canonical_forms(level.masks, 4), level.masks)


@pytest.mark.full
@pytest.mark.parametrize(("dimension", "until"), [(4, 14), (5, 10)])
def test_deep_levels_have_as_many_orbits_as_burnside_counts(dimension: int, until: int) -> None:
    for level in orbit_levels(dimension, until=until):
        assert len(level) == orbit_counts(dimension)[level.size]
        assert level.total == comb(3**dimension, level.size)


def caps_by_backtracking(dimension: int, most: int) -> list[int]:
    """Caps by size, without symmetry but one: a cap of k cards holds the card 0 in k of 3^d of its translates."""
    space = Space(dimension)
    counts = [0] * (most + 1)

    def visit(cards: list[int], free: int) -> None:
        counts[len(cards)] += 1
        if len(cards) == most:
            return
        if len(cards) == most - 1:
            counts[most] += free.bit_count()
            return
        while free:
            card = (free & -free).bit_length() - 1
            free &= free - 1
            blocked = sum(1 << space.third(card, other) for other in cards)
            visit([*cards, card], free & ~blocked)

    visit([0], (1 << len(space)) - 2)
    return [1] + [count * len(space) // k for k, count in enumerate(counts) if k]


@pytest.mark.parametrize(("dimension", "most"), [(2, 5), (3, 10), (4, 5), (5, 4)])
def test_caps_by_backtracking(dimension: int, most: int) -> None:
    found = [level.total for level in orbit_levels(dimension, "cap", until=most)]
    expected = caps_by_backtracking(dimension, most)
    assert found == expected[: len(found)]
    assert not any(expected[len(found) :])


@pytest.mark.full
def test_more_caps_by_backtracking() -> None:
    assert [level.total for level in orbit_levels(4, "cap", until=6)] == caps_by_backtracking(4, 6)


def test_the_caps_of_the_deck() -> None:
    """The largest cap has 20 cards and is one up to symmetry (Pellegrino 1970; Hill 1983)."""
    caps = levels(4, "cap")
    assert len(caps) == 21
    assert [len(level) for level in caps[18:]] == [20, 1, 1]
    assert [level.total for level in caps[:6]] == [1, 81, 3240, 85320 - 1080, 1579500, 22441536]
    for level in caps:
        assert set(level.lines()) == {0}
        all_of_size = levels(4, until=DEEPEST)[level.size] if level.size <= DEEPEST else None
        if all_of_size is not None:
            assert all_of_size.lines()[0] == level.total


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_missing_orbit_of_caps_is_noticed(missing: int) -> None:
    five = levels(4, "cap")[5]
    rest = np.arange(len(five)) != missing
    with pytest.raises(RuleError, match="collections of 6 cards are not all"):
        Orbits(4, "cap", 5, five.masks[rest], five.sizes[rest]).next_level()


def test_the_level_after_the_largest_caps_is_empty_because_no_card_can_join() -> None:
    assert levels(4, "cap")[20].additions == 0


def can_take_a_card(mask: int) -> bool:
    """A card that is the third of no pair of the cap can be added."""
    space, cards = Space(4), list(CardSet.from_mask(mask))
    blocked = {space.third(a, b) for a in cards for b in cards}
    return len(blocked) < 81


def test_complete_caps() -> None:
    """By the definition for the complete ones, and for some of the others. The cap of 20 is one of them."""
    for level in levels(4, "cap"):
        complete = set(ints(level.complete().masks))
        assert not any(can_take_a_card(mask) for mask in complete)
        assert all(can_take_a_card(mask) for mask in ints(level.masks)[::20] if mask not in complete)
        if level.size < 20:
            assert len(complete) < len(level)
    assert levels(4, "cap")[20].complete().total == 682344
    assert len(levels(4, "cap")[19].complete()) == 0  # a cap of 19 lies in a cap of 20: they are one orbit each


def test_planes_in_collections_of_nine() -> None:
    """Nine cards are a plane in 1170 ways; so are ten with a plane, each in one way, 1170 · 72."""
    for n, with_plane in ((8, 0), (9, 1170), (10, 1170 * 72)):
        *_, level = orbit_levels(4, "plane-free", until=n)
        assert level.total == comb(81, n) - with_plane
        assert all(is_in_family(mask, 4, "plane-free") for mask in ints(level.masks)[:20])


def test_plane_free_collections_of_the_cube() -> None:
    """They are the collections of the family of all that contain no plane."""
    free = levels(3, "plane-free")
    for level in levels(3):
        expected = {mask: size for mask, size in by_mask(level).items() if is_in_family(mask, 3, "plane-free")}
        assert (by_mask(free[level.size]) if level.size < len(free) else {}) == expected


# --- symmetry ---

SUBSETS = st.integers(2, 5).flatmap(
    lambda d: st.tuples(st.just(d), st.frozensets(st.integers(0, 3**d - 1), max_size=14), st.integers(0, 10**6))
)


@given(SUBSETS)
def test_maps_change_neither_form_nor_stabiliser(case: tuple[int, frozenset[int], int]) -> None:
    dimension, cards, seed = case
    space = Space(dimension)
    before = CardSet(cards, space)
    after = AffineMap.random(seed, dimension=space).apply(before)
    form = canonical(before.mask, dimension)
    assert canonical(after.mask, dimension) == form == canonical(form, dimension)
    assert form.bit_count() == len(before)
    assert len(CardSet.from_mask(form, space).lines()) == len(before.lines())
    assert stabilizer(after.mask, dimension) == stabilizer(before.mask, dimension) == stabilizer(form, dimension)
    assert count_affine_maps(dimension) % stabilizer(form, dimension) == 0


@given(st.frozensets(st.integers(0, 26), max_size=27), st.integers(0, 10**6))
def test_a_collection_of_the_cube_is_in_exactly_one_orbit(cards: frozenset[int], seed: int) -> None:
    mask = AffineMap.random(seed, dimension=Space(3)).apply(cards).mask
    sizes = by_mask(levels(3)[len(cards)])
    assert sizes[canonical(mask, 3)] * stabilizer(mask, 3) == count_affine_maps(3)


@given(st.frozensets(st.integers(0, 80), max_size=DEEPEST))
def test_a_collection_of_the_deck_is_in_exactly_one_orbit(cards: frozenset[int]) -> None:
    mask = CardSet(cards).mask
    sizes = by_mask(levels(4, until=DEEPEST)[len(cards)])
    assert sizes[canonical(mask, 4)] * stabilizer(mask, 4) == count_affine_maps(4)


@pytest.mark.parametrize(("dimension", "n"), [(2, 3), (3, 3), (3, 2)])
def test_the_stabiliser_of_a_small_collection_by_its_orbit(dimension: int, n: int) -> None:
    for mask in all_orbits(dimension, n):
        assert stabilizer(mask, dimension) * len(orbit_of(mask, affine_maps(dimension, 3))) == count_affine_maps(
            dimension
        )


def test_flats_have_large_stabilisers() -> None:
    """A hyperplane of AG(d,3) has 3(3^d − 1)/2 images; nothing, and everything, has one."""
    for dimension in (2, 3, 4):
        order, cards = count_affine_maps(dimension), 3**dimension
        hyperplane, deck = (1 << cards // 3) - 1, (1 << cards) - 1
        for mask in (hyperplane, deck - hyperplane):
            assert stabilizer(mask, dimension) * 3 * (cards - 1) // 2 == order
        assert stabilizer(0, dimension) == stabilizer(deck, dimension) == order


# --- proofs and bad input ---


def test_a_level_in_parts_and_threads_is_the_same_level() -> None:
    level = levels(4, until=DEEPEST)[10]
    whole = _core.next_orbits(level.masks, level.sizes, 4, threads=3)
    cut = [_core.next_orbits(level.masks[i : i + 600], level.sizes[i : i + 600], 4) for i in range(0, len(level), 600)]
    for array, parts in zip(whole, zip(*cut, strict=True), strict=True):
        assert np.array_equal(array, np.concatenate(parts))


def test_any_representatives_give_the_same_next_level() -> None:
    level = levels(4, until=DEEPEST)[7]
    turned = masks_array(
        image_of(AffineMap.random(9, trial=i).images, mask) for i, mask in enumerate(ints(level.masks))
    )
    masks, sizes = _core.next_orbits(turned, level.sizes, 4)
    assert by_mask(Orbits(4, "all", 8, masks, sizes)) == by_mask(levels(4, until=DEEPEST)[8])


def test_wrong_sizes_and_missing_orbits_are_noticed() -> None:
    level = levels(4, until=DEEPEST)[6]
    level.prove()
    doubled = level.sizes.copy()
    doubled[3] *= 2
    with pytest.raises(RuleError, match="does not stand for an orbit"):
        Orbits(4, "all", 6, level.masks, doubled).prove()
    with pytest.raises(RuleError, match="are not all"):
        Orbits(4, "all", 6, level.masks[1:], level.sizes[1:]).prove()
    merged = level.sizes.copy()
    merged[1] += merged[0]
    with pytest.raises(RuleError, match="does not stand for an orbit"):
        Orbits(4, "cap", 6, level.masks[1:], merged[1:]).prove()


def test_reports_say_how_far_it_is() -> None:
    heard: list[tuple[int, int, int]] = []
    sizes = [
        len(level) for level in orbit_levels(3, until=4, report=lambda n, done, all_: heard.append((n, done, all_)))
    ]
    assert heard == [(n + 1, size, size) for n, size in enumerate(sizes[:-1])]


@pytest.mark.parametrize(
    ("dimension", "family", "until"), [(1, "all", 2), (6, "cap", 2), (4, "caps", 2), (4, "all", None), (5, "cap", None)]
)
def test_what_is_not_listed(dimension: int, family: str, until: int | None) -> None:
    with pytest.raises(SpecError):
        list(orbit_levels(dimension, family, until))


def test_the_core_refuses_what_does_not_fit() -> None:
    mask, size = masks_array([7]), np.ones(1, dtype=np.uint64)
    for call in (
        lambda: _core.next_orbits(mask, size, 3),
        lambda: _core.next_orbits(mask, size, 6),
        lambda: _core.next_orbits(mask, size[:0], 4),
        lambda: _core.next_orbits(mask, size, 4, "planes"),
        lambda: _core.extend_lines(mask, size, 4, 4),
        lambda: _core.extend_lines(mask, size[:0], 4, 1),
        lambda: _core.stabilizers(masks_array([1 << 80]) << np.uint64(1), 4),
        lambda: _core.canonical_forms(mask, 4, threads=0),
    ):
        with pytest.raises(ValueError, match=r":|range"):
            call()


# --- one by one


@pytest.mark.parametrize(
    ("dimension", "sizes"), [(2, range(10)), (3, range(28)), (4, (0, 1, 5, 9, 75, 81)), (5, (6, 239))]
)
def test_a_list_of_orbits_is_complete(dimension: int, sizes: Iterable[int]) -> None:
    """Sizes add up to all collections; no two representatives are equivalent; SETs are counted again, one by one."""
    space = Space(dimension)
    for n in sizes:
        orbits = exact_orbits(n, dimension)
        assert len(orbits) == count_orbits(dimension, n)
        assert sum(orbit.size for orbit in orbits) == comb(3**dimension, n)
        assert len({orbit.representative for orbit in orbits}) == len(orbits)
        assert [orbit.sets for orbit in orbits] == sorted(orbit.sets for orbit in orbits)
        for orbit in orbits[:3] + orbits[-3:]:
            cards = orbit.representative
            assert len(cards) == n
            assert cards.space == space
            few = cards if 2 * n <= len(space) else cards.complement()
            assert few.canonical() == few
            assert (cards.orbit_size(), cards.stabiliser_order()) == (orbit.size, orbit.stabiliser)
            assert len(list(space.sets(cards))) == orbit.sets


def test_the_distribution_of_sets_follows_from_the_orbits() -> None:
    counts = Counter[int]()
    for orbit in exact_orbits(8):
        counts[orbit.sets] += orbit.size
    assert counts == exact_sets(8).distribution


def test_a_list_that_is_wrong_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_one(level: Orbits, turned: bool) -> list[Orbit]:
        return describe(level, turned)[1:]

    describe = orbit_module._orbits_of
    monkeypatch.setattr(orbit_module, "_orbits_of", without_one)
    with pytest.raises(RuleError, match="the list of the orbits of 4 cards of AG\\(4,3\\) is wrong"):
        exact_orbits(4)
