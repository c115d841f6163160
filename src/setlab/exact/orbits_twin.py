"""What the orbit engine computes, by the definition, for decks that are small enough.

An orbit is everything that the affine maps make of one collection. Here it is made: by all maps for d ≤ 2, and step
by step, by maps that generate all of them, for d = 3 and few cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

from setlab.geometry import CardSet, Space
from setlab.geometry.flats import k_flats
from setlab.geometry.maps import AffineMap, unit_vectors

Images = tuple[int, ...]
"""Where a map takes every card."""


def orbits_plainly(dimension: int, n: int, family: str = "all") -> dict[int, int]:
    """The least mask of every orbit on the collections of n cards in the family, and the size of the orbit.

    >>> orbits_plainly(2, 3)                 # a SET, and three cards that are none
    {7: 12, 11: 72}
    """
    orbits: dict[int, int] = {}
    seen: set[int] = set()
    for cards in combinations(range(3**dimension), n):
        mask = _mask(cards)
        if mask not in seen and is_in_family(mask, dimension, family):
            orbit = orbit_of(mask, dimension)
            seen |= orbit
            orbits[min(orbit)] = len(orbit)
    return orbits


def is_in_family(mask: int, dimension: int, family: str) -> bool:
    """True if no SET (family "cap") or no plane ("plane-free") lies within the collection.

    >>> [is_in_family(0b1111, 2, family) for family in ("all", "cap", "plane-free")]
    [True, False, True]
    """
    forbidden = {"all": None, "cap": 1, "plane-free": 2}[family]
    return forbidden is None or all(mask & flat != flat for flat in _flat_masks(forbidden, dimension))


def orbit_of(mask: int, dimension: int) -> set[int]:
    """Everything that the generators, one after the other, make of the collection.

    >>> len(orbit_of(0b111, 3))              # all SETs of AG(3,3)
    117
    """
    orbit, new = {mask}, [mask]
    while new:
        found = {apply(images, old) for images in generators(dimension) for old in new}
        new = list(found - orbit)
        orbit |= found
    return orbit


def canonical_plainly(mask: int, dimension: int) -> int:
    """The least mask that any affine map makes of the collection: equal for two exactly if they are in one orbit.

    >>> canonical_plainly(0b100010001, 2)    # the SET 0, 4, 8
    7
    """
    return min(apply(images, mask) for images in all_maps(dimension))


def stabilizer_plainly(mask: int, dimension: int) -> int:
    """The number of affine maps that take the collection to itself.

    >>> stabilizer_plainly(0b111, 2)
    36
    """
    return sum(apply(images, mask) == mask for images in all_maps(dimension))


def extend_lines_plainly(orbits: dict[int, int], dimension: int, extra: int) -> dict[int, int]:
    """The number of SETs in all collections with `extra` cards more than a mask, each counted by its orbit's size.

    >>> extend_lines_plainly({0b11: 36}, 2, 1)
    {0: 216, 1: 36}
    """
    counts: Counter[int] = Counter()
    for mask, size in orbits.items():
        free = [card for card in range(3**dimension) if not mask >> card & 1]
        for cards in combinations(free, extra):
            counts[len(CardSet.from_mask(mask | _mask(cards), Space(dimension)).lines())] += size
    return dict(sorted(counts.items()))


@cache
def generators(dimension: int) -> tuple[Images, ...]:
    """Maps that generate AGL(d,3): a translation, all orders of the properties, a negative, and x₁ ↦ x₁ + x₂."""
    space = Space(dimension)
    units = unit_vectors(space)
    sheared = (units[0], space.add(units[0], units[1]), *units[2:])
    maps = [AffineMap.translation(units[0], space), AffineMap(space, 0, sheared)]
    maps.append(AffineMap(space, 0, (space.negative(units[0]), *units[1:])))
    maps += [AffineMap(space, 0, order) for order in permutations(units) if order != units]
    return tuple(map_.images for map_ in maps)


@cache
def all_maps(dimension: int) -> tuple[Images, ...]:
    """All of AGL(d,3), for d ≤ 2.

    >>> len(all_maps(2))
    432
    """
    return tuple(_maps(Space(dimension)))


def apply(images: Images, mask: int) -> int:
    """The mask of the images of the cards."""
    return _mask(images[card] for card in range(mask.bit_length()) if mask >> card & 1)


def _maps(space: Space) -> Iterator[Images]:
    for columns in permutations(range(1, len(space)), space.d):
        if space.d < 2 or columns[1] != space.negative(columns[0]):
            for shift in space:
                yield AffineMap(space, shift, columns).images


@cache
def _flat_masks(k: int, dimension: int) -> tuple[int, ...]:
    return tuple(flat.mask for flat in k_flats(k, Space(dimension)))


def _mask(cards: Iterator[int] | tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)
