"""The most and the fewest SETs in n cards, for every n, each with a collection that attains it and a proof (A4).

Begin with `most_sets` and `fewest_sets`; `verify` replays the proofs, which `docs/extremes.md` explains. For d ≤ 3 all
2^(3^d) collections are enumerated (`walk`). For d = 4 the values, collections and proofs ship as data
(`compute_extremes`). The maximum follows from the complement's minimum, because the SETs within n cards and the SETs
within the other cards have a total that depends on n alone.

**Lower bounds** on the number of SETs in n cards of AG(d,3) follow from the minima in AG(d−1,3). A *direction* is a
class of three parallel hyperplanes; a collection cuts it into three *sections*, whose sizes, largest first, are its
`Sizes` in that direction. `fewest` is a table: fewest[h] is the least number of SETs in h cards of a hyperplane. A
section is an integer mask of the 3^(d−1) ≤ 27 cards that differ in their last d − 1 properties. Cards x, y, z of the
three sections are a SET of AG(d,3) when x + y + z = 0, as cards of AG(d−1,3).

**Making the data** takes half a minute: for every n a collection of AG(4,3) with few SETs is constructed, and the
simplest proof that none has fewer is sought. Proofs are tried in this order: nothing to prove; sections with weights;
one card less; sections with weights after an exhaustive search of some sections. Where all fail, the best lower bound
is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from setlab import _core
from setlab.answers import Evidence
from setlab.arguments import checked
from setlab.errors import RuleError, SpecError
from setlab.exact.evidence import Content, Progress, Recipe, no_progress, ranges
from setlab.geometry import CardSet, Space
from setlab.geometry.batch import count_lines
from setlab.geometry.space import elliptic_quadric
from setlab.limits import ENUMERATED, EXTREMES, between

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


DIMENSION = 4
LARGEST_WEIGHT = 8
LARGEST_SEARCHED = 4
"""A direction is searched when one of its sections has at most this many cards: then the search takes seconds."""


def find_weights(
    n: int, limit: int, possible: Sequence[Sizes], fewest: Sequence[int], dimension: int = DIMENSION
) -> DirectionWeights | None:
    """The smallest weights that prove more than `limit` SETs for directions of these sizes, or None.

    Six cards of a plane with at most two SETs have a direction with sections 3, 3, 0:

    >>> find_weights(6, 2, [(2, 2, 2), (3, 2, 1)], [0, 0, 0, 1], 2)
    DirectionWeights(pairs=1, triples=-1, lines=0)
    """

    def gain(*weights: int) -> int:
        return margin(n, limit, DirectionWeights(*weights), possible, fewest, dimension)

    for largest in range(LARGEST_WEIGHT + 1):
        for triples, lines in _weights_up_to(largest):
            # With two weights fixed the margin is a concave function of the third.
            low, high = -100 * max(1, largest), 100 * max(1, largest)
            while low < high:
                middle = (low + high) // 2
                rising = gain(middle, triples, lines) < gain(middle + 1, triples, lines)
                low, high = (middle + 1, high) if rising else (low, middle)
            if gain(low, triples, lines) > 0:
                return DirectionWeights(low, triples, lines) if largest else DirectionWeights(low // abs(low), 0, 0)
    return None


def _weights_up_to(largest: int) -> Iterator[tuple[int, int]]:
    """Weights of triples and lines of which the greater is `largest`."""
    for lines in range(largest + 1):
        for triples in range(largest + 1) if lines == largest else (largest,):
            yield -triples, lines


def prove_by_sections(n: int, lines: int, fewest: Sequence[int]) -> Proof | None:
    """A proof by weights, without a search."""
    possible = possible_sizes(n, lines - 1, fewest, DIMENSION)
    weights = find_weights(n, lines - 1, possible, fewest) if possible else None
    return Proof(n, lines, "sections", weights) if weights or not possible else None


def prove_by_search(n: int, lines: int, fewest: Sequence[int]) -> Proof | None:
    """A proof by weights after a search of as few directions as possible; the search is run."""
    possible = possible_sizes(n, lines - 1, fewest, DIMENSION)
    kept = [sizes for sizes in possible if sizes[2] > LARGEST_SEARCHED]
    if find_weights(n, lines - 1, kept, fewest) is None:
        return None
    searched = []
    for sizes in sorted(set(possible) - set(kept), key=lambda sizes: (-sizes[2] - sizes[1], sizes)):
        if find_weights(n, lines - 1, [*kept, sizes], fewest):
            kept.append(sizes)
        else:
            searched.append(sizes)
    proof = Proof(n, lines, "sections", find_weights(n, lines - 1, kept, fewest), tuple(sorted(searched)))
    return proof if proof.searches_hold(DIMENSION) else None


def prove(n: int, lines: int, fewer: int, fewest: Sequence[int]) -> Proof:
    """The simplest proof that n cards have at least `lines` SETs, or the bound from one card less."""
    if lines == 0:
        return Proof(n, 0, "zero")
    by_deletion = Proof(n, deletion_bound(n, fewer), "deletion")
    proof = prove_by_sections(n, lines, fewest)
    if proof is None and by_deletion.lines < lines:
        proof = prove_by_search(n, lines, fewest)
    return proof or by_deletion


def settle() -> Iterator[Fewest]:
    """The collections and proofs for n = 0 … 81 cards, in this order."""
    hyperplane = walk(DIMENSION - 1)
    fewer = 0
    for n in range(3**DIMENSION + 1):
        mask = few_lines(n, hyperplane)
        [lines] = count_lines([mask]).tolist()
        proof = prove(n, lines, fewer, hyperplane.fewest)
        fewer = proof.lines
        yield Fewest(lines, mask, proof)


def compute_extremes(report: Progress = no_progress) -> Content:
    """The collections and proofs of all n, as the content of the data file."""
    rows = []
    for known in settle():
        report(f"{known.proof.n} cards", known.proof.n / 3**DIMENSION)
        rows.append(known.to_json())
    return {"dimension": DIMENSION, "fewest": rows}


SPACE = Space(4)
HYPERPLANE = 27


def few_lines(n: int, hyperplane: Walk) -> int:
    """The mask with the fewest SETs among the constructions of this module.

    >>> count_lines(few_lines(n, walk(3)) for n in (20, 27, 36, 54)).tolist()
    [0, 9, 48, 234]
    """
    masks = [*_from_cap(n), *_from_cylinder(n), *_from_two_hyperplanes(n, hyperplane), *_outside_most(n, hyperplane)]
    return min(zip(count_lines(masks).tolist(), masks, strict=True))[1]


def _from_cap(n: int) -> list[int]:
    """n cards of the elliptic quadric, which contains no SET."""
    cap = elliptic_quadric()
    return [_mask(cap[:n])] if n <= len(cap) else []


def _from_cylinder(n: int) -> list[int]:
    """The 27 cards with x₄ = x₁² + x₂², with cards removed or added one by one, greedily.

    Three cards A, A + v, A + 2v lie on it only if v₁² + v₂² = 0 (add up x₁² + x₂² over them). Then v₁ = v₂ = 0, so that
    the only SETs are the nine in direction (0,0,1,0). They are disjoint: each card removed destroys one SET.
    """
    points = {card: SPACE.coordinates(card) for card in SPACE}
    cards = {card for card, x in points.items() if x[3] == (x[0] * x[0] + x[1] * x[1]) % 3}
    while len(cards) > n:
        cards.remove(max(cards, key=lambda card: (_lines_through(card, cards), card)))
    while len(cards) < n:
        cards.add(min(set(SPACE) - cards, key=lambda card: (_lines_through(card, cards), card)))
    return [_mask(cards)]


def _lines_through(card: int, cards: set[int]) -> int:
    """The number of SETs that a card forms with two other cards of the collection."""
    return sum(SPACE.third(card, other) in cards for other in cards if other != card) // 2


def _from_two_hyperplanes(n: int, hyperplane: Walk) -> list[int]:
    """Two parallel sections with the fewest SETs each, and an empty third: no SET meets all three sections."""
    sizes = ((a, n - a) for a in range(HYPERPLANE + 1) if 0 <= n - a <= a)
    return [join_sections((hyperplane.fewest_in[a], hyperplane.fewest_in[b], 0), 3) for a, b in sizes]


def _outside_most(n: int, hyperplane: Walk) -> list[int]:
    """The complement of the cards of a hyperplane that have the most SETs."""
    out = len(SPACE) - n
    return [(1 << len(SPACE)) - 1 - hyperplane.most_in[out]] if out <= HYPERPLANE else []


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


@dataclass(frozen=True)
class Extreme:
    """The most, or the fewest, SETs in n cards: a proved value, or bounds and no value where it is open."""

    n: int
    value: int | None
    lower: int
    upper: int
    proved: bool
    witness: CardSet
    how: str


@dataclass(frozen=True)
class Replay:
    """One proof replayed: whether it holds, and whether every step on which it rests was replayed too.

    A proof by deletion rests on the proof for one card less.
    """

    n: int
    holds: bool
    complete: bool
    how: str


@checked
def fewest_sets(dimension: int = 4) -> list[Extreme]:
    """The fewest SETs in n cards, n = 0 … 3^d.

    >>> [extreme.value for extreme in fewest_sets()][19:31]
    [0, 0, 3, 4, 5, 6, 7, 8, 9, 15, 21, 26]
    """
    rows = known_fewest(dimension)
    return [_extreme(row, dimension, row.proof.sentence(_fewer(rows, row))) for row in rows]


@checked
def most_sets(dimension: int = 4) -> list[Extreme]:
    """The most SETs in n cards, n = 0 … 3^d.

    >>> [most_sets()[n].value for n in (3, 6, 9, 12, 27, 81)]
    [1, 3, 12, 14, 117, 1080]
    """
    return [_most(fewest, dimension) for fewest in reversed(fewest_sets(dimension))]


def verify(dimension: int = 4, *, searches: bool = False) -> list[Replay]:
    """Every proof replayed: collections counted, arguments checked, and with `searches` the searches repeated.

    The searches take half a minute, everything else about two seconds.

    >>> [(replay.holds, replay.complete) for replay in verify(2)] == [(True, True)] * 10
    True
    """
    rows = known_fewest(dimension)
    replays: list[Replay] = []
    for row in rows:
        rests = row.proof.kind != "deletion" or replays[-1].complete
        replays.append(_replay(row, _fewer(rows, row), dimension, searches=searches, rests=rests))
    return replays


@lru_cache
def known_fewest(dimension: int = 4) -> tuple[Fewest, ...]:
    """Collections with few SETs, and lower bounds with their proofs, n = 0 … 3^d."""
    if dimension not in EXTREMES:
        raise SpecError(f"dimension {dimension} is not settled: choose {between(EXTREMES)}")
    if dimension not in ENUMERATED:
        return tuple(Fewest.from_json(row) for row in RECIPE.content()["fewest"])
    found = walk(dimension)
    pairs = enumerate(zip(found.fewest, found.fewest_in, strict=True))
    return tuple(Fewest(lines, mask, Proof(n, lines, "walk")) for n, (lines, mask) in pairs)


RECIPE = Recipe(f"extremes-{EXTREMES[-1]}", compute_extremes, "python -m setlab.exact.make extremes-4")
"""The recipe of the shipped values, collections and proofs."""


def _fewer(rows: tuple[Fewest, ...], row: Fewest) -> int:
    """The lower bound proved for one card less."""
    return rows[row.proof.n - 1].proof.lines if row.proof.n else 0


def _extreme(row: Fewest, dimension: int, how: str) -> Extreme:
    proved = row.proof.lines == row.lines
    witness = CardSet.from_mask(row.mask, Space(dimension))
    return Extreme(row.proof.n, row.lines if proved else None, row.proof.lines, row.lines, proved, witness, how)


def _most(fewest: Extreme, dimension: int) -> Extreme:
    """The maximum, from the complement's minimum."""
    n = 3**dimension - fewest.n
    both = lines_with_complement(n, dimension)
    how = fewest.how if dimension in ENUMERATED else f"the other {fewest.n} cards: {fewest.how}"
    value = both - fewest.value if fewest.value is not None else None
    return Extreme(n, value, both - fewest.upper, both - fewest.lower, fewest.proved, fewest.witness.complement(), how)


def _replay(row: Fewest, fewer: int, dimension: int, *, searches: bool, rests: bool) -> Replay:
    proof = row.proof
    counted = [row.mask.bit_count(), *count_lines([row.mask], dimension).tolist()]
    holds = counted == [proof.n, row.lines] and proof.lines <= row.lines
    if proof.kind != "walk":
        holds &= proof.holds(fewer, walk(dimension - 1).fewest, dimension)
    if searches:
        holds = holds and proof.searches_hold(dimension)
    return Replay(proof.n, holds, rests and (searches or not proof.searched), proof.sentence(fewer))


METHODS = {
    "zero": "a collection without a SET was counted",
    "deletion": "one card less",
    "sizes": "sizes of parallel sections",
    "weights": "weights of directions",
    "search": "weights of directions, and an exhaustive search of the sections that they leave",
}
"""The methods that prove lower bounds on the fewest SETs, in words; `docs/extremes.md` explains them."""


def evidence_of_extremes(dimension: int = 4) -> tuple[Evidence, ...]:
    """The evidence for the values when nothing is replayed.

    >>> [each.how for each in evidence_of_extremes(3) + evidence_of_extremes(4)]
    ['computed', 'read']
    """
    if dimension in ENUMERATED:
        return (_walk_evidence(dimension, f"values and examples, n = 0 – {3**dimension}"),)
    claim = f"values, examples and proofs, n = 0 – {3**dimension}"
    return (RECIPE.evidence(claim, "`--verify` replays the proofs"),)


def replay_extremes(dimension: int = 4, *, most: bool, searches: bool = True) -> tuple[Evidence, ...]:
    """Replay every proof, and list the methods with their n. Raise `RuleError` unless all proofs hold.

    Without `searches`, the proofs that need one are not replayed and not listed.

    >>> [each.how for each in replay_extremes(2, most=False)]
    ['computed']
    """
    replays = verify(dimension, searches=searches)
    if failed := [replay.n for replay in replays if not replay.holds]:
        raise RuleError(f"the proof for {failed[0]} cards does not hold: please report it")
    if dimension in ENUMERATED:
        return evidence_of_extremes(dimension)
    complete = {replay.n for replay in replays if replay.complete}
    by_method: dict[str, list[int]] = {}
    for row in known_fewest(dimension):
        if row.proof.n in complete:
            n = 3**dimension - row.proof.n if most else row.proof.n
            by_method.setdefault(_method(row.proof), []).append(n)
    found = (_replay_evidence(method, by_method[method], most=most) for method in METHODS if method in by_method)
    return (*found, _walk_evidence(dimension - 1, f"the fewest SETs in AG({dimension - 1},3), on which they rest"))


def _method(proof: Proof) -> str:
    if proof.kind != "sections":
        return proof.kind
    return "search" if proof.searched else "sizes" if proof.weights is None else "weights"


def _replay_evidence(method: str, cards: list[int], *, most: bool) -> Evidence:
    by = f"the example counted; {METHODS[method]}" if method != "zero" else METHODS[method]
    return Evidence(f"n = {ranges(cards)}", "replayed", f"for the other cards: {by}" if most else by)


def _walk_evidence(dimension: int, claim: str) -> Evidence:
    return Evidence(claim, "computed", f"all 2^{3**dimension} collections of AG({dimension},3)")
