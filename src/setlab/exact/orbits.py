"""The orbits of AGL(d,3) on collections of n cards, level by level, each with its exact size.

Begin with `exact_orbits`, which lists the orbits of n cards, each with a representative. `orbit_levels` has them as
arrays, level by level; `count_orbits` gives their number by Burnside's lemma.

Two collections are in one orbit when a symmetry of the game maps one onto the other; all members of an orbit have the
same number of SETs, for instance. The 70,724,320,184,700 collections of 12 cards form only 41,407 orbits.
`docs/core.md` explains the engine, `setlab/reference/lines.py` defines its results.

Every orbit of n cards has exactly one parent among those of n − 1, so that the orbits of one level grow independently
of each other. `descendants` counts the orbits that grow from any part of a level, and the counts add: a long list is
made in parts, in any order and on any number of machines, and no part needs much memory.

**Burnside's lemma** counts the orbits independently of the engine, and the two must agree. The cycle index comes from
the conjugacy classes of GL(d,3). A class is given by a partition for each irreducible polynomial f ≠ x such that the
degrees add up to d: its blocks are the companion matrices of the powers of f. The order of the centraliser has a closed
formula (Macdonald 1995, II.1.6 and IV.2). So the 24 million matrices of GL(4,3) are a few dozen classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

from setlab import _core
from setlab.answers import Evidence
from setlab.arguments import checked
from setlab.counting import check_number, count_affine_maps, count_cards, mean_flats
from setlab.errors import RuleError, SpecError, plural
from setlab.geometry import CardSet, Space
from setlab.geometry.batch import masks_array, masks_of
from setlab.geometry.maps import cycle_lengths
from setlab.limits import CYCLE_INDEX, ORBITS, between

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

Polynomial = tuple[int, ...]
"""Monic, the coefficients modulo 3 from the constant one up, the leading 1 left out."""

Partition = tuple[int, ...]

CycleType = tuple[tuple[int, int], ...]
"""(length, number of cycles of this length), ascending."""


@checked
def count_orbits(dimension: int, n: int) -> int:
    """The number of orbits of AGL(d,3) on the collections of n cards, by Burnside's lemma.

    >>> [count_orbits(2, n) for n in range(10)]
    [1, 1, 1, 2, 2, 2, 2, 1, 1, 1]
    >>> count_orbits(4, 12)
    41407
    """
    check_number(n, Space(dimension).d)
    return orbit_counts(dimension)[n]


@cache
def orbit_counts(dimension: int) -> tuple[int, ...]:
    """`count_orbits` for all n at once: the cycle index with 1 + x^k in place of the cycles of length k.

    >>> sum(orbit_counts(3))
    1028
    """
    cards = count_cards(dimension)
    total = [0] * (cards + 1)
    for cycles, maps in cycle_index(dimension).items():
        for n, fixed in enumerate(_fixed_collections(cycles, cards)):
            total[n] += maps * fixed
    order = count_affine_maps(dimension)
    return tuple(count // order for count in total)


@cache
def cycle_index(dimension: int) -> dict[CycleType, int]:
    """The number of maps of AGL(d,3) by their cycle type on the cards.

    >>> cycle_index(1)                   # on three cards: the identity, two rotations, three transpositions
    {((1, 3),): 1, ((3, 1),): 2, ((1, 1), (2, 1)): 3}
    """
    if dimension not in CYCLE_INDEX:
        raise SpecError(f"dimension {dimension} is out of range: the cycle index is made for {between(CYCLE_INDEX)}")
    index: Counter[CycleType] = Counter()
    for columns, maps in conjugacy_classes(dimension):
        for cycles, shifts in _cycles_with_shifts(columns, dimension):
            index[cycles] += maps * shifts
    return dict(sorted(index.items(), key=lambda item: item[1]))


def conjugacy_classes(dimension: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The classes of GL(d,3): the columns of a representative (as cards), and the size of the class.

    >>> sum(matrices for _, matrices in conjugacy_classes(4)) == count_affine_maps(4) // 81
    True
    """
    order = count_affine_maps(dimension) // count_cards(dimension)
    for choice in _choices(dimension, list(_irreducibles(dimension))):
        centraliser = prod(_centraliser(3 ** len(f), partition) for f, partition in choice)
        blocks = [_power(f, part) for f, partition in choice for part in partition]
        yield _block_columns(blocks, dimension), order // centraliser


def _cycles_with_shifts(columns: tuple[int, ...], dimension: int) -> Iterator[tuple[CycleType, int]]:
    """The cycle types of x ↦ Mx + t for all t, with multiplicities. Shifts that differ by (M − 1)c are conjugate."""
    sums = _sums(dimension)
    images = [0]
    for column in columns:
        images = [sums[start][step] for start in images for step in (0, column, sums[column][column])]
    moved = {sums[image][sums[card][card]] for card, image in enumerate(images)}  # Mc − c, and −c is c + c
    seen: set[int] = set()
    for shift, plus in enumerate(sums):
        if shift not in seen:
            seen.update(plus[move] for move in moved)
            lengths = Counter(cycle_lengths([plus[image] for image in images]))
            yield tuple(sorted(lengths.items())), len(moved)


@cache
def _sums(dimension: int) -> list[list[int]]:
    """The table of a + b for all cards, built digit by digit."""
    if dimension == 0:
        return [[0]]
    rows = _sums(dimension - 1)
    return [[3 * total + (i + j) % 3 for total in row for j in range(3)] for row in rows for i in range(3)]


def _fixed_collections(cycles: CycleType, cards: int) -> list[int]:
    """The number of collections of n cards, by n, that a map with these cycles fixes: the unions of cycles."""
    fixed = [1] + [0] * cards
    for length, number in cycles:
        ways = [comb(number, k) for k in range(number + 1)]
        fixed = [
            sum(ways[k] * fixed[n - k * length] for k in range(min(number, n // length) + 1)) for n in range(cards + 1)
        ]
    return fixed


def _choices(dimension: int, polynomials: list[Polynomial]) -> Iterator[list[tuple[Polynomial, Partition]]]:
    """All assignments of partitions to the polynomials with Σ degree · |partition| = dimension."""
    if dimension == 0:
        yield []
    elif polynomials:
        first, *others = polynomials
        for size in range(dimension // len(first) + 1):
            for partition in _partitions(size, size):
                for rest in _choices(dimension - size * len(first), others):
                    yield [(first, partition), *rest] if partition else rest


def _partitions(total: int, largest: int) -> Iterator[Partition]:
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def _centraliser(q: int, partition: Partition) -> int:
    """The order of the centraliser of the blocks of one polynomial, over the field with q elements."""
    columns = [sum(part > i for part in partition) for i in range(max(partition))]
    order: int = q ** sum(column * column for column in columns)
    for number in Counter(partition).values():
        for j in range(1, number + 1):
            order = order // q**j * (q**j - 1)
    return order


def _irreducibles(most: int) -> Iterator[Polynomial]:
    """The monic irreducible polynomials modulo 3 of degree 1 to `most`, except x, by a sieve."""
    composite: set[Polynomial] = set()
    smaller: list[Polynomial] = []
    for degree in range(1, most + 1):
        for polynomial in product(range(3), repeat=degree):
            if polynomial not in composite:
                if any(polynomial):
                    yield polynomial
                smaller.append(polynomial)
        composite = {
            _product(f, g)
            for f in smaller
            if len(f) <= (degree + 1) // 2
            for g in product(range(3), repeat=degree + 1 - len(f))
        }


def _product(f: Polynomial, g: Polynomial) -> Polynomial:
    total = [0] * (len(f) + len(g) + 1)
    for i, a in enumerate((*f, 1)):
        for j, b in enumerate((*g, 1)):
            total[i + j] = (total[i + j] + a * b) % 3
    return tuple(total[:-1])


def _power(f: Polynomial, exponent: int) -> Polynomial:
    return f if exponent == 1 else _product(f, _power(f, exponent - 1))


def _block_columns(blocks: list[Polynomial], dimension: int) -> tuple[int, ...]:
    """The columns of the block-diagonal matrix of the companion matrices."""
    space, columns, start = Space(dimension), list[int](), 0
    for block in blocks:
        size = len(block)
        for i in range(1, size):
            columns.append(space.card(int(place == start + i) for place in range(dimension)))
        last = [0] * dimension
        last[start : start + size] = [-coefficient % 3 for coefficient in block]
        columns.append(space.card(last))
        start += size
    return tuple(columns)


LevelProgress = Callable[[int, int, int], object]
"""report(n, done, total): of `total` representatives from which collections of n cards are made, `done` are done."""

FAMILIES = ("all", "cap", "plane-free", "ultraset-free")
SMALL_FAMILIES = ("cap", "ultraset-free")
"""Families whose collections are so small that all orbits of AG(4,3) are listed."""

AT_ONCE = 1 << 14
"""Representatives in one call of the core, which takes a fraction of a second."""


@dataclass(frozen=True, eq=False)
class Orbits:
    """All orbits on the collections of `size` cards in a family: one representative mask of each, and its size.

    >>> planes_less_two = list(orbit_levels(2))[7]
    >>> planes_less_two
    Orbits(dimension=2, family='all', size=7, 1 orbit of 36 collections)
    >>> planes_less_two.lines()
    {5: 36}
    """

    dimension: int
    family: str
    size: int
    masks: Words
    sizes: Words

    @classmethod
    def of_nothing(cls, dimension: int = 4, family: str = "all") -> Orbits:
        """Level 0: the collection without cards, alone in its orbit."""
        import numpy as np

        check_family(dimension, family)
        words = (count_cards(dimension) + 63) // 64
        return cls(dimension, family, 0, np.zeros((1, words), dtype=np.uint64), np.ones(1, dtype=np.uint64))

    def __len__(self) -> int:
        return len(self.sizes)

    def __repr__(self) -> str:
        number = f"{len(self)} orbit{'s' * (len(self) != 1)}"
        where = f"dimension={self.dimension}, family={self.family!r}, size={self.size}"
        return f"Orbits({where}, {number} of {self.total} collections)"

    @property
    def total(self) -> int:
        """The number of collections in all orbits together."""
        return _exact_sum(self.sizes)

    @property
    def additions(self) -> int:
        """The number of pairs (collection, card) such that the collection with the card is in the family.

        >>> [level.additions for level in orbit_levels(2, "cap")]
        [9, 72, 216, 216, 0]
        """
        return _exact_sum(self.sizes * _core.count_additions(self.masks, self.dimension, self.family))

    def lines(self) -> dict[int, int]:
        """The number of collections by their number of SETs."""
        return self.extended_lines(0)

    def extended_lines(
        self, extra: int, *, threads: int | None = None, report: LevelProgress | None = None
    ) -> dict[int, int]:
        """The number of pairs (collection, collection with `extra` ≤ 3 cards more), by the SETs in the larger one.

        In the family of all collections each larger one occurs C(size + extra, extra) times, once for every choice of
        the extra cards.

        >>> next(iter(orbit_levels(2))).extended_lines(3)
        {0: 72, 1: 12}
        """
        counts: dict[int, int] = {}
        for part in self.parts(report, self.size + extra):
            words = _core.extend_lines(part.masks, part.sizes, self.dimension, extra, threads=threads)
            for lines, (low, high) in enumerate(words.tolist()):
                if low or high:
                    counts[lines] = counts.get(lines, 0) + (high << 64) + low
        return dict(sorted(counts.items()))

    def next_level(
        self, *, prove: bool = True, threads: int | None = None, report: LevelProgress | None = None
    ) -> Orbits:
        """The orbits of the family with one card more."""
        import numpy as np

        parts = [part.children(prove=prove, threads=threads) for part in self.parts(report, self.size + 1)]
        masks, sizes = (np.concatenate([getattr(part, name) for part in parts]) for name in ("masks", "sizes"))
        level = Orbits(self.dimension, self.family, self.size + 1, masks, sizes)
        if prove:
            self._prove_nothing_is_missing(level)
        return level

    def children(self, *, prove: bool = True, threads: int | None = None) -> Orbits:
        """The orbits with one card more that grow from these; different parts of a level have different ones.

        >>> *_, six = orbit_levels(4, until=6)
        >>> len(six.part(0, 10).children()), len(six.part(10, 15).children()), len(six.children())
        (25, 9, 34)
        """
        masks, sizes = _core.next_orbits(self.masks, self.sizes, self.dimension, self.family, threads=threads)
        grown = Orbits(self.dimension, self.family, self.size + 1, masks, sizes)
        if prove:
            grown.prove_sizes(threads=threads)
        return grown

    def part(self, first: int, last: int) -> Orbits:
        """The orbits number first … last − 1 of these."""
        return Orbits(self.dimension, self.family, self.size, self.masks[first:last], self.sizes[first:last])

    def complete(self) -> Orbits:
        """The orbits of the collections to which no card can be added without leaving the family."""
        full = _core.count_additions(self.masks, self.dimension, self.family) == 0
        return Orbits(self.dimension, self.family, self.size, self.masks[full], self.sizes[full])

    def without_sets(self) -> Orbits:
        """The orbits of the collections without a SET."""
        none = _core.count_lines(self.masks, self.dimension) == 0
        return Orbits(self.dimension, self.family, self.size, self.masks[none], self.sizes[none])

    def prove(self, *, threads: int | None = None) -> None:
        """Raise `RuleError` unless the size of every orbit times the order of its stabiliser is the order of AGL(d,3).

        For the family of all collections the total must also be C(3^d, n), and the number of orbits that of Burnside.
        """
        self.prove_sizes(threads=threads)
        if self.family == "all":
            self._prove_totals()

    def prove_sizes(self, *, threads: int | None = None) -> None:
        """Raise `RuleError` unless the size of every orbit times the order of its stabiliser is that of AGL(d,3)."""
        order = count_affine_maps(self.dimension)
        for part in self.parts():
            stabilizers = _core.stabilizers(part.masks, self.dimension, threads=threads)
            wrong = (order % stabilizers != 0) | (order // stabilizers != part.sizes)
            for i in wrong.nonzero()[0][:1].tolist():
                (mask,) = masks_of(part.masks[i : i + 1])
                raise RuleError(
                    f"mask {mask:#x} does not stand for an orbit of {part.sizes[i]} collections: "
                    f"its stabiliser has order {stabilizers[i]} of {order}; compute the level again"
                )

    def _prove_nothing_is_missing(self, level: Orbits) -> None:
        """Raise `RuleError` unless the next level is complete, given that this one is.

        The other families are hereditary: a collection of n cards contains n of n − 1, all in this level.
        """
        if level.family == "all":
            level._prove_totals()
        elif self.additions != level.size * level.total:
            raise RuleError(
                f"{level.total} collections of {level.size} cards are not all: those of {self.size} take a card in "
                f"{self.additions} ways, which is not {level.size} times as many; compute the level from a complete one"
            )

    def _prove_totals(self) -> None:
        collections = comb(count_cards(self.dimension), self.size)
        orbits = count_orbits(self.dimension, self.size)
        if (self.total, len(self)) != (collections, orbits):
            raise RuleError(
                f"{len(self)} orbits of {self.total} collections are not all: there are {orbits} of {collections}; "
                "compute the level from a complete one"
            )

    def parts(self, report: LevelProgress | None = None, n: int = 0) -> Iterator[Orbits]:
        """These orbits in parts for one call of the core each; an empty level is one part."""
        for first in range(0, max(1, len(self)), AT_ONCE):
            last = min(len(self), first + AT_ONCE)
            yield self.part(first, last)
            if report is not None:
                report(n, last, len(self))


@checked
def orbit_levels(
    dimension: int = 4,
    family: str = "all",
    until: int | None = None,
    *,
    prove: bool = True,
    threads: int | None = None,
    report: LevelProgress | None = None,
) -> Iterator[Orbits]:
    """The levels n = 0, 1, 2 … to `until`, or as long as the family has collections of n cards.

    The families: "all" collections; "cap", those without a SET; "plane-free", those without a plane; "ultraset-free",
    those without an UltraSET.

    >>> [len(level) for level in orbit_levels(4, "cap")]
    [1, 1, 1, 1, 2, 3, 7, 11, 33, 91, 267, 670, 1437, 2225, 2489, 1756, 748, 143, 20, 1, 1]
    """
    level = Orbits.of_nothing(dimension, family)
    cards = count_cards(dimension)
    if until is None and dimension > (4 if family in SMALL_FAMILIES else 3):
        raise SpecError(f"there are too many orbits in AG({dimension},3) to list them all: give the last n as `until`")
    for n in range(cards + 1 if until is None else min(until, cards) + 1):
        if n:
            level = level.next_level(prove=prove, threads=threads, report=report)
        if not len(level):
            return
        yield level


def _exact_sum(words: Words) -> int:
    """The sum, which may exceed 64 bits."""
    return (int((words >> 32).sum()) << 32) + int((words & 0xFFFFFFFF).sum())


def check_family(dimension: int, family: str) -> None:
    """Raise `SpecError` unless the engine lists the orbits of this family in this dimension."""
    if dimension not in ORBITS:
        raise SpecError(f"dimension {dimension} is out of range: orbits are listed for 2 to 5")
    if family not in FAMILIES:
        raise SpecError(f"{family!r} is not a family: choose {', '.join(FAMILIES[:-1])} or {FAMILIES[-1]}")


Counts = Mapping[int, int]

MOST_EXTRA = 3
"""The core adds up to three cards to a representative without making orbits of the result."""

LEVELS_AT_ONCE = 5
"""The levels that a long list grows from its roots: the 17 million orbits of 16 cards from 8,135 of 11."""

ROOTS_AT_ONCE = 64
"""Roots that are continued together: they lead to some hundred thousand orbits of the last level."""


@dataclass(frozen=True)
class Descendants:
    """Orbits of some levels, to `until` cards: their number by n, and their collections by the number of SETs.

    `lines[n]` is the number of collections of n cards by their number of SETs. For the sizes n = until + 1 … until + 3
    it counts the pairs of a collection of `until` cards and one of n cards that contains it. Descendants of different
    orbits add.
    """

    until: int
    orbits: Counts
    lines: Mapping[int, Counts]

    def __add__(self, other: Descendants) -> Descendants:
        if self.until != other.until:
            raise RuleError(f"descendants to {self.until} and to {other.until} cards do not add: count the same levels")
        levels = sorted({*self.lines, *other.lines})
        lines = {n: _sum(self.lines.get(n, {}), other.lines.get(n, {})) for n in levels}
        return Descendants(self.until, _sum(self.orbits, other.orbits), lines)

    def prove(self, dimension: int) -> None:
        """Raise `RuleError` unless these are all orbits of their levels.

        The collections of n cards must be C(3^d, n), and their orbits those of Burnside's lemma.

        >>> *_, four = orbit_levels(4, until=4)
        >>> descendants(four, until=7).prove(4)
        >>> descendants(four.part(0, 2), until=7).prove(4)
        Traceback (most recent call last):
        setlab.errors.RuleError: 2 orbits of 423540 collections of 4 cards are not all: there are 3 of 1663740; …
        """
        for n, orbits in self.orbits.items():
            found, wanted = sum(self.lines[n].values()), comb(count_cards(dimension), n)
            if (orbits, found) != (count_orbits(dimension, n), wanted):
                raise RuleError(
                    f"{orbits} orbits of {found} collections of {n} cards are not all: there are "
                    f"{count_orbits(dimension, n)} of {wanted}; count the descendants of a complete level"
                )


def descendants(
    level: Orbits, until: int, *, threads: int | None = None, report: LevelProgress | None = None
) -> Descendants:
    """The orbits of a level or a part of it, with all that grow from them to `until` cards.

    The size of every orbit is proved by its stabiliser. Memory is needed for a small part of each level only.

    >>> *_, two = orbit_levels(2, until=2)
    >>> found = descendants(two, until=4)
    >>> found.orbits, found.lines[4]
    ({2: 1, 3: 2, 4: 2}, {0: 54, 1: 72})
    """
    level.prove_sizes(threads=threads)
    found = Descendants(until, {}, {})
    for first in range(0, len(level), ROOTS_AT_ONCE):
        last = min(first + ROOTS_AT_ONCE, len(level))
        found += _grow(level.part(first, last), until, threads)
        if report is not None:
            report(until, last, len(level))
    return found


def _grow(level: Orbits, until: int, threads: int | None) -> Descendants:
    """The descendants of orbits whose sizes are proved."""
    extras = range(MOST_EXTRA + 1) if level.size == until else range(1)
    lines = {level.size + extra: level.extended_lines(extra, threads=threads) for extra in extras}
    found = Descendants(until, {level.size: len(level)}, lines)
    if level.size < until:
        for part in level.parts():
            found += _grow(part.children(threads=threads), until, threads)
    return found


def _sum(one: Counts, other: Counts) -> dict[int, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in sorted({*one, *other})}


MOST_ORBITS = 100_000
"""More orbits than this are not made into a list of objects: `orbit_levels` has them as arrays."""


@checked
@dataclass(frozen=True)
class Orbit:
    """A representative of an orbit, the number of its collections, the order of its stabiliser, and its SETs.

    The representative is its own canonical form, or the complement of one. All collections of an orbit have
    the same number of SETs.
    """

    representative: CardSet
    size: int
    stabiliser: int
    sets: int


@checked
def exact_orbits(cards: int, dimension: int = 4, report: LevelProgress | None = None) -> tuple[Orbit, ...]:
    """The orbits of the collections of n cards, ordered by their number of SETs, then by their representative.

    Those of more than half of the deck are complements. From 13 to 68 cards of the usual deck there are too many.

    >>> for orbit in exact_orbits(4):
    ...     print(repr(orbit.representative), orbit.size, orbit.stabiliser, orbit.sets)
    CardSet([0, 1, 3, 7]) 63180 31104 0
    CardSet([0, 1, 3, 9]) 1516320 1296 0
    CardSet([0, 1, 3, 8]) 84240 23328 1
    """
    few = _listed_cards(cards, dimension)
    *_, level = orbit_levels(dimension, until=few, report=report)
    orbits = _orbits_of(level, turned=few != cards)
    _prove(orbits, cards, dimension)
    return tuple(sorted(orbits, key=lambda orbit: (orbit.sets, orbit.representative.mask)))


def evidence_of_orbits(orbits: tuple[Orbit, ...], cards: int, dimension: int) -> tuple[Evidence, ...]:
    """The evidence for a list that `exact_orbits` gave in this run."""
    deck = count_cards(dimension)
    number = f"{len(orbits):,} orbit{'s' * (len(orbits) != 1)}"
    return (
        Evidence(f"{number} of {plural(cards, 'card')}", "computed", "as many as Burnside's lemma counts"),
        Evidence(
            "their sizes",
            "computed",
            f"they add up to C({deck}, {cards}); each times the order of its stabiliser, which an independent search "
            f"finds, is the order of AGL({dimension},3)",
        ),
        Evidence("their SETs", "computed", "weighted by size, they have the mean of all collections"),
    )


def _listed_cards(cards: int, dimension: int) -> int:
    """The number of cards of the level to be listed: this one or, where it is smaller, that of the complements."""
    check_family(dimension, "all")
    counts, deck = orbit_counts(dimension), check_number(cards, dimension)
    if counts[cards] > MOST_ORBITS:
        last = next(n for n, orbits in enumerate(counts) if orbits > MOST_ORBITS) - 1
        raise SpecError(
            f"{cards} cards of AG({dimension},3) have {counts[cards]:,} orbits, too many for a list: choose 0 to "
            f"{last} or {deck - last} to {deck} cards, or take setlab.exact.orbit_levels, which gives arrays"
        )
    return min(cards, deck - cards)


def _orbits_of(level: Orbits, turned: bool) -> list[Orbit]:
    """The orbits of a level, or those of the complements, which have the same sizes and stabilisers."""
    d, space = level.dimension, Space(level.dimension)
    whole = masks_array([(1 << count_cards(d)) - 1], d)
    masks = level.masks ^ whole if turned else level.masks
    stabilisers, sets = _core.stabilizers(level.masks, d).tolist(), _core.count_lines(masks, d).tolist()
    found = zip(masks_of(masks), level.sizes.tolist(), stabilisers, sets, strict=True)
    return [Orbit(CardSet.from_mask(mask, space), *numbers) for mask, *numbers in found]


def _prove(orbits: list[Orbit], cards: int, dimension: int) -> None:
    """Raise `RuleError` unless number, sizes, stabilisers and SETs are those of all collections."""
    total, order = comb(count_cards(dimension), cards), count_affine_maps(dimension)
    right = (
        len(orbits) == orbit_counts(dimension)[cards],
        len({orbit.representative.mask for orbit in orbits}) == len(orbits),
        sum(orbit.size for orbit in orbits) == total,
        all(orbit.size * orbit.stabiliser == order for orbit in orbits),
        sum(orbit.size * orbit.sets for orbit in orbits) == total * mean_flats(cards, dimension=dimension),
    )
    if not all(right):
        raise RuleError(f"the list of the orbits of {cards} cards of AG({dimension},3) is wrong: report this")
