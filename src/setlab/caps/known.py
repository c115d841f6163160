"""The size m₂ of the largest caps, as far as it is known, with its source, and what can be built here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from setlab.caps.constructions import LARGEST_FIND, find
from setlab.errors import SpecError
from setlab.geometry.fields import Field

LARGEST_KNOWN = 100
"""The largest dimension for which `known` answers."""


@dataclass(frozen=True)
class Known:
    """Bounds on the size of the largest cap of AG(d,q); the upper one is None where none is cited here."""

    d: int
    q: int
    lower: int
    upper: int | None
    source: str
    buildable: int

    @property
    def is_exact(self) -> bool:
        """True if the two bounds meet."""
        return self.lower == self.upper


BOSE = "Bose, Mathematical theory of the symmetrical factorial design, Sankhyā 8 (1947)"
PELLEGRINO = "Pellegrino, Sul massimo ordine delle calotte in S4,3, Matematiche 25 (1970)"
EDEL_FERRET = (
    "Edel, Ferret, Landjev, Storme, The classification of the largest caps in AG(5,3), J. Combin. Theory A 99 (2002)"
)
POTECHIN = "Potechin, Maximal caps in AG(6,3), Des. Codes Cryptogr. 46 (2008)"
CALDERBANK = (
    "at least 236: Calderbank, Fishburn, Maximal three-independent subsets of {0,1,2}^n, Des. Codes Cryptogr. 4 "
    "(1994); at most 288: Thackeray, The cap set problem: up to dimension 7, arXiv:2206.09804"
)
FUNSEARCH = "Romera-Paredes and others, Mathematical discoveries from program search, Nature 625 (2024)"
QVIST = "Qvist, Some remarks concerning curves of the second degree in a finite plane, Ann. Acad. Sci. Fenn. 134 (1952)"
EDEL_BIERBRAUER = "Edel, Bierbrauer, The largest cap in AG(4,4) and its uniqueness, Des. Codes Cryptogr. 29 (2003)"

TERNARY: dict[int, tuple[int, int | None, str]] = {
    1: (2, 2, "a line has three points"),
    2: (4, 4, BOSE),
    3: (9, 9, BOSE),
    4: (20, 20, PELLEGRINO),
    5: (45, 45, EDEL_FERRET),
    6: (112, 112, POTECHIN),
    7: (236, 288, CALDERBANK),
    8: (512, None, FUNSEARCH),
}


def known(d: int = 4, q: int = 3) -> Known:
    """What is known about the largest cap of AG(d,q).

    >>> [known(d).lower for d in range(1, 10)]
    [2, 4, 9, 20, 45, 112, 236, 512, 1024]
    >>> known(4, 4).lower, known(4, 4).buildable, known(3, 5).is_exact
    (40, 36, True)
    """
    if not 1 <= d <= LARGEST_KNOWN:
        raise SpecError(f"dimension {d} is out of range: choose one from 1 to {LARGEST_KNOWN}")
    built = buildable_size(d, Field(q).q)
    lower, upper, source = _cited(d, q) or (built, None, "the best product of caps that are built here")
    return Known(d, q, lower, upper, source, built)


@lru_cache
def buildable_size(d: int, q: int = 3) -> int:
    """The size of the largest cap of AG(d,q) that is a construction of `find` or a product of such.

    >>> buildable_size(7), buildable_size(12), buildable_size(12) == 112**2
    (236, 12544, True)
    """
    if d <= LARGEST_FIND.get(q, 0):
        return len(find(d, q))
    if q == 2:
        return int(2**d)
    return max(buildable_size(i, q) * buildable_size(d - i, q) for i in range(1, d // 2 + 1))


def _cited(d: int, q: int) -> tuple[int, int | None, str] | None:
    if q == 3:
        return TERNARY.get(d)
    if q == 2:
        return 2**d, 2**d, "a line has only two points"
    if d == 1:
        return 2, 2, f"a line has {q} points"
    if d == 2:
        return (q + 2, q + 2, BOSE) if q % 2 == 0 else (q + 1, q + 1, BOSE)
    if (
        d == 3
    ):  # PG(3,q) has caps of at most q² + 1 points, and one of that size meets every plane, also that at infinity
        return q * q, q * q, QVIST if q % 2 == 0 else BOSE
    return (40, 40, EDEL_BIERBRAUER) if (d, q) == (4, 4) else None
