"""Collineations of AG(d,q) and PG(d,q): linear maps, translations, and the Frobenius map.

By the fundamental theorem of projective geometry they generate all collineations if d ≥ 2 and lines have more than two
points; otherwise every permutation is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from setlab.geometry.designs import affine_points, projective_points
from setlab.geometry.fields import Field
from setlab.geometry.vectors import Vector, normalised

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
    return _permutations(affine_points(d, q), [*shifts, *_linear(d, field)], lambda vector: vector)


def linear_maps(d: int, q: int) -> tuple[Permutation, ...]:
    """Generators of ΓL(d,q), the maps that fix point 0, as permutations of the points of AG(d,q).

    >>> linear_maps(1, 3)
    ((0, 2, 1),)
    """
    return _permutations(affine_points(d, q), _linear(d, Field(q)), lambda vector: vector)


def projective_maps(d: int, q: int) -> tuple[Permutation, ...]:
    """Generators of PΓL(d+1,q) as permutations of the points of PG(d,q).

    >>> [len(projective_maps(2, q)) for q in (2, 3, 4)]
    [2, 3, 4]
    """
    field = Field(q)
    return _permutations(projective_points(d, q), _linear(d + 1, field), lambda vector: normalised(vector, field))


def _linear(n: int, field: Field) -> list[Map]:
    """Generators of ΓL(n,q): scale a coordinate, add one coordinate to another, rotate all of them, Frobenius."""
    scale: list[Map] = [_at_first(partial(field.multiply, field.primitive))] if field.q > 2 else []
    shear: list[Map] = [lambda v: (field.add(v[0], v[1]), *v[1:]), lambda v: (*v[1:], v[0])] if n > 1 else []
    frobenius: list[Map] = [lambda v: tuple(map(field.frobenius, v))] if field.degree > 1 else []
    return [*scale, *shear, *frobenius]


def _at_first(change: Callable[[int], int]) -> Map:
    return lambda v: (change(v[0]), *v[1:])


def _permutations(points: Sequence[Vector], maps: Sequence[Map], name: Map) -> tuple[Permutation, ...]:
    number = {vector: i for i, vector in enumerate(points)}
    return tuple(tuple(number[name(map_(vector))] for vector in points) for map_ in maps)
