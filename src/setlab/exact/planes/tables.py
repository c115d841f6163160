"""Collections without a plane: the counts and the largest collection, shipped or computed anew (A13, A14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.exact.planes.counts import PlaneFree, exact_plane_free
from setlab.exact.shipped import Content, Recipe, Report, answer, silent
from setlab.geometry import CardSet, Space
from setlab.limits import PLANE_FREE

if TYPE_CHECKING:
    from setlab.exact.planes.blocking import LargestPlaneFree

SHIPPED = 4
REACHED = (40, 53)
"""The collections of AG(4,3) without a plane are counted for n up to the first of these, and from the second on."""


@dataclass(frozen=True)
class Planes:
    """The counts by n, a largest collection without a plane, and a proof in words that none is larger."""

    table: PlaneFree
    largest: CardSet
    proof: str

    @property
    def dimension(self) -> int:
        """The number of properties."""
        return self.table.dimension

    @property
    def size(self) -> int:
        """The number of cards in the largest collection without a plane."""
        return len(self.largest)


@checked
def exact_planes(dimension: int = 4, recompute: bool = False, report: Report = silent) -> Planes:
    """The collections of n cards of AG(d,3) without a plane, d = 2, 3, 4: read, or computed anew and compared.

    >>> known = exact_planes(4)
    >>> len(known.largest), known.table.counts[9]
    (54, 260887833180)
    """
    if dimension not in PLANE_FREE:
        raise SpecError(f"planes in dimension {dimension} are not counted: choose 2, 3 or 4")
    if dimension == SHIPPED:
        return from_content(answer(recipe(), recompute, report))
    return from_content(compute_planes(dimension, report))


def recipe() -> Recipe:
    """The recipe of the shipped table."""
    return Recipe(
        f"planes-{SHIPPED}", lambda report: compute_planes(SHIPPED, report), "setlab exact planes --recompute"
    )


def compute_planes(dimension: int, report: Report = silent) -> Content:
    """The counts by Möbius inversion, and the largest collection by a search for the smallest blocking set."""
    from setlab.exact.planes.blocking import largest_plane_free

    report("the largest collection without a plane", 0.01)
    largest = largest_plane_free(dimension)
    report("unions of planes, some minutes", 0.05)
    until, from_above = REACHED if dimension == SHIPPED else (None, None)
    counts = exact_plane_free(dimension, until, from_above=from_above).counts
    proof = _proof(len(counts) - 1 - largest.size, largest)
    return {
        "dimension": dimension,
        "counts": [None if count is None else str(count) for count in counts],
        "largest": sorted(largest.cards),
        "proof": proof,
    }


def _proof(blocking: int, largest: LargestPlaneFree) -> str:
    """The searches in words; the last one found the cards that meet every plane."""
    done = [f"{s.size} cards ({_cases(s.pairs)})" for s in largest.searches if s.proves_none and s.pairs]
    words = f"the {blocking} other card{'s meet' if blocking > 1 else ' meets'} every plane, and fewer cannot"
    return f"{words}: searched for {', '.join(done)}, below by counting pairs" if done else words


def _cases(number: int) -> str:
    return f"{number:,} case{'s' * (number != 1)}"


def from_content(content: Content) -> Planes:
    """The table as a value."""
    dimension = content["dimension"]
    counts = tuple(None if text is None else int(text) for text in content["counts"])
    return Planes(PlaneFree(dimension, counts), CardSet(content["largest"], Space(dimension)), content["proof"])
