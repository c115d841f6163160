"""Unions of planes with their coefficients, and the third sections of sets that meet every plane."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from typing import SupportsInt

from setlab.geometry import Space
from setlab.geometry.collineations import affine_maps
from setlab.geometry.flats import k_flats
from setlab.reference.masks import Masks, words
from setlab.reference.sections import join_sections, subsets
from setlab.reference.symmetry import orbits_of


def plane_unions(dimension: int, largest: int) -> tuple[list[list[int]], list[int], list[int]]:
    """All unions of planes of AG(d,3) with at most `largest` cards, one of each orbit: masks, orbits, coefficients.

    >>> plane_unions(3, 15)                                  # nothing, planes, pairs that meet in a SET
    ([[0], [511], [1839103]], [1, 39, 702], [1, -1, 1])
    """
    found = _coefficients(dimension, largest)
    orbits = orbits_of(sorted(found, key=lambda mask: (mask.bit_count(), mask)), affine_maps(dimension, 3))
    masks = [min(orbit) for orbit in orbits]
    return (
        [words(mask, dimension) for mask in masks],
        [len(orbit) for orbit in orbits],
        [found[mask] for mask in masks],
    )


def sum_plane_unions(
    dimension: int, masks: Masks, images: Iterable[SupportsInt], above: int, largest: int
) -> tuple[list[int], list[int], list[int]]:
    """Sizes, denominators and sums: the total coefficient of the unions of `above` + 1 … `largest` cards by size.

    `masks` and `images` are one union of every orbit with at most `above` cards and the sizes of the orbits. The
    engine reaches the larger unions from these and counts each as a fraction; here they are all listed.

    >>> sum_plane_unions(3, [[0]], [1], above=8, largest=15)
    ([9, 15], [1, 1], [-39, 702])
    """
    below = sum(union.bit_count() <= above for union in _coefficients(dimension, above))
    if sum(map(int, images)) != below:
        raise ValueError(f"the orbits have {sum(map(int, images))} members: there are {below} unions")
    totals: Counter[int] = Counter()
    for union, coefficient in _coefficients(dimension, largest).items():
        totals[union.bit_count()] += coefficient
    sizes = sorted(size for size, total in totals.items() if size > above and total)
    return sizes, [1] * len(sizes), [totals[size] for size in sizes]


def coefficients(parts: Iterable[int], largest: int) -> dict[int, int]:
    """The coefficient of every union with at most `largest` cards, by multiplying out Π (1 − part).

    The product of two collections is their union. Unions whose coefficient has become 0 remain in the result.

    >>> coefficients([0b011, 0b110], 3)
    {0: 1, 3: -1, 6: -1, 7: 1}
    """
    found = {0: 1}
    for part in parts:
        for union, coefficient in list(found.items()):
            larger = union | part
            if larger.bit_count() <= largest:
                found[larger] = found.get(larger, 0) - coefficient
    return found


@cache
def planes(dimension: int) -> tuple[int, ...]:
    """The masks of all planes, ascending.

    >>> [len(planes(d)) for d in (2, 3)]
    [1, 39]
    """
    return tuple(sorted(plane.mask for plane in k_flats(2, Space(dimension))))


def third_sections(
    dimension: int, first: Iterable[SupportsInt], second: Iterable[SupportsInt], size: int
) -> tuple[list[int], list[int], int]:
    """All sections of `size` cards with which pair k of sections meets every plane of AG(d,3) that is not in a layer,
    and that meet all planes of their own layer: sections[offsets[k]:offsets[k + 1]]; and how many were tried.

    >>> third_sections(3, [0b1], [0b1], size=4)
    ([0, 0], [], 126)
    """
    upper = [plane for plane in planes(dimension) if plane >> 2 * 3 ** (dimension - 1)]  # with cards of the third layer
    candidates = subsets(dimension - 1, size)
    found = [
        [
            third
            for third in candidates
            if all(plane & join_sections((int(a), int(b), third), dimension - 1) for plane in upper)
        ]
        for a, b in zip(first, second, strict=True)
    ]
    tried = len(candidates) * len(found)
    return [0, *accumulate(map(len, found))], [third for thirds in found for third in thirds], tried


@cache
def _coefficients(dimension: int, largest: int) -> dict[int, int]:
    return coefficients(planes(dimension), largest)
