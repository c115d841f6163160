"""Orbits of AGL(d,3) on collections of cards: begin with `exact_orbits`, which lists those of n cards.

`orbit_levels` has them as arrays, level by level; `count_orbits` gives their number by Burnside's
lemma. `descendants` counts the orbits that grow from a part of a level, so that long lists are made in parts.
"""

from setlab.exact.orbits.burnside import count_orbits, orbit_counts
from setlab.exact.orbits.levels import (
    FAMILIES,
    Descendants,
    Orbit,
    Orbits,
    check_family,
    descendants,
    exact_orbits,
    orbit_levels,
)

__all__ = [
    "FAMILIES", "Descendants", "Orbit", "Orbits", "check_family", "count_orbits", "descendants", "exact_orbits",
    "orbit_counts", "orbit_levels",
]  # fmt: skip
