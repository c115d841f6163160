"""Collections of AG(d,3) up to symmetry, their fewest and most SETs, and collections of AG(d+1,3) by three sections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import SupportsInt

from setlab.geometry import AffineMap, Space, unit_vectors
from setlab.geometry.collineations import affine_maps
from setlab.reference.lines import lines_in
from setlab.reference.masks import mask_of
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
