"""Involutions of a design with at most one fixed point: automorphisms that are their own inverse.

A *reflection* fixes one point, the centre, and every block through it: the first player of anti-SET takes the centre
and then answers each point with its image. With an involution that fixes no point the second player does so. Those of
geometries are known; for other designs they are found by search.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from setlab.geometry.collineations import Permutation
from setlab.geometry.design import Design
from setlab.geometry.designs import affine_points, projective_points
from setlab.geometry.fields import Field
from setlab.geometry.vectors import Vector, add_vectors, multiple, normalised


@lru_cache
def reflection(of: Design, centre: int) -> Permutation | None:
    """An involution that fixes the centre, no other point, and every block through the centre; None if there is none.

    In AG(d,q) with odd q it is x ↦ 2c − x. In a triple system the image of x can only be the third point of
    the block of x and the centre.

    >>> from setlab.geometry.designs import affine
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

    >>> from setlab.geometry.designs import affine, projective
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
    number = {vector: i for i, vector in enumerate(points)}
    double = add_vectors(points[centre], points[centre], field)
    return tuple(number[add_vectors(double, multiple(field.negative(1), x, field), field)] for x in points)


def _translation(d: int, q: int) -> Permutation:
    field, points = Field(q), affine_points(d, q)
    number = {vector: i for i, vector in enumerate(points)}
    step: Vector = (*(0,) * (d - 1), 1)
    return tuple(number[add_vectors(x, step, field)] for x in points)


def _without_eigenvectors(d: int, q: int) -> Permutation:
    """(a, b, …) ↦ (νb, a, …) with a non-square ν: an eigenvalue would be a square root of ν."""
    field, points = Field(q), projective_points(d, q)
    number = {vector: i for i, vector in enumerate(points)}
    squares = {field.multiply(x, x) for x in range(q)}
    other = next(x for x in range(q) if x not in squares)

    def turned(v: Vector) -> Vector:
        """The image of one vector, normalised."""
        pairs = ((field.multiply(other, v[i + 1]), v[i]) for i in range(0, d + 1, 2))
        return normalised(tuple(x for pair in pairs for x in pair), field)

    return tuple(number[turned(v)] for v in points)


def _beside(of: Design, centre: int, x: int) -> list[int]:
    """The possible images of x under a reflection: the points on every block through x and the centre."""
    common = set(range(of.points)) - {x, centre}
    for number in of.through[x]:
        if centre in of.blocks[number]:
            common.intersection_update(of.blocks[number])
    return sorted(common)


def _search(of: Design, images: Sequence[Sequence[int]]) -> Permutation | None:
    """An involution that takes every point to one of its allowed images, by backtracking; None if there is none."""
    return _extend(of, images, {})


def _extend(of: Design, images: Sequence[Sequence[int]], map_: dict[int, int]) -> Permutation | None:
    if len(map_) == of.points:
        whole = tuple(map_[x] for x in range(of.points))
        return whole if of.is_automorphism(whole) else None
    x = max((x for x in range(of.points) if x not in map_), key=lambda x: (_determined(of, x, map_), -len(images[x])))
    for y in images[x]:
        if y not in map_ and x in images[y]:
            longer = {**map_, x: y, y: x}
            if _is_possible(of, (x, y), longer) and (found := _extend(of, images, longer)):
                return found
    return None


def _determined(of: Design, x: int, map_: dict[int, int]) -> int:
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
