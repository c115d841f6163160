"""The automorphisms of a design: permutations of the points that take blocks to blocks.

Those of AG(d,q) and PG(d,q) are known (`collineations.py`). For any other design they are found by colour refinement
and backtracking: points get different colours if they lie in differently coloured blocks; when this splits no colour
any more, one point is fixed, every possible image of it is tried, and the refinement goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import prod
from typing import TypeVar

from setlab.geometry.collineations import Permutation, affine_maps, projective_maps
from setlab.geometry.design import Design

__all__ = ["Group", "Permutation", "automorphism_group", "automorphisms", "group_elements", "orbit_of"]

Colours = tuple[int, ...]
Thing = TypeVar("Thing", bound=Hashable)


@dataclass(frozen=True)
class Group:
    """A group of permutations of the points, by generators, with the number of its elements."""

    generators: tuple[Permutation, ...]
    order: int


@lru_cache
def automorphisms(of: Design) -> tuple[Permutation, ...]:
    """Generators of the automorphism group: known maps for geometries, found by search for other designs.

    >>> from setlab.geometry.designs import affine
    >>> all(affine(2, 4).is_automorphism(map_) for map_ in automorphisms(affine(2, 4)))
    True
    """
    geometry = of.geometry
    if geometry is None or of.block_size in (2, of.points):  # any permutation respects such blocks
        return automorphism_group(of).generators
    return (affine_maps if geometry.is_affine else projective_maps)(geometry.d, geometry.q)


def automorphism_group(of: Design) -> Group:
    """The automorphism group by refinement and backtracking, for any design.

    The points of a base are fixed one after the other. The order of the group is the product of the sizes of their
    orbits, each under the stabiliser of the points before.

    >>> from setlab.geometry.designs import projective
    >>> automorphism_group(projective(2, 2)).order
    168
    """
    search = _Search(of)
    base = search.base()
    generators: list[Permutation] = []
    sizes = []
    for link in reversed(range(len(base))):
        orbit = _point_orbit(base[link], generators)
        for image in range(of.points):
            if image not in orbit and (found := search.extend(base, (*base[:link], image))):
                generators.append(found)
                orbit = _point_orbit(base[link], generators)
        sizes.append(len(orbit))
    return Group(tuple(generators), prod(sizes))


class _Search:
    """Colourings of the points of one design, and maps that respect them."""

    def __init__(self, of: Design) -> None:
        self.design = of
        self.refine = cache(self._refine)

    def base(self) -> tuple[int, ...]:
        """Points such that only the identity fixes all of them."""
        base: tuple[int, ...] = ()
        while len(set(colours := self.refine(base))) < self.design.points:
            shared = next(c for c in sorted(colours) if colours.count(c) > 1)
            base = (*base, colours.index(shared))
        return base

    def _refine(self, fixed: tuple[int, ...]) -> Colours:
        """A colouring that depends on the design and the fixed points alone, not on how the points are numbered."""
        colours = [0] * self.design.points
        for number, point in enumerate(fixed):
            colours[point] = number + 1
        while True:
            blocks = [tuple(sorted(colours[point] for point in block)) for block in self.design.blocks]
            seen = [
                (colours[point], tuple(sorted(blocks[block] for block in through)))
                for point, through in enumerate(self.design.through)
            ]
            names = {what: number for number, what in enumerate(sorted(set(seen)))}
            if len(names) == len(set(colours)):
                return tuple(colours)
            colours = [names[what] for what in seen]

    def extend(self, base: tuple[int, ...], images: tuple[int, ...]) -> Permutation | None:
        """An automorphism that takes the first points of the base to these images, or None."""
        source, target = self.refine(base[: len(images)]), self.refine(images)
        if sorted(source) != sorted(target):
            return None
        if len(images) == len(base):
            point_of = {colour: point for point, colour in enumerate(target)}
            found = tuple(point_of[colour] for colour in source)
            return found if self.design.is_automorphism(found) else None
        colour = source[base[len(images)]]
        nexts = (self.extend(base, (*images, point)) for point, other in enumerate(target) if other == colour)
        return next((found for found in nexts if found), None)


def orbit_of(start: Thing, moves: Sequence[Callable[[Thing], Thing]]) -> Iterator[Thing]:
    """Everything that the moves, one after the other, can make of `start`, which comes first.

    >>> sorted(orbit_of(1, [lambda x: x * 2 % 7]))
    [1, 2, 4]
    """
    seen, fresh = {start}, [start]
    while fresh:
        here = fresh.pop()
        yield here
        for move in moves:
            if (image := move(here)) not in seen:
                seen.add(image)
                fresh.append(image)


def group_elements(generators: Sequence[Permutation]) -> Iterator[Permutation]:
    """All elements of a small group, the identity first.

    >>> sum(1 for _ in group_elements(affine_maps(2, 3)))
    432
    """
    identity = tuple(range(len(generators[0])))
    return orbit_of(identity, [partial(_followed_by, images) for images in generators])


def _followed_by(images: Permutation, element: Permutation) -> Permutation:
    return tuple(images[point] for point in element)


def _point_orbit(point: int, generators: Sequence[Permutation]) -> set[int]:
    return set(orbit_of(point, [images.__getitem__ for images in generators]))
