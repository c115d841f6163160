"""The orbits of AGL(d,3) on collections of n cards by applying maps until nothing new comes."""

from __future__ import annotations

from setlab.geometry.symmetry import affine_maps
from setlab.reference.lines import is_in_family, orbits_of, subsets


def all_orbits(dimension: int, n: int, family: str = "all") -> dict[int, int]:
    """The least mask of every orbit on the collections of n cards in the family, and the size of the orbit.

    >>> all_orbits(2, 3)                     # a SET, and three cards that are none
    {7: 12, 11: 72}
    """
    members = [mask for mask in subsets(dimension, n) if is_in_family(mask, dimension, family)]
    return {min(orbit): len(orbit) for orbit in orbits_of(members, affine_maps(dimension, 3))}
