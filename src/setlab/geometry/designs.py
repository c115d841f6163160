"""AG(d,q) and PG(d,q) as designs, whose blocks are the lines or the k-flats, and designs by name.

A point of AG(d,q) is numbered as a card is: its coordinates read in base q, the first the most significant. The
points of PG(d,q) are the vectors whose first non-zero coordinate is 1, in ascending order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from setlab.arguments import checked
from setlab.errors import RuleError, SpecError, quoted
from setlab.geometry.design import Block, Design, Geometry
from setlab.geometry.design_text import from_file
from setlab.geometry.fields import Field
from setlab.geometry.vectors import Vector, count_subspaces, echelon_bases, normalised, span_of
from setlab.limits import DESIGNS, between

MOST_BLOCKS = 100_000
"""The largest number of blocks that is built; AG(6,3) has 88,452 lines."""

_GEOMETRY = re.compile(r"\s*(AG|PG)\s*\(\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)\s*", re.IGNORECASE)


@checked
@lru_cache
def affine(dimension: int, q: int = 3, k: int = 1) -> Design:
    """AG(d,q): the q^d points, with the k-flats as blocks; k = 1, the default, means the lines.

    Two points lie together in as many k-flats as GF(q)^(d−1) has subspaces of dimension k − 1.

    >>> affine(4, 3)
    Design(points=81, t=2, lam=1, name='AG(4,3)')
    >>> len(affine(4, 3).blocks), len(affine(4, 3, 2).blocks), affine(4, 3, 2).lam
    (1080, 1170, 13)
    """
    geometry = Geometry("AG", dimension, q, k)
    _check_size(geometry)
    points = {vector: number for number, vector in enumerate(affine_points(dimension, q))}
    blocks = (
        tuple(points[vector] for vector in flat) for class_ in _parallel_flats(dimension, q, k) for flat in class_
    )
    lam = count_subspaces(dimension - 1, k - 1, q)
    return Design(len(points), blocks, lam=lam, name=str(geometry), geometry=geometry)


@checked
@lru_cache
def projective(dimension: int, q: int, k: int = 1) -> Design:
    """PG(d,q): the (q^(d+1) − 1)/(q − 1) points, with the k-flats as blocks; k = 1, the default, means the lines.

    >>> projective(2, 2).blocks
    ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5))
    >>> projective(3, 2, 2)
    Design(points=15, t=2, lam=3, name='PG(3,2,2)')
    """
    field, geometry = Field(q), Geometry("PG", dimension, q, k)
    _check_size(geometry)
    points = {vector: number for number, vector in enumerate(projective_points(dimension, q))}
    zero = (0,) * (dimension + 1)
    blocks = (
        {points[normalised(vector, field)] for vector in span_of(basis, field, zero) if any(vector)}
        for basis in echelon_bases(k + 1, dimension + 1, field)
    )
    lam = count_subspaces(dimension - 1, k - 1, q)
    return Design(len(points), blocks, lam=lam, name=str(geometry), geometry=geometry)


def affine_points(d: int, q: int) -> list[Vector]:
    """The points of AG(d,q) in the order of their numbers.

    >>> affine_points(2, 3)[5]
    (1, 2)
    """
    return list(product(range(Field(q).q), repeat=d))


def projective_points(d: int, q: int) -> list[Vector]:
    """The points of PG(d,q) in the order of their numbers.

    >>> projective_points(2, 2)[:4]
    [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0)]
    """
    return [v for v in product(range(Field(q).q), repeat=d + 1) if next((x for x in v if x), 0) == 1]


@checked
def parallel_classes(dimension: int, q: int = 3, k: int = 1) -> list[tuple[Block, ...]]:
    """The parallel classes of k-flats of AG(d,q); the flats of a class cover every point once.

    >>> parallel_classes(2, 3)[0]
    ((0, 3, 6), (1, 4, 7), (2, 5, 8))
    """
    _check_size(Geometry("AG", dimension, q, k))
    points = {vector: number for number, vector in enumerate(affine_points(dimension, q))}
    return [
        tuple(sorted(tuple(sorted(points[vector] for vector in flat)) for flat in class_))
        for class_ in _parallel_flats(dimension, q, k)
    ]


@checked
def find_design(name: str) -> Design:
    """The design of this name: AG(d,q), PG(d,q), with a third number for k-flats, STS:FILE or BLOCKS:FILE.

    >>> find_design("PG(2,4)").points, find_design("AG(4,3,2)").block_size
    (21, 9)
    """
    if geometry := _geometry_named(name):
        return _built(geometry)
    kind, colon, path = name.partition(":")
    if colon and kind.strip().upper() == "BLOCKS":
        return _recognised(from_file(path))
    if colon and kind.strip().upper() == "STS":
        return _recognised(_steiner_triples(from_file(path), path))
    raise SpecError(f"{quoted(name)} is not a design: write AG(3,3), PG(2,4), STS:FILE or BLOCKS:FILE")


def _geometry_named(name: str) -> Geometry | None:
    match = _GEOMETRY.fullmatch(name)
    if match is None:
        return None
    kind, d, q, k = match.groups(default="1")
    return Geometry(kind.upper(), int(d), int(q), int(k))


def _built(geometry: Geometry) -> Design:
    return (affine if geometry.is_affine else projective)(geometry.d, geometry.q, geometry.k)


def _recognised(read: Design) -> Design:
    """The geometry whose name a file gives, if the blocks are its blocks, point by point; else the design as read."""
    geometry = _geometry_named(read.name)
    try:
        return known if geometry and (known := _built(geometry)) == read else read
    except SpecError:
        return read


def _steiner_triples(found: Design, path: str) -> Design:
    if (found.block_size, found.t, found.lam) != (3, 2, 1):
        raise RuleError(
            f"{quoted(path)} has {found.t}-({found.points},{found.block_size},{found.lam}) blocks: "
            "a Steiner triple system has blocks of 3, t = 2 and λ = 1; write BLOCKS:FILE for others"
        )
    return found


def _parallel_flats(d: int, q: int, k: int) -> Iterator[list[list[Vector]]]:
    """The flats of each direction: one through every point whose leading coordinates are 0."""
    field = Field(q)
    for basis in echelon_bases(k, d, field):
        leading = {next(i for i, x in enumerate(row) if x) for row in basis}
        starts = product(*((0,) if i in leading else range(q) for i in range(d)))
        yield [span_of(basis, field, start) for start in starts]


def _check_size(geometry: Geometry) -> None:
    d, q, k = geometry.d, geometry.q, geometry.k
    if d not in DESIGNS or not 1 <= k <= d:
        raise SpecError(
            f"{geometry.kind}({d},{q}) has no {k}-flats to play on: choose d from {between(DESIGNS)} and k from 1 to d"
        )
    affine_count, projective_count = Field(q).q ** (d - k) * count_subspaces(d, k, q), count_subspaces(d + 1, k + 1, q)
    blocks = affine_count if geometry.is_affine else projective_count
    if blocks > MOST_BLOCKS:
        raise SpecError(f"{geometry.kind}({d},{q}) has {blocks} blocks: choose a design with at most {MOST_BLOCKS}")
