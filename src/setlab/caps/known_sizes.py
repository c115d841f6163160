"""The size m₂ of the largest cap, where it is known, with its source, and the size of the caps built here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from string import Formatter

from setlab.arguments import checked
from setlab.caps.constructions import LARGEST_FIND, find
from setlab.errors import SpecError
from setlab.geometry.fields import Field
from setlab.limits import FORMULAS, between
from setlab.sources.references import reference


@checked
@dataclass(frozen=True)
class Known:
    """Bounds on the size of the largest cap of AG(d,q); the upper one is None where none is cited here.

    `source` cites the works in full, and `references` has their keys.
    """

    d: int
    q: int
    lower: int
    upper: int | None
    source: str
    references: tuple[str, ...]
    buildable: int

    @property
    def dimension(self) -> int:
        """The dimension of the geometry, d."""
        return self.d

    @property
    def is_exact(self) -> bool:
        """True if both bounds are equal."""
        return self.lower == self.upper


Cited = tuple[int, int | None, str]
"""Lower bound, upper bound, and the reason: a sentence with the keys of references in braces."""

TERNARY: dict[int, Cited] = {
    1: (2, 2, "a line has three points"),
    2: (4, 4, "{bose1947}"),
    3: (9, 9, "{bose1947}"),
    4: (20, 20, "{pellegrino1970}"),
    5: (45, 45, "{edel2002}"),
    6: (112, 112, "{potechin2008}"),
    7: (236, 288, "at least 236: {calderbank1994}; at most 288: {thackeray2022}"),
    8: (512, None, "{romeraparedes2024}"),
}


@checked
def known(dimension: int = 4, q: int = 3) -> Known:
    """The known bounds on the size of the largest cap of AG(d,q).

    >>> [known(d).lower for d in range(1, 10)]
    [2, 4, 9, 20, 45, 112, 236, 512, 1024]
    >>> known(4, 4).lower, known(4, 4).buildable, known(3, 5).is_exact
    (40, 36, True)
    """
    if dimension not in FORMULAS:
        raise SpecError(f"dimension {dimension} is out of range: choose one from {between(FORMULAS)}")
    built = buildable_size(dimension, Field(q).q)
    lower, upper, why = _citation(dimension, q) or (built, None, "the best product of caps that are built here")
    keys = tuple(key for _, key, _, _ in Formatter().parse(why) if key)
    source = why.format_map({key: reference(key).citation for key in keys})
    return Known(dimension, q, lower, upper, source, keys, built)


@checked
@lru_cache
def buildable_size(dimension: int, q: int = 3) -> int:
    """The size of the largest cap of AG(d,q) that `find` constructs or that is a product of such caps.

    >>> buildable_size(7), buildable_size(12), buildable_size(12) == 112**2, buildable_size(2, 11)
    (236, 12544, True, 4)
    """
    if dimension not in FORMULAS:
        raise SpecError(f"dimension {dimension} is out of range: choose one from {between(FORMULAS)}")
    if dimension <= LARGEST_FIND.get(Field(q).q, 0):
        return len(find(dimension, q))
    if dimension == 1:
        return 2
    if q == 2:
        return int(2**dimension)
    return max(buildable_size(i, q) * buildable_size(dimension - i, q) for i in range(1, dimension // 2 + 1))


def _citation(d: int, q: int) -> Cited | None:
    if q == 3:
        return TERNARY.get(d)
    if q == 2:
        return 2**d, 2**d, "a line has only two points"
    if d == 1:
        return 2, 2, f"a line has {q} points"
    if d == 2:
        return (q + 2, q + 2, "{bose1947}") if q % 2 == 0 else (q + 1, q + 1, "{bose1947}")
    if d == 3:  # a cap of PG(3,q) has at most q² + 1 points, and one of that size meets the plane at infinity too
        return q * q, q * q, "{qvist1952}" if q % 2 == 0 else "{bose1947}"
    return (40, 40, "{edel2003}") if (d, q) == (4, 4) else None
