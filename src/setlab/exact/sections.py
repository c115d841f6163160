"""A collection of AG(d+1,3) by its three parallel sections, collections of AG(d,3).

A section is an integer mask of the 3^d ≤ 27 cards that differ in their last d properties. Cards x, y, z of the three
sections are a SET of AG(d+1,3) when x + y + z = 0, as cards of AG(d,3).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from setlab.errors import SpecError
from setlab.limits import ENUMERATED, between

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Sizes = tuple[int, int, int]
"""The numbers of cards in three parallel sections, the largest first."""

ROWS_IN_A_CALL = 50_000
"""The number of second sections in one call of the core, which takes about a second."""


@dataclass(frozen=True)
class JoinedSections:
    """Three sections, and the number of SETs in the collection that they make."""

    lines: int
    sections: tuple[int, int, int]

    def mask(self, dimension: int) -> int:
        """The collection of AG(d+1,3) whose sections have first property 0, 1, 2."""
        return join_sections(self.sections, dimension)


def join_sections(sections: Iterable[int], dimension: int) -> int:
    """The collection of AG(d+1,3) with these sections in AG(d,3).

    >>> bin(join_sections([0b001, 0b010, 0b100], 1))
    '0b100010001'
    """
    return sum(section << index * 3**dimension for index, section in enumerate(sections))


def fewest_lines_with_sections(sizes: Sizes, limit: int, dimension: int = 3) -> JoinedSections | None:
    """A collection with the fewest SETs among those with sections of these sizes, or None if it has more than `limit`.

    The first section runs through representatives under affine maps, applied to all three sections; the second through
    representatives under translations, which the third section compensates. For each pair the third section is chosen
    card by card, by branch and bound.

    >>> fewest_lines_with_sections((3, 3, 1), limit=9, dimension=1)
    JoinedSections(lines=5, sections=(7, 7, 1))
    >>> fewest_lines_with_sections((3, 3, 1), limit=4, dimension=1) is None
    True
    """
    from setlab import _core

    _check(sizes, dimension)
    first = subset_orbits(sizes[0], dimension, affine=True)[0]
    second = subset_orbits(sizes[1], dimension, affine=False)[0]
    best = None
    for row in range(0, len(second), ROWS_IN_A_CALL):
        rows = second[row : row + ROWS_IN_A_CALL]
        found = _core.fewest_lines_over(first, rows, sizes[2], limit, dimension=dimension)
        if found is not None:
            best, limit = JoinedSections(found[0], found[1:]), found[0] - 1
    return best


@lru_cache(maxsize=32)
def subset_orbits(size: int, dimension: int, *, affine: bool) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The smallest mask and the size of every orbit of AGL(d,3), or of the translations, on collections of this size.

    >>> [part.tolist() for part in subset_orbits(3, 2, affine=True)]    # lines, and the other triples
    [[7, 11], [12, 72]]
    """
    from setlab import _core

    _check((size, 0, 0), dimension)
    masks, sizes = _core.subset_orbits(dimension, size, affine=affine)
    masks.flags.writeable = sizes.flags.writeable = False  # all callers share them
    return masks, sizes


def _check(sizes: Sizes, dimension: int) -> None:
    if dimension not in ENUMERATED:
        raise SpecError(f"dimension {dimension} is out of range: sections have {between(ENUMERATED)} dimensions")
    for size in sizes:
        if not 0 <= size <= 3**dimension:
            raise SpecError(f"a section of {size} cards is out of range: choose 0 to {3**dimension}")
