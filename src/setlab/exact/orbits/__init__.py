"""Orbits of AGL(d,3) on collections of cards: begin with `exact_orbits`, which lists those of n cards.

`orbit_levels` has them as arrays, level by level; `count_orbits` says how many there must be. `descendants` counts what
grows from a part of a level, so that long lists are made in parts.
"""

from setlab.exact.orbits.burnside import count_orbits, orbit_counts
from setlab.exact.orbits.levels import FAMILIES, Orbits, orbit_levels
from setlab.exact.orbits.listing import Orbit, exact_orbits
from setlab.exact.orbits.subtrees import Descendants, descendants

__all__ = [
    "FAMILIES",
    "Descendants",
    "Orbit",
    "Orbits",
    "count_orbits",
    "descendants",
    "exact_orbits",
    "orbit_counts",
    "orbit_levels",
]
