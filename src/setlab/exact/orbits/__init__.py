"""Orbits of AGL(d,3) on collections of cards: begin with `orbit_levels`; `count_orbits` says how many there must be."""

from setlab.exact.orbits.burnside import count_orbits, orbit_counts
from setlab.exact.orbits.levels import FAMILIES, Orbits, orbit_levels

__all__ = ["FAMILIES", "Orbits", "count_orbits", "orbit_counts", "orbit_levels"]
