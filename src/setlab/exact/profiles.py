"""Deals with K SETs by the number of properties in which each SET differs.

The profile of a deal is the number of its SETs that differ in one property, in two, and so on. A symmetry of the game
keeps the number of SETs but not the profile, so that an orbit has deals of many profiles. They are counted without
listing the deals: a linear map is given by its rows, and after the map a SET with direction v differs in one property
for each row r with r·v ≠ 0. The order and the signs of the rows do not matter, so that the maps of GL(4,3) are 63,180
*frames*: choices of four independent rows up to sign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.exact.evidence import Content, Progress, Recipe, level_progress, no_progress
from setlab.exact.orbits import Orbits, orbit_levels
from setlab.geometry import CardSet, Space
from setlab.geometry.batch import masks_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Profile = tuple[int, ...]
"""(a, b, …): a SETs differ in one property, b in two, and so on."""

LARGEST = {2: 9, 3: 27, 4: 12}
"""The largest collections whose profiles are counted: the orbits of these are listed in a moment."""

SHIPPED = ((9, 4, 3), (12, 6, 4))
"""(cards, SETs, dimension) of the profiles that ship."""


@checked
def exact_profiles(
    cards: int, sets: int, dimension: int = 4, recompute: bool = False, report: Progress = no_progress
) -> dict[Profile, int]:
    """The number of deals with exactly K SETs by their profile: the numbers of SETs that differ in 1, 2, … properties.

    Three cards with one SET are the 1080 SETs themselves, those that differ in 1, 2, 3 or 4 properties:

    >>> exact_profiles(3, 1)
    {(0, 0, 0, 1): 216, (0, 0, 1, 0): 432, (0, 1, 0, 0): 324, (1, 0, 0, 0): 108}
    """
    if not 0 <= cards <= LARGEST.get(dimension, -1):
        most = ", ".join(f"{number} cards with {d} properties" for d, number in LARGEST.items())
        raise SpecError(
            f"the profiles of {cards} cards with {dimension} properties are not counted: choose up to {most}"
        )
    if (cards, sets, dimension) in SHIPPED and not recompute:
        shipped = RECIPE.content()[_name(cards, sets, dimension)]
        return {tuple(map(int, profile.split())): int(number) for profile, number in shipped.items()}
    return _count_profiles(cards, sets, dimension, report)


def compute_profiles(report: Progress = no_progress) -> Content:
    """The profiles of all deals that puzzles are drawn from."""
    return {
        _name(*which): {
            " ".join(map(str, profile)): str(number) for profile, number in _count_profiles(*which, report).items()
        }
        for which in SHIPPED
    }


RECIPE = Recipe("profiles", compute_profiles, "make exact")
"""The recipe of the profiles that ship."""


def _name(cards: int, sets: int, dimension: int) -> str:
    return f"{cards} cards, {sets} SETs, {dimension} properties"


def _count_profiles(cards: int, sets: int, dimension: int, report: Progress = no_progress) -> dict[Profile, int]:
    """The sum over the orbits: size of the orbit × proportion of the frames that give it the profile."""
    *_, level = orbit_levels(dimension, until=cards, prove=False, report=level_progress(report))
    differing = _rows_that_differ(dimension)
    counts: Counter[Profile] = Counter()
    for collection, size in _with_sets(level, sets):
        for profile, frames in _profiles(collection, differing).items():
            counts[profile] += size * frames
    return {profile: number // len(differing) for profile, number in sorted(counts.items())}


def _with_sets(level: Orbits, sets: int) -> Iterator[tuple[CardSet, int]]:
    """A representative of each orbit whose collections have K SETs, and the size of the orbit."""
    from setlab import _core

    space = Space(level.dimension)
    has = _core.count_lines(level.masks, level.dimension) == sets
    for mask, size in zip(masks_of(level.masks[has]), level.sizes[has].tolist(), strict=True):
        yield CardSet.from_mask(mask, space), size


def _profiles(collection: CardSet, differing: NDArray[np.uint8]) -> Counter[Profile]:
    """The number of frames that give each profile to a collection."""
    import numpy as np

    space = collection.space
    directions = [space.subtract(b, a) for a, b, _ in space.sets(sorted(collection))]
    base = len(directions) + 1
    codes = np.zeros(len(differing), dtype=np.int64)
    for k in range(1, space.d + 1):
        codes += (differing[:, directions] == k).sum(axis=1) * base ** (k - 1)
    values, counts = np.unique(codes, return_counts=True)
    profiles = (tuple(code // base**place % base for place in range(space.d)) for code in values.tolist())
    return Counter(dict(zip(profiles, counts.tolist(), strict=True)))


@cache
def _rows_that_differ(dimension: int) -> NDArray[np.uint8]:
    """Entry (frame, vector): the number of rows of the frame whose product with the vector is not 0."""
    import numpy as np

    space = Space(dimension)
    vectors = np.array([space.coordinates(card) for card in space])
    differs = (vectors @ vectors.T) % 3 != 0
    counts: NDArray[np.uint8] = differs[_frames(vectors)].sum(axis=1).astype(np.uint8)
    return counts


def _frames(vectors: NDArray[np.int64]) -> NDArray[np.int64]:
    """The choices of d independent vectors up to sign: of v and −v, only the one whose first digit is 1 is taken."""
    import numpy as np

    dimension = vectors.shape[1]
    leading = [i for i, v in enumerate(vectors.tolist()) if next((x for x in v if x), 0) == 1]
    chosen: NDArray[np.int64] = np.array(list(combinations(leading, dimension)))
    independent = np.rint(np.linalg.det(vectors[chosen])).astype(np.int64) % 3 != 0
    frames: NDArray[np.int64] = chosen[independent]
    return frames
