"""Sections of a blocking set by two parallel hyperplanes, up to the symmetries that preserve the layers.

AG(d,3) consists of three layers AG(d−1,3): card x of layer t is card t · 3^(d−1) + x. A section is a mask of cards of a
layer. The symmetries used are the affine maps of a layer, applied to all three, and the shears (x, t) → (x + t·v, t),
which translate the second layer against the first. So the first section is classified up to affine maps, and the second
up to translations and the linear parts of the maps that fix the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from setlab.geometry import Space
from setlab.geometry.flats import k_flats

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sections = NDArray[np.uint32]
    Maps = NDArray[np.int64]
    """One row per map: the images of the cards 0, 1, 2 …"""


@dataclass(frozen=True)
class Pairs:
    """One pair of sections of each orbit, and the size of the orbit."""

    first: Sections
    second: Sections
    orbit: NDArray[np.int64]

    def part(self, start: int, stop: int) -> Pairs:
        """The pairs number `start` to `stop` − 1."""
        return Pairs(self.first[start:stop], self.second[start:stop], self.orbit[start:stop])


def blocking_sections(size: int, dimension: int) -> Sections:
    """All sets of `size` cards that meet every plane of AG(d,3), d = 2 or 3.

    >>> len(blocking_sections(1, 2)), len(blocking_sections(6, 3)), len(blocking_sections(7, 3))
    (9, 0, 120042)
    """
    import numpy as np

    space = Space(dimension)
    ones = np.zeros(1, dtype=np.uint8)
    for _ in space.cards:
        ones = np.concatenate([ones, ones + 1])
    masks = np.flatnonzero(ones == size).astype(np.uint32)
    for plane in k_flats(2, space):
        masks = masks[masks & np.uint32(plane.mask) != 0]
    return masks


@lru_cache(maxsize=4)
def pairs_of_sections(first_size: int, second_size: int, dimension: int) -> Pairs:
    """All pairs of blocking sections of these sizes in two layers of AG(d,3), d = 3 or 4, one of each orbit.

    >>> pairs = pairs_of_sections(1, 1, 3)              # a card in each of two planes of a cube: all are alike
    >>> pairs.first.tolist(), pairs.second.tolist(), pairs.orbit.tolist()
    ([1], [1], [81])
    """
    import numpy as np

    space = Space(dimension - 1)
    linear, shifts = linear_maps(space), translations(space)
    classes, sizes = np.unique(_least_translate(blocking_sections(second_size, space.d), shifts), return_counts=True)
    first, second, orbit = [], [], []
    for section, images in _orbits(blocking_sections(first_size, space.d), linear, shifts):
        fixing = linear[_least_translate(_images(section, linear), shifts) == section]
        seconds, number = _joined(classes, sizes, fixing, shifts)
        first.append(np.full(len(seconds), section, dtype=np.uint32))
        second.append(seconds)
        orbit.append(images * number)
    return Pairs(np.concatenate(first), np.concatenate(second), np.concatenate(orbit))


def linear_maps(space: Space) -> Maps:
    """All invertible linear maps.

    >>> [len(linear_maps(Space(d))) for d in (1, 2, 3)]
    [2, 48, 11232]
    """
    import numpy as np

    cards = np.array([space.coordinates(card) for card in space])
    values = 3 ** np.arange(space.d - 1, -1, -1)
    matrices = np.array(list(product(range(3), repeat=space.d**2))).reshape(-1, space.d, space.d)
    images = (cards @ matrices) % 3 @ values
    kernel = (images == 0).sum(axis=1)
    maps: Maps = images[kernel == 1]
    return maps


def translations(space: Space) -> Maps:
    """All translations, by the vector 0 first.

    >>> translations(Space(1)).tolist()
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    """
    import numpy as np

    return np.array([[space.add(card, vector) for card in space] for vector in space])


def _orbits(sections: Sections, linear: Maps, shifts: Maps) -> list[tuple[int, int]]:
    """One section of each orbit under all affine maps, and the size of the orbit."""
    import numpy as np

    found = []
    least = np.unique(_least_translate(sections, shifts))
    while len(least):
        section = int(least[0])
        orbit = np.unique(_least_translate(_images(section, linear), shifts))
        found.append((section, len(np.unique(np.concatenate([_moved(orbit, shift) for shift in shifts])))))
        least = np.setdiff1d(least, orbit)
    return found


def _joined(
    classes: Sections, sizes: NDArray[np.int64], fixing: Maps, shifts: Maps
) -> tuple[Sections, NDArray[np.int64]]:
    """The classes up to the maps that fix the first section, and the number of sections in each."""
    import numpy as np

    least = classes
    for one in fixing:
        least = np.minimum(least, _least_translate(_moved(classes, one), shifts))
    joined, place = np.unique(least, return_inverse=True)
    return joined, np.bincount(place, weights=sizes).astype(np.int64)


def _least_translate(sections: Sections, shifts: Maps) -> Sections:
    import numpy as np

    least = sections
    for shift in shifts:
        least = np.minimum(least, _moved(sections, shift))
    return least


def _images(section: int, maps: Maps) -> Sections:
    """The images of one section under all the maps."""
    import numpy as np

    cards = [card for card in range(maps.shape[1]) if section >> card & 1]
    images: Sections = (1 << maps[:, cards]).sum(axis=1).astype(np.uint32)
    return images


def _moved(sections: Sections, one: NDArray[np.int64]) -> Sections:
    """The images of sections under one map, by tables for nine cards at a time."""
    import numpy as np

    moved = np.zeros_like(sections)
    for start in range(0, len(one), 9):
        table = np.zeros(1, dtype=np.uint32)
        for image in one[start : start + 9]:
            table = np.concatenate([table, table | np.uint32(1 << int(image))])
        moved |= table[sections >> np.uint32(start) & np.uint32(511)]
    return moved
