"""Collections of AG(d,3) up to symmetry, collections of AG(d+1,3) by three sections, and unions of planes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import accumulate, combinations
from typing import SupportsInt

from setlab.geometry import AffineMap, Space, unit_vectors
from setlab.geometry.flats import k_flats
from setlab.geometry.symmetry import affine_maps
from setlab.reference.lines import Masks, lines_in, mask_of, words
from setlab.reference.symmetry import orbits_of

Found = tuple[int, int, int, int]


def subset_orbits(dimension: int, size: int, *, affine: bool) -> tuple[list[int], list[int]]:
    """The smallest mask and the size of every orbit of AGL(d,3), or of the translations.

    >>> subset_orbits(2, 3, affine=True)                     # SETs, and the other triples
    ([7, 11], [12, 72])
    """
    space = Space(dimension)
    translations = tuple(AffineMap.translation(unit, space).images for unit in unit_vectors(space))
    orbits = orbits_of(subsets(dimension, size), affine_maps(dimension, 3) if affine else translations)
    return [min(orbit) for orbit in orbits], [len(orbit) for orbit in orbits]


def line_extremes(dimension: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Fewest lines by the number of cards, a mask with that number, most lines, a mask.

    >>> fewest, _, most, _ = line_extremes(2)
    >>> fewest, most
    ([0, 0, 0, 0, 0, 1, 2, 5, 8, 12], [0, 0, 0, 1, 1, 2, 3, 5, 8, 12])
    """
    sizes = range(3**dimension + 1)

    def extreme(best: Callable[..., int]) -> tuple[list[int], list[int]]:
        masks = [best(subsets(dimension, size), key=count) for size in sizes]
        return [count(mask) for mask in masks], masks

    return *extreme(min), *extreme(max)


def fewest_lines_over(
    first: Iterable[SupportsInt], second: Iterable[SupportsInt], third: int, limit: int, *, dimension: int
) -> Found | None:
    """The fewest lines of AG(d+1,3), if at most `limit`, with a section of each list and one of `third` cards; where.

    >>> fewest_lines_over([0b111], [0b111], third=1, limit=9, dimension=1)
    (5, 7, 7, 1)
    """
    thirds = subsets(dimension, third)
    seconds = [int(mask) for mask in second]
    triples = ((int(a), b, c) for a in first for b in seconds for c in thirds)
    found = ((count(join_sections(triple, dimension)), *triple) for triple in triples)
    best = min(found, default=None)
    return best if best is not None and best[0] <= limit else None


def join_sections(sections: Iterable[int], dimension: int) -> int:
    """The collection of AG(d+1,3) with these sections, collections of AG(d,3).

    >>> bin(join_sections([0b001, 0b010, 0b100], 1))
    '0b100010001'
    """
    return sum(section << index * 3**dimension for index, section in enumerate(sections))


def count(mask: int) -> int:
    """The number of SETs in a collection.

    >>> count(0b111111111)
    12
    """
    return len(lines_in(mask))


def subsets(dimension: int, size: int) -> list[int]:
    """All collections of this size, as ascending masks.

    >>> subsets(1, 2)
    [3, 5, 6]
    """
    return sorted(_masks(dimension, size))


def _masks(dimension: int, size: int) -> Iterator[int]:
    return (mask_of(cards) for cards in combinations(range(3**dimension), size))


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
