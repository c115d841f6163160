"""Lower bounds on the number of SETs in n cards of AG(d,3) from the minima in AG(d−1,3), and proofs of them as data.

A *direction* is a class of three parallel hyperplanes; a collection cuts it into three *sections*, whose sizes,
largest first, are its `Sizes` in that direction. `fewest` is a table: fewest[h] is the least number of SETs in h cards
of a hyperplane. For d ≤ 3, `walk` enumerates all 2^(3^d) collections.

A section is an integer mask of the 3^(d−1) ≤ 27 cards that differ in their last d − 1 properties. Cards x, y, z of the
three sections are a SET of AG(d,3) when x + y + z = 0, as cards of AG(d−1,3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from setlab import _core
from setlab.errors import SpecError
from setlab.limits import ENUMERATED, between

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Sizes = tuple[int, int, int]
"""The numbers of cards in three parallel sections, the largest first."""

ROWS_IN_A_CALL = 50_000
"""The number of second sections in one call of the core, which takes about a second."""


@dataclass(frozen=True)
class JoinedSections:
    """Three sections, and the number of SETs in the collection that they make."""

    lines: int
    sections: tuple[int, int, int]

    def mask(self, dimension: int) -> int:
        """The collection of AG(d+1,3) whose sections have first property 0, 1, 2."""
        return join_sections(self.sections, dimension)


def join_sections(sections: Iterable[int], dimension: int) -> int:
    """The collection of AG(d+1,3) with these sections in AG(d,3).

    >>> bin(join_sections([0b001, 0b010, 0b100], 1))
    '0b100010001'
    """
    return sum(section << index * 3**dimension for index, section in enumerate(sections))


def fewest_lines_with_sections(sizes: Sizes, limit: int, dimension: int = 3) -> JoinedSections | None:
    """A collection with the fewest SETs among those with sections of these sizes, or None if it has more than `limit`.

    The first section runs through representatives under affine maps, applied to all three sections; the second through
    representatives under translations, which the third section compensates. For each pair the third section is chosen
    card by card, by branch and bound.

    >>> fewest_lines_with_sections((3, 3, 1), limit=9, dimension=1)
    JoinedSections(lines=5, sections=(7, 7, 1))
    >>> fewest_lines_with_sections((3, 3, 1), limit=4, dimension=1) is None
    True
    """
    _check_sections(sizes, dimension)
    first = subset_orbits(sizes[0], dimension, affine=True)[0]
    second = subset_orbits(sizes[1], dimension, affine=False)[0]
    best = None
    for row in range(0, len(second), ROWS_IN_A_CALL):
        rows = second[row : row + ROWS_IN_A_CALL]
        found = _core.fewest_lines_over(first, rows, sizes[2], limit, dimension=dimension)
        if found is not None:
            best, limit = JoinedSections(found[0], found[1:]), found[0] - 1
    return best


@lru_cache(maxsize=32)
def subset_orbits(size: int, dimension: int, *, affine: bool) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The smallest mask and the size of every orbit of AGL(d,3), or of the translations, on collections of this size.

    >>> [part.tolist() for part in subset_orbits(3, 2, affine=True)]    # lines, and the other triples
    [[7, 11], [12, 72]]
    """
    _check_sections((size, 0, 0), dimension)
    masks, sizes = _core.subset_orbits(dimension, size, affine=affine)
    masks.flags.writeable = sizes.flags.writeable = False  # all callers share them
    return masks, sizes


def _check_sections(sizes: Sizes, dimension: int) -> None:
    if dimension not in ENUMERATED:
        raise SpecError(f"dimension {dimension} is out of range: sections have {between(ENUMERATED)} dimensions")
    for size in sizes:
        if not 0 <= size <= 3**dimension:
            raise SpecError(f"a section of {size} cards is out of range: choose 0 to {3**dimension}")


class DirectionWeights(NamedTuple):
    """The worth of a direction with sections of sizes h: Σ pairs·C(h,2) + triples·C(h,3) − lines·fewest[h].

    With suitable weights the total over all directions, which is known, exceeds the most that they can be worth.
    """

    pairs: int
    triples: int
    lines: int

    def worth(self, sizes: Sizes, fewest: Sequence[int]) -> int:
        """The worth of one direction.

        >>> DirectionWeights(7, -1, 0).worth((9, 9, 9), [0] * 10)
        504
        """
        return sum(self.pairs * comb(h, 2) + self.triples * comb(h, 3) - self.lines * fewest[h] for h in sizes)


def lines_with_complement(n: int, dimension: int) -> int:
    """The number of SETs within n cards plus the number within the other cards: it depends on n alone.

    Inclusion and exclusion: from all SETs subtract those through each of the n cards, and add one for every two cards.

    >>> lines_with_complement(3, 2), lines_with_complement(27, 4)
    (3, 351)
    """
    cards: int = 3**dimension
    through = (cards - 1) // 2
    return cards * through // 3 - n * through + comb(n, 2)


def deletion_bound(n: int, fewer: int) -> int:
    """The least number of SETs in n cards, if n − 1 cards have at least `fewer`.

    Remove each of the n cards in turn. Every SET remains n − 3 times, so that (n − 3)·L ≥ n·fewer.

    >>> deletion_bound(22, 3), deletion_bound(34, 36)
    (4, 40)
    """
    return -(-n * fewer // (n - 3)) if n > 3 else 0


def section_sizes(n: int, dimension: int) -> list[Sizes]:
    """The possible sizes of the three sections of n cards.

    >>> section_sizes(7, 2)
    [(3, 2, 2), (3, 3, 1)]
    """
    most = 3 ** (dimension - 1)
    pairs = ((a, b) for a in range(most + 1) for b in range(a + 1))
    return [(a, b, n - a - b) for a, b in pairs if 0 <= n - a - b <= b]


def bound_from_sizes(sizes: Sizes, fewest: Sequence[int]) -> int:
    """A lower bound on the SETs of a collection with these sections, within sections and across all three.

    A card z of the third section forms a SET with x and y when x + y = −z. Of the m cards x of a hyperplane, a are in
    the first section, and b have their y in the second; so at least a + b − m do both. The other sections likewise.

    >>> fewest = [0, 0, 0, 1]
    >>> bound_from_sizes((3, 3, 1), fewest), bound_from_sizes((3, 2, 2), fewest)
    (5, 5)
    """
    m = len(fewest) - 1
    a, b, c = sizes
    across = max(0, c * (a + b - m), b * (a + c - m), a * (b + c - m))
    return fewest[a] + fewest[b] + fewest[c] + across


def possible_sizes(n: int, limit: int, fewest: Sequence[int], dimension: int) -> list[Sizes]:
    """The sizes of sections that `bound_from_sizes` allows for n cards with at most `limit` SETs.

    >>> possible_sizes(7, 4, [0, 0, 0, 1], 2)
    []
    """
    return [sizes for sizes in section_sizes(n, dimension) if bound_from_sizes(sizes, fewest) <= limit]


def margin(
    n: int, limit: int, weights: DirectionWeights, possible: Sequence[Sizes], fewest: Sequence[int], dimension: int
) -> int:
    """The excess of the sum over all directions over the most that `possible` ones are worth, for L ≤ `limit` SETs.

    If it is positive, no collection of n cards has at most `limit` SETs and only such directions. The sum: two cards,
    and also three on a line, are together in p = (3^(d−1) − 1)/2 hyperplanes; three not on a line in
    q = (3^(d−2) − 1)/2. So Σ C(h,2) = p·C(n,2) and Σ C(h,3) = q·C(n,3) + (p − q)·L; and every SET lies in p
    hyperplanes, so that Σ fewest[h] ≤ p·L. The sum is linear in L, so that its values at both ends suffice.

    >>> margin(7, 4, DirectionWeights(0, 0, 0), [(3, 3, 1)], [0, 0, 0, 1], 2)
    0
    """
    if weights.lines < 0:
        raise SpecError(f"the weight of lines is {weights.lines}: the sum is bounded only if it is 0 or more")
    directions: int = (3**dimension - 1) // 2
    p: int = (3 ** (dimension - 1) - 1) // 2
    q: int = (3 ** (dimension - 2) - 1) // 2
    most = directions * max(weights.worth(sizes, fewest) for sizes in possible)
    without_lines = weights.pairs * p * comb(n, 2) + weights.triples * q * comb(n, 3) - most
    return min(without_lines, without_lines + limit * (weights.triples * (p - q) - weights.lines * p))


class Walk(NamedTuple):
    """By the number of cards, 0 … 3^d: the fewest SETs, a mask that attains them, the most SETs, a mask likewise."""

    fewest: tuple[int, ...]
    fewest_in: tuple[int, ...]
    most: tuple[int, ...]
    most_in: tuple[int, ...]


@lru_cache
def walk(dimension: int) -> Walk:
    """The extremes of all collections, enumerated in the order of a Gray code: a second for d = 3.

    >>> walk(2).fewest, walk(2).most
    ((0, 0, 0, 0, 0, 1, 2, 5, 8, 12), (0, 0, 0, 1, 1, 2, 3, 5, 8, 12))
    """
    if dimension not in ENUMERATED:
        raise SpecError(f"dimension {dimension} has too many collections to enumerate: choose {between(ENUMERATED)}")
    return Walk(*(tuple(part.tolist()) for part in _core.line_extremes(dimension)))


ProofKind = Literal["zero", "walk", "deletion", "sections"]


@dataclass(frozen=True)
class Proof:
    """Why n cards have at least `lines` SETs.

    - `zero`: there is nothing to prove.
    - `walk`: all collections were enumerated.
    - `deletion`: the bound follows from that for n − 1 cards (`deletion_bound`).
    - `sections`: with fewer SETs, the sizes of the sections in every direction are among `possible_sizes`. The sizes in
      `searched` were excluded by enumerating all collections with such sections. The others are excluded by `weights`
      (`margin`), or there are none.
    """

    n: int
    lines: int
    kind: ProofKind
    weights: DirectionWeights | None = None
    searched: tuple[Sizes, ...] = ()

    def holds(self, fewer: int, fewest: Sequence[int], dimension: int) -> bool:
        """True if the argument is valid, given the results of the searches.

        `fewer` is the lower bound for n − 1 cards, and `fewest` has the minima within a hyperplane.

        >>> Proof(22, 4, "deletion").holds(3, [], 4), Proof(22, 5, "deletion").holds(3, [], 4)
        (True, False)
        """
        if self.kind == "zero":
            return self.lines == 0
        if self.kind == "deletion":
            return deletion_bound(self.n, fewer) >= self.lines
        return self.kind == "sections" and self._sections_hold(fewest, dimension)

    def _sections_hold(self, fewest: Sequence[int], dimension: int) -> bool:
        limit = self.lines - 1
        left = [sizes for sizes in possible_sizes(self.n, limit, fewest, dimension) if sizes not in self.searched]
        if not left or self.weights is None:
            return not left
        return margin(self.n, limit, self.weights, left, fewest, dimension) > 0

    def searches_hold(self, dimension: int) -> bool:
        """True if no collection with the searched sections has fewer SETs; each search takes seconds."""
        return all(fewest_lines_with_sections(s, self.lines - 1, dimension - 1) is None for s in self.searched)

    def sentence(self, fewer: int) -> str:
        """The proof in words.

        >>> Proof(22, 4, "deletion").sentence(3)
        '21 cards have at least 3 SETs; taking away each of 22 cards in turn, at least 22·3/19 > 3'
        """
        n, lines = self.n, self.lines
        if self.kind == "zero":
            return "no collection has fewer than 0 SETs"
        if self.kind == "walk":
            return "all collections were enumerated"
        if self.kind == "deletion":
            return (
                f"{n - 1} cards have at least {fewer} SETs; taking away each of {n} cards in turn, "
                f"at least {n}·{fewer}/{n - 3} > {lines - 1}"
            )
        if self.weights is None:
            return f"three parallel sections of any sizes hold at least {lines} SETs within and across them"
        return self._search_words() + (
            f"with at most {lines - 1} SETs the directions would be worth too little "
            f"by the weights {self.weights.pairs}, {self.weights.triples}, {self.weights.lines}"
        )

    def _search_words(self) -> str:
        if not self.searched:
            return ""
        sections = ", ".join("-".join(map(str, sizes)) for sizes in self.searched)
        return f"an exhaustive search excludes sections of {sections} cards; without these, "

    def to_json(self) -> dict[str, Any]:
        """The proof as plain data, without n and lines."""
        data: dict[str, Any] = {"kind": self.kind}
        if self.weights is not None:
            data["weights"] = list(self.weights)
        if self.searched:
            data["searched"] = [list(sizes) for sizes in self.searched]
        return data

    @classmethod
    def from_json(cls, n: int, lines: int, data: dict[str, Any]) -> Proof:
        """The proof that `to_json` wrote.

        >>> proof = Proof(28, 15, "sections", DirectionWeights(22, -3, 0), ((13, 13, 2),))
        >>> Proof.from_json(28, 15, proof.to_json()) == proof
        True
        """
        weights = DirectionWeights(*data["weights"]) if "weights" in data else None
        searched = tuple((a, b, c) for a, b, c in data.get("searched", ()))
        return cls(n, lines, data["kind"], weights, searched)


@dataclass(frozen=True)
class Fewest:
    """Bounds on the fewest SETs in n cards: a collection with `lines` SETs, and a proof of a lower bound."""

    lines: int
    mask: int
    proof: Proof

    def to_json(self) -> dict[str, Any]:
        """One row of the data file."""
        proof = self.proof
        numbers = {"n": proof.n, "lines": self.lines, "at_least": proof.lines}
        return {**numbers, "cards": hex(self.mask), "proof": proof.to_json()}

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Fewest:
        """The row that `to_json` wrote.

        >>> few = Fewest(4, 0b111111, Proof(22, 4, "deletion"))
        >>> Fewest.from_json(few.to_json()) == few
        True
        """
        return cls(row["lines"], int(row["cards"], 16), Proof.from_json(row["n"], row["at_least"], row["proof"]))
