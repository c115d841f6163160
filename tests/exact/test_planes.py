"""Collections without a plane: the engine against the definition, against all collections, and against chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, count, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setlab import _core
from setlab.counting import count_flats_meeting, mean_flats
from setlab.errors import SpecError
from setlab.exact.planes import coefficient_totals, exact_plane_free, exact_planes, fill_table
from setlab.geometry import AffineMap
from setlab.geometry.batch import masks_array
from setlab.reference.lines import coefficients, mask_of, planes
from tests.exact.plane_counts import count_by_closure, count_without, totals_by_families

Unions = list[tuple[int, int, int]]


def plane_unions(dimension: int, largest: int) -> Unions:
    """Mask, size of the orbit and coefficient of each union."""
    masks, images, coefficients = _core.plane_unions(dimension, largest)
    integers = [sum(word << 64 * place for place, word in enumerate(row)) for row in masks.tolist()]
    return list(zip(integers, images.tolist(), coefficients.tolist(), strict=True))


def summed_totals(dimension: int, above: int, largest: int, threads: int = 1) -> list[Fraction]:
    """The totals beyond the orbits with at most `above` cards."""
    masks, images, _ = _core.plane_unions(dimension, above)
    totals = [Fraction(0)] * (largest + 1)
    columns = _core.sum_plane_unions(dimension, masks, images, above, largest, threads=threads)
    for size, denominator, total in zip(*(column.tolist() for column in columns), strict=True):
        totals[size] += Fraction(total, denominator)
    return totals


def test_the_unions_of_three_dimensions_are_those_of_the_definition() -> None:
    plain = coefficients(planes(3), 27)
    found = plane_unions(3, 27)
    assert all(plain[mask] == coefficient for mask, _, coefficient in found)
    kinds: Counter[tuple[int, int]] = Counter()
    for mask, images, coefficient in found:
        kinds[mask.bit_count(), coefficient] += images
    assert kinds == Counter((mask.bit_count(), coefficient) for mask, coefficient in plain.items())


def test_three_dimensions_agree_with_all_collections() -> None:
    assert list(exact_plane_free(3).counts) == count_by_closure(3)
    assert exact_plane_free(3).largest == 20


def test_two_dimensions_agree_with_the_definition() -> None:
    counts = count_without(planes(2), 9)
    assert list(exact_plane_free(2).counts) == counts == count_by_closure(2)


@given(st.lists(st.integers(1, 255), max_size=7), st.integers(0, 8))
def test_inversion_is_right_for_any_collections_in_place_of_planes(parts: list[int], until: int) -> None:
    totals = [0] * (until + 1)
    for union, coefficient in coefficients(tuple(parts), until).items():
        totals[union.bit_count()] += coefficient
    counts = fill_table(8, totals)
    assert counts[: until + 1] == count_without(parts, 8)[: until + 1]
    assert counts[until + 1 :] == [None] * (8 - until)


def test_pairs_of_planes_are_counted_by_closed_formulas() -> None:
    totals = coefficient_totals(4, 17)
    assert totals[9] == -1170
    assert totals[15] == 1170 * count_flats_meeting(1, 2) // 2
    assert totals[17] == 1170 * count_flats_meeting(0, 2) // 2
    assert not any(totals[size] for size in (*range(1, 9), *range(10, 15), 16))


@pytest.mark.long
def test_four_dimensions_agree_with_the_families_listed_one_by_one() -> None:
    assert coefficient_totals(4, 21) == totals_by_families(21)


@pytest.mark.full
def test_four_dimensions_agree_with_the_families_further() -> None:
    assert coefficient_totals(4, 23) == totals_by_families(23)


def ordered_families(number: int, largest: int) -> Counter[int]:
    """The number of sequences of planes of AG(4,3), with repetition, by the size of their union."""
    all_planes = planes(4)
    unions: Counter[int] = Counter({all_planes[0]: 1})
    for _ in range(number - 2):
        longer: Counter[int] = Counter()
        for union, times in unions.items():
            for plane in all_planes:
                if (union | plane).bit_count() <= largest:
                    longer[union | plane] += times
        unions = longer
    rows = np.array([[union & (1 << 64) - 1, union >> 64] for union in unions], dtype=np.uint64)
    weights = np.array(list(unions.values()))
    bits = np.array([byte.bit_count() for byte in range(256)], dtype=np.uint8)
    sizes = np.zeros(82, dtype=np.int64)
    for plane in all_planes:
        more = rows | np.array([plane & (1 << 64) - 1, plane >> 64], dtype=np.uint64)
        sizes += np.bincount(bits[more.view(np.uint8)].sum(axis=1), weights=weights, minlength=82).astype(np.int64)
    return Counter({size: 1170 * int(count) for size, count in enumerate(sizes) if count and size <= largest})


def ordered_families_in_unions(number: int, largest: int) -> Counter[int]:
    """The same from the orbits: sequences of the planes inside each union that cover it."""
    all_planes = planes(4)
    sizes: Counter[int] = Counter()
    for mask, images, _ in plane_unions(4, largest):
        inside = [plane for plane in all_planes if not plane & ~mask]
        covers: Counter[int] = Counter({0: 1})
        for _ in range(number):
            longer: Counter[int] = Counter()
            for union, times in covers.items():
                for plane in inside:
                    longer[union | plane] += times
            covers = longer
        sizes[mask.bit_count()] += images * covers[mask]
    return +sizes


def test_no_orbit_is_missing_among_the_unions_of_three_planes() -> None:
    assert ordered_families_in_unions(3, 27) == ordered_families(3, 27)


@pytest.mark.full
def test_no_orbit_is_missing_among_the_unions_of_four_planes() -> None:
    assert ordered_families_in_unions(4, 30) == ordered_families(4, 30)


@pytest.mark.parametrize(("above", "largest"), [(0, 19), (9, 21), (19, 24), (21, 25), (24, 27), (26, 27)])
def test_sums_without_orbits_are_those_with_orbits_in_three_dimensions(above: int, largest: int) -> None:
    totals = [0] * (largest + 1)
    for mask, images, coefficient in plane_unions(3, largest):
        totals[mask.bit_count()] += images * coefficient
    assert summed_totals(3, above, largest)[above + 1 :] == totals[above + 1 :]


@pytest.mark.long
def test_sums_without_orbits_are_those_with_orbits_in_four_dimensions() -> None:
    totals = [0] * 31
    for mask, images, coefficient in plane_unions(4, 30):
        totals[mask.bit_count()] += images * coefficient
    assert coefficient_totals(4, 30) == totals
    assert summed_totals(4, 25, 30) == summed_totals(4, 25, 30, threads=2)
    assert summed_totals(4, 25, 30)[26:] == totals[26:]


@pytest.mark.full
def test_sums_without_orbits_are_those_with_orbits_to_36() -> None:
    totals = [0] * 37
    for mask, images, coefficient in plane_unions(4, 36):
        totals[mask.bit_count()] += images * coefficient
    assert coefficient_totals(4, 36) == totals


@pytest.mark.long
def test_four_dimensions_agree_with_chance() -> None:
    trials = 1 << 20
    seen = np.cumsum(_core.first_plane(2026, 0, trials, dimension=4))
    table = exact_plane_free(4, 33)
    for n in range(22, 34):
        probability = table.probability(n)
        assert probability is not None
        deviation = (float(probability) * (1 - float(probability)) / trials) ** 0.5
        assert abs(seen[n] / trials - float(probability)) < 4 * deviation


@pytest.mark.long
def test_fewer_and_fewer_collections_hold_no_plane() -> None:
    table = exact_plane_free(4, 30)
    chances = [table.probability(n) for n in range(31)]
    assert all(chance == 0 for chance in chances[:9])
    known = [chance for chance in chances[8:] if chance is not None]
    assert known == sorted(set(known))
    assert table.counts[31:55] == (None,) * 24
    assert table.counts[55:] == (0,) * 27
    assert table.largest == 54


def test_the_mean_given_a_plane_is_at_least_1() -> None:
    table = exact_plane_free(3)
    assert table.mean_given_one(8) is None
    assert table.mean_given_one(9) == 1
    assert table.mean_given_one(27) == 39
    for n in range(9, 28):
        mean, chance = table.mean_given_one(n), table.probability(n)
        assert mean is not None
        assert chance is not None
        assert mean * chance == mean_flats(n, 2, 3)
        assert mean >= 1


def test_what_is_not_known_is_none() -> None:
    table = exact_plane_free(4, 12)
    assert table.counts[12] == comb(81, 12) - 1170 * comb(72, 3)
    assert table.counts[13] is None
    assert table.probability(13) is None
    assert table.mean_given_one(13) is None
    assert table.probability(60) == 1


def test_questions_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SpecError, match="dimension 5"):
        exact_plane_free(5)
    with pytest.raises(SpecError, match="the deck has 27"):
        exact_plane_free(3, 28)
    with pytest.raises(ValueError, match=r"2 \.\.\. 4"):
        _core.plane_unions(1, 3)
    with pytest.raises(ValueError, match="81 cards"):
        _core.plane_unions(4, 82)
    masks, images, _ = _core.plane_unions(3, 9)
    with pytest.raises(ValueError, match="do not fit"):
        _core.sum_plane_unions(4, masks, images, 9, 15)
    with pytest.raises(ValueError, match="no card"):
        _core.sum_plane_unions(3, masks | np.uint64(1 << 27), images, 9, 15)


def map_of_order(prime: int) -> Sequence[int]:
    """The images of the cards under a map of AG(4,3) of this order."""
    maps = (AffineMap.random(1, trial, 4) for trial in count())
    some = next(each for each in maps if each.order % prime == 0)
    return (some ** (some.order // prime)).images


def unions_of_cycles(images: Sequence[int], size: int) -> list[int]:
    """The masks of `size` cards that a map of prime order keeps."""
    cycles = {mask_of(_cycle(images, card)) for card in range(len(images))}
    alone = [mask for mask in cycles if mask.bit_count() == 1]
    longer = [mask for mask in cycles if mask.bit_count() > 1]
    order = longer[0].bit_count()
    return [
        sum(one) + sum(other)
        for fixed in range(min(len(alone), size) + 1)
        if (size - fixed) % order == 0
        for one, other in product(combinations(longer, (size - fixed) // order), combinations(alone, fixed))
    ]


def _cycle(images: Sequence[int], card: int) -> set[int]:
    found = {card}
    while (card := images[card]) not in found:
        found.add(card)
    return found


def count_plane_free(masks: list[int]) -> int:
    rows = masks_array(masks, 4)
    free = np.ones(len(rows), dtype=bool)
    for plane in masks_array(planes(4), 4):
        free &= ((rows & plane) != plane).any(axis=1)
    return int(free.sum())


@pytest.mark.parametrize("prime", [5, 13])
def test_counts_agree_modulo_a_prime_with_the_collections_that_a_map_of_this_order_keeps(prime: int) -> None:
    """All others lie in cycles of the map whose length is the prime."""
    images = map_of_order(prime)
    for n, found in enumerate(exact_planes(4).table.counts[:55]):
        if found is not None:
            assert (found - count_plane_free(unions_of_cycles(images, n))) % prime == 0, n


def test_counts_for_no_multiple_of_three_cards_are_multiples_of_81() -> None:
    """Only collections of 3k cards are kept by a translation."""
    for n, found in enumerate(exact_planes(4).table.counts):
        assert n % 3 == 0 or found is None or found % 81 == 0, n
