"""Bounds on the value of a whole game that need no search; `Solution` defines the value."""

from __future__ import annotations

from setlab.caps.known_sizes import known
from setlab.geometry.design import Design
from setlab.geometry.involutions import first_reflection, free_involution


def mirror_lower(design: Design) -> int:
    """A lower bound from a reflection: Xavier takes its centre, mirrors, and never loses, unless the centre is a block.

    >>> from setlab.geometry.designs import affine
    >>> mirror_lower(affine(2, 5)), mirror_lower(affine(2, 4))
    (0, -16)
    """
    return 0 if design.block_size > 1 and first_reflection(design) else -design.points


def mirror_upper(design: Design) -> int:
    """An upper bound from an involution without fixed points: Olivia mirrors and never loses.

    >>> from setlab.geometry.designs import affine
    >>> mirror_upper(affine(2, 5)), mirror_upper(affine(2, 4))
    (25, 0)
    """
    return 0 if free_involution(design) else design.points


def theorem7_lower(design: Design) -> int:
    """A lower bound on AG(d,3): Xavier wins in at most m₂ rounds, the size of the largest cap (theorems 7 and 15).

    >>> from setlab.geometry.designs import affine
    >>> theorem7_lower(affine(4, 3))            # round 20 is over with ply 40: 82 − 40
    42
    """
    geometry = design.geometry
    if geometry is None or (geometry.kind, geometry.q, geometry.k) != ("AG", 3, 1) or geometry.d < 2:
        return -design.points
    largest = known(geometry.d).upper
    return design.points + 1 - 2 * largest if largest else 1
