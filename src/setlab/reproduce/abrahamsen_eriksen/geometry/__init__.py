"""Arithmetic modulo 3, lines, planes, parallels and cubes (A6 to A9)."""

from setlab.reproduce.abrahamsen_eriksen.geometry import (
    axioms,
    cubes,
    modular_arithmetic,
    parallels,
    planes,
    skew,
    vectors,
)
from setlab.reproduce.running import Gather

PARTS = (
    modular_arithmetic,
    vectors,
    planes,
    axioms,
    parallels,
    skew,
    cubes,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
