"""The symmetries of a design for the solver: generators of the automorphism group, and its order."""

from __future__ import annotations

from math import prod

from setlab.antiset.triples import System
from setlab.geometry.design import Design
from setlab.geometry.fields import Field
from setlab.geometry.symmetry import Group, Permutation, automorphism_group, automorphisms

LARGEST_ORDER = 2**60
"""The engine counts with 64 bits. Only designs with very few blocks have larger groups."""


def group_of(design: Design) -> tuple[tuple[Permutation, ...], int]:
    """Generators and order of the automorphism group; no generators and 1 if it is too large for the engine.

    >>> from setlab.geometry.designs import affine, projective
    >>> group_of(affine(3, 3))[1], group_of(projective(2, 4))[1]
    (303264, 120960)
    """
    group = _group(design)
    return (group.generators, group.order) if 1 < group.order < LARGEST_ORDER else ((), 1)


def _group(design: Design) -> Group:
    geometry = design.geometry
    if geometry and design.block_size not in (2, design.points):
        return Group(automorphisms(design), count_maps(geometry.kind, geometry.d, geometry.q))
    if (design.block_size, design.t, design.lam) == (3, 2, 1) and design.points > 3:
        return System.of(design.points, design.blocks).group()
    return automorphism_group(design)


def count_maps(kind: str, d: int, q: int) -> int:
    """The order of AΓL(d,q), or of PΓL(d+1,q).

    >>> count_maps("AG", 2, 3), count_maps("PG", 2, 2)
    (432, 168)
    """
    n = d if kind == "AG" else d + 1
    linear = prod(int(q**n) - int(q**i) for i in range(n)) * Field(q).degree
    return linear * int(q**d) if kind == "AG" else linear // (q - 1)
