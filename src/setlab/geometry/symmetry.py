"""The automorphisms of a design: permutations of the points that take blocks to blocks.

The collineations of AG(d,q) and PG(d,q) are linear maps, translations, and the Frobenius map. By the fundamental
theorem of projective geometry they generate all automorphisms if d ≥ 2 and lines have more than two points; otherwise
every permutation is one. For any other design they are found by colour refinement and backtracking: points get
different colours if they lie in differently coloured blocks; when this splits no colour any more, one point is fixed,
and refinement continues for each of its possible images.

Involutions are automorphisms that are their own inverse. A *reflection* fixes one point, the centre, and every block
through it: the first player of anti-SET takes the centre and then answers each point with its image. With an involution
that fixes no point the second player does so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import prod
from typing import TypeVar

from setlab.geometry.design import Design, affine_points, projective_points
from setlab.geometry.fields import Field, Vector, add_vectors, multiple, normalise

Permutation = tuple[int, ...]
"""The images of the points, in the order of the points."""

Map = Callable[[Vector], Vector]


def affine_maps(d: int, q: int) -> tuple[Permutation, ...]:
    """Generators of AΓL(d,q) as permutations of the points of AG(d,q), the translations first.

    >>> affine_maps(1, 3)                       # x + 1 and 2x
    ((1, 2, 0), (0, 2, 1))
    """
    field = Field(q)
    shifts = [_at_first(partial(field.add, field.p**i)) for i in range(field.degree)]
    return _permutations(affine_points(d, q), [*shifts, *_linear(d, field)])


def linear_maps(d: int, q: int) -> tuple[Permutation, ...]:
    """Generators of ΓL(d,q), the maps that fix point 0, as permutations of the points of AG(d,q).

    >>> linear_maps(1, 3)
    ((0, 2, 1),)
    """
    return _permutations(affine_points(d, q), _linear(d, Field(q)))


def projective_maps(d: int, q: int) -> tuple[Permutation, ...]:
    """Generators of PΓL(d+1,q) as permutations of the points of PG(d,q).

    >>> [len(projective_maps(2, q)) for q in (2, 3, 4)]
    [2, 3, 4]
    """
    field = Field(q)
    return _permutations(projective_points(d, q), _linear(d + 1, field), lambda vector: normalise(vector, field))


def _linear(n: int, field: Field) -> list[Map]:
    """Generators of ΓL(n,q): scale a coordinate, add one coordinate to another, rotate all of them, Frobenius."""
    scale: list[Map] = [_at_first(partial(field.multiply, field.primitive))] if field.q > 2 else []
    shear: list[Map] = [lambda v: (field.add(v[0], v[1]), *v[1:]), lambda v: (*v[1:], v[0])] if n > 1 else []
    frobenius: list[Map] = [lambda v: tuple(map(field.frobenius, v))] if field.degree > 1 else []
    return [*scale, *shear, *frobenius]


def _at_first(change: Callable[[int], int]) -> Map:
    return lambda v: (change(v[0]), *v[1:])


def _permutations(points: Sequence[Vector], maps: Sequence[Map], name: Map = tuple) -> tuple[Permutation, ...]:
    number = {vector: i for i, vector in enumerate(points)}
    return tuple(tuple(number[name(map_(vector))] for vector in points) for map_ in maps)


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

    >>> from setlab.geometry.design import affine
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

    >>> from setlab.geometry.design import projective
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
    """The orbit of `start` under the moves, beginning with `start`.

    >>> sorted(orbit_of(1, [lambda x: x * 2 % 7]))
    [1, 2, 4]
    """
    seen, fresh = {start}, [start]
    while fresh:
        thing = fresh.pop()
        yield thing
        for move in moves:
            if (image := move(thing)) not in seen:
                seen.add(image)
                fresh.append(image)


def group_elements(generators: Sequence[Permutation]) -> Iterator[Permutation]:
    """All elements of a small group, the identity first.

    >>> sum(1 for _ in group_elements(affine_maps(2, 3)))
    432
    """
    identity = tuple(range(len(generators[0])))
    return orbit_of(identity, [partial(_compose, images) for images in generators])


def _compose(images: Permutation, element: Permutation) -> Permutation:
    return tuple(images[point] for point in element)


def _point_orbit(point: int, generators: Sequence[Permutation]) -> set[int]:
    return set(orbit_of(point, [images.__getitem__ for images in generators]))


@lru_cache
def reflection(of: Design, centre: int) -> Permutation | None:
    """An involution that fixes the centre, no other point, and every block through the centre; None if there is none.

    In AG(d,q) with odd q it is x ↦ 2c − x. In a triple system the image of x can only be the third point of
    the block of x and the centre.

    >>> from setlab.geometry.design import affine
    >>> reflection(affine(2, 3), 0)
    (0, 2, 1, 6, 8, 7, 3, 5, 4)
    """
    of.check_point(centre)
    geometry = of.geometry
    if geometry and geometry.is_affine and geometry.q % 2:
        return _point_reflection(geometry.d, geometry.q, centre)
    images = [[centre] if x == centre else _beside(of, centre, x) for x in range(of.points)]
    return _search(of, images) if of.points % 2 else None


@lru_cache
def first_reflection(of: Design) -> tuple[int, Permutation] | None:
    """The first centre of a reflection, and the reflection; None if the design has none."""
    found = ((centre, reflection(of, centre)) for centre in range(of.points))
    return next(((centre, map_) for centre, map_ in found if map_), None)


@lru_cache
def free_involution(of: Design) -> Permutation | None:
    """An involution without a fixed point; None if there is none.

    In AG(d,q) with even q it is a translation. In PG(d,q) with odd q and odd d it is a linear map whose square is
    the multiplication of all vectors by a non-square.

    >>> from setlab.geometry.design import affine, projective
    >>> free_involution(affine(1, 4)), free_involution(projective(2, 2))
    ((1, 0, 3, 2), None)
    """
    if of.points % 2:
        return None
    geometry = of.geometry
    if geometry and geometry.is_affine:  # an even number of points: q is even
        return _translation(geometry.d, geometry.q)
    if geometry:
        return _without_eigenvectors(geometry.d, geometry.q)
    return _search(of, [[y for y in range(of.points) if y != x] for x in range(of.points)])


def _point_reflection(d: int, q: int, centre: int) -> Permutation:
    field, points = Field(q), affine_points(d, q)
    double, minus = add_vectors(points[centre], points[centre], field), field.negative(1)
    return _permutations(points, [lambda x: add_vectors(double, multiple(minus, x, field), field)])[0]


def _translation(d: int, q: int) -> Permutation:
    field, points = Field(q), affine_points(d, q)
    return _permutations(points, [lambda x: add_vectors(x, points[1], field)])[0]


def _without_eigenvectors(d: int, q: int) -> Permutation:
    """(a, b, …) ↦ (νb, a, …) with a non-square ν: an eigenvalue would be a square root of ν."""
    field = Field(q)
    squares = {field.multiply(x, x) for x in range(q)}
    other = next(x for x in range(q) if x not in squares)

    def turn(v: Vector) -> Vector:
        """The image of one vector."""
        return tuple(x for i in range(0, d + 1, 2) for x in (field.multiply(other, v[i + 1]), v[i]))

    return _permutations(projective_points(d, q), [turn], lambda vector: normalise(vector, field))[0]


def _beside(of: Design, centre: int, x: int) -> list[int]:
    """The possible images of x under a reflection: the points on every block through x and the centre."""
    common = set(range(of.points)) - {x, centre}
    for number in of.through[x]:
        if centre in of.blocks[number]:
            common.intersection_update(of.blocks[number])
    return sorted(common)


def _search(of: Design, images: Sequence[Sequence[int]], known: dict[int, int] | None = None) -> Permutation | None:
    """An involution that takes every point to one of its allowed images, by backtracking; None if there is none."""
    map_ = known or {}
    if len(map_) == of.points:
        whole = tuple(map_[x] for x in range(of.points))
        return whole if of.is_automorphism(whole) else None
    x = max((x for x in range(of.points) if x not in map_), key=lambda x: (_known_blocks(of, x, map_), -len(images[x])))
    for y in images[x]:
        if y not in map_ and x in images[y]:
            longer = {**map_, x: y, y: x}
            if _is_possible(of, (x, y), longer) and (found := _search(of, images, longer)):
                return found
    return None


def _known_blocks(of: Design, x: int, map_: dict[int, int]) -> int:
    """The number of blocks through the point with at least two points whose images are known."""
    return sum(sum(p in map_ for p in of.blocks[block]) >= 2 for block in of.through[x])


def _is_possible(of: Design, changed: Sequence[int], map_: dict[int, int]) -> bool:
    """True if every block through a changed point still has a possible image."""
    for point in changed:
        for number in of.through[point]:
            images = {map_[p] for p in of.blocks[number] if p in map_}
            if not any(images.issubset(of.blocks[other]) for other in of.through[map_[point]]):
                return False
    return True
