"""Collections without a plane: their number, the largest ones with a proof, and the evidence for both (A13, A14).

Begin with `exact_planes`; `largest_plane_free` proves which are the largest. `verify_planes` replays this proof in half
a minute, and recounts a part of the table.

**Numbers.** The counts come by Möbius inversion over the unions of planes. By inclusion and exclusion, a family of m
planes with the union U contributes (−1)^m times the number of collections that contain U. Families with the same union
are added up. With the coefficient

    c(U) = Σ (−1)^|F|  over the families F of planes whose union is exactly U,

the number of n-collections without a plane is Σ c(U) · C(3^d − |U|, n − |U|) over all unions U, including the empty one
with c = 1. Only unions of at most n cards matter, and unions of one orbit have the same coefficient. The compiled core
finds them; `setlab/reference/lines.py` defines its results.

**The largest.** A collection contains no plane exactly when its complement meets every plane, that is, when the
complement is a *blocking set*. So a largest collection without a plane is the complement of a smallest blocking set. In
AG(4,3) that has 27 cards: some 54 cards contain no plane, and any 55 contain one. (Abrahamsen & Eriksen 2023, section
8.3, guess that any 49 do.)

**Sections.** Let S be a blocking set of k cards in AG(4,3). In each of the 40 directions there are three parallel
hyperplanes. Each is an AG(3,3) all of whose planes S must meet, so that it contains at least 7 cards of S, by the same
theorem one dimension lower. Call a ≤ b ≤ c, with a + b + c = k, the type of S in this direction.

**Pairs.** Two cards of S lie together in 13 of the hyperplanes. So the number of pairs of cards of S in a common
hyperplane, C(a,2) + C(b,2) + C(c,2), is C(k,2) · 13/40 on average over the directions, and in some direction it is at
least this large. For k ≤ 25 no type has that many pairs. For k = 26 the average is 105.6, and of the types

    (7,7,12): 108    (7,8,11): 104    (7,9,10): 102    (8,8,10): 101    (8,9,9): 100

only the first has enough. Therefore S has the type (7,7,12) in *some* direction, and only this type must be searched.

**Search.** The sections of 7 cards are known up to symmetry (`pairs_of_sections`), and so are all pairs of them in
two layers. For each pair the third section must meet every plane of its own layer. A plane that lies in no layer meets
each layer in a line; if the first two sections miss their lines, the third must meet its line. The core searches for 12
such cards and finds none. For k = 27 the types with enough pairs are (7,7,13) and (7,8,12), and there is one such set
up to symmetry.

The same program, one dimension lower, proves that 7 is the least for AG(3,3), where all 2^27 collections can be
listed. The bound 7 is also a theorem: d(q − 1) + 1 points are needed to meet all hyperplanes of AG(d,q) (Jamison 1977;
Brouwer & Schrijver 1978).

**Symmetry.** AG(d,3) consists of three layers AG(d−1,3): card x of layer t is card t · 3^(d−1) + x. A section is a mask
of cards of a layer. The symmetries used are the affine maps of a layer, applied to all three, and the shears
(x, t) → (x + t·v, t), which translate the second layer against the first. So the first section is classified up to
affine maps, and the second up to translations and the linear parts of the maps that fix the first.

**All of one size.** The search lists the blocking sets, one for each orbit of the symmetries that preserve three
parallel layers. So every blocking set is an image of a listed one, and there are two ways to count them. *By
directions*: a set is found once for every direction in which it has one of the types searched and for every order of
the layers in which the sizes are those of the type; its weight is the reciprocal of that number. *By classes*: the
canonical forms of the listed sets identify the classes, and a class has 3^d · |GL(d,3)| / |stabiliser| members; the
stabiliser is found by an independent search. `plane_free_classes` raises `RuleError` unless both numbers agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from setlab.answers import Evidence
from setlab.answers.answer import How
from setlab.arguments import checked
from setlab.counting import count_affine_maps, count_cards, count_flats, count_subspaces, mean_flats
from setlab.errors import RuleError, SpecError
from setlab.exact.evidence import Content, Progress, Recipe, no_progress, ranges
from setlab.exact.extremes import join_sections, section_sizes
from setlab.geometry import CardSet, Space, k_flats, parallel_class, subspaces
from setlab.geometry.batch import masks_array, masks_of
from setlab.limits import PLANE_FREE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sections = NDArray[np.uint32]
    Maps = NDArray[np.int64]
    """One row per map: the images of the cards 0, 1, 2 …"""


@dataclass(frozen=True)
class Pairs:
    """One pair of sections of each orbit, and the size of the orbit."""

    first: Sections
    second: Sections
    orbit: NDArray[np.int64]

    def part(self, start: int, stop: int) -> Pairs:
        """The pairs number `start` to `stop` − 1."""
        return Pairs(self.first[start:stop], self.second[start:stop], self.orbit[start:stop])


def blocking_sections(size: int, dimension: int) -> Sections:
    """All sets of `size` cards that meet every plane of AG(d,3), d = 2 or 3.

    >>> len(blocking_sections(1, 2)), len(blocking_sections(6, 3)), len(blocking_sections(7, 3))
    (9, 0, 120042)
    """
    import numpy as np

    space = Space(dimension)
    ones = np.zeros(1, dtype=np.uint8)
    for _ in space.cards:
        ones = np.concatenate([ones, ones + 1])
    masks = np.flatnonzero(ones == size).astype(np.uint32)
    for plane in k_flats(2, space):
        masks = masks[masks & np.uint32(plane.mask) != 0]
    return masks


@lru_cache(maxsize=4)
def pairs_of_sections(first_size: int, second_size: int, dimension: int) -> Pairs:
    """All pairs of blocking sections of these sizes in two layers of AG(d,3), d = 3 or 4, one of each orbit.

    >>> pairs = pairs_of_sections(1, 1, 3)              # a card in each of two planes of a cube: all are alike
    >>> pairs.first.tolist(), pairs.second.tolist(), pairs.orbit.tolist()
    ([1], [1], [81])
    """
    import numpy as np

    space = Space(dimension - 1)
    linear, shifts = linear_maps(space), translations(space)
    classes, sizes = np.unique(_least_translate(blocking_sections(second_size, space.d), shifts), return_counts=True)
    first, second, orbit = [], [], []
    for section, images in _orbits(blocking_sections(first_size, space.d), linear, shifts):
        fixing = linear[_least_translate(_images(section, linear), shifts) == section]
        seconds, number = _join_classes(classes, sizes, fixing, shifts)
        first.append(np.full(len(seconds), section, dtype=np.uint32))
        second.append(seconds)
        orbit.append(images * number)
    return Pairs(np.concatenate(first), np.concatenate(second), np.concatenate(orbit))


def linear_maps(space: Space) -> Maps:
    """All invertible linear maps.

    >>> [len(linear_maps(Space(d))) for d in (1, 2, 3)]
    [2, 48, 11232]
    """
    import numpy as np

    cards = np.array([space.coordinates(card) for card in space])
    values = 3 ** np.arange(space.d - 1, -1, -1)
    matrices = np.array(list(product(range(3), repeat=space.d**2))).reshape(-1, space.d, space.d)
    images = (cards @ matrices) % 3 @ values
    kernel = (images == 0).sum(axis=1)
    maps: Maps = images[kernel == 1]
    return maps


def translations(space: Space) -> Maps:
    """All translations, by the vector 0 first.

    >>> translations(Space(1)).tolist()
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    """
    import numpy as np

    return np.array([[space.add(card, vector) for card in space] for vector in space])


def _orbits(sections: Sections, linear: Maps, shifts: Maps) -> list[tuple[int, int]]:
    """One section of each orbit under all affine maps, and the size of the orbit."""
    import numpy as np

    found = []
    least = np.unique(_least_translate(sections, shifts))
    while len(least):
        section = int(least[0])
        orbit = np.unique(_least_translate(_images(section, linear), shifts))
        found.append((section, len(np.unique(np.concatenate([_move(orbit, shift) for shift in shifts])))))
        least = np.setdiff1d(least, orbit)
    return found


def _join_classes(
    classes: Sections, sizes: NDArray[np.int64], fixing: Maps, shifts: Maps
) -> tuple[Sections, NDArray[np.int64]]:
    """The classes up to the maps that fix the first section, and the number of sections in each."""
    import numpy as np

    least = classes
    for one in fixing:
        least = np.minimum(least, _least_translate(_move(classes, one), shifts))
    joined, place = np.unique(least, return_inverse=True)
    return joined, np.bincount(place, weights=sizes).astype(np.int64)


def _least_translate(sections: Sections, shifts: Maps) -> Sections:
    import numpy as np

    least = sections
    for shift in shifts:
        least = np.minimum(least, _move(sections, shift))
    return least


def _images(section: int, maps: Maps) -> Sections:
    """The images of one section under all the maps."""
    import numpy as np

    cards = [card for card in range(maps.shape[1]) if section >> card & 1]
    images: Sections = (1 << maps[:, cards]).sum(axis=1).astype(np.uint32)
    return images


def _move(sections: Sections, one: NDArray[np.int64]) -> Sections:
    """The images of sections under one map, by tables for nine cards at a time."""
    import numpy as np

    moved = np.zeros_like(sections)
    for start in range(0, len(one), 9):
        table = np.zeros(1, dtype=np.uint32)
        for image in one[start : start + 9]:
            table = np.concatenate([table, table | np.uint32(1 << int(image))])
        moved |= table[sections >> np.uint32(start) & np.uint32(511)]
    return moved


Type = tuple[int, int, int]


@dataclass(frozen=True)
class BlockingSearch:
    """An exhaustive search for blocking sets of one size, and the first that was found."""

    dimension: int
    size: int
    types: tuple[Type, ...]
    """The types with enough pairs: a blocking set has one of them in some direction."""
    pairs: int
    """The number of pairs of sections tried, one of each orbit."""
    choices_tried: int
    """The number of partial choices of a third section."""
    witness: CardSet | None

    @property
    def proves_none(self) -> bool:
        """True if there is no blocking set of this size."""
        return self.witness is None


@dataclass(frozen=True)
class LargestPlaneFree:
    """A largest collection without a plane, and the searches that prove that there is no larger one."""

    dimension: int
    cards: CardSet
    searches: tuple[BlockingSearch, ...]

    @property
    def size(self) -> int:
        return len(self.cards)


def is_blocking(cards: CardSet) -> bool:
    """True if every plane has one of these cards.

    >>> is_blocking(CardSet(range(7), Space(3))), is_blocking(CardSet([4], Space(2)))
    (False, True)
    """
    return all(not cards.isdisjoint(plane) for plane in k_flats(2, cards.space))


@lru_cache
def largest_plane_free(dimension: int = 4) -> LargestPlaneFree:
    """The largest collection without a plane, proved: 8 cards of 9, 20 of 27, 54 of 81.

    >>> largest_plane_free(3).size, [search.size for search in largest_plane_free(3).searches]
    (20, [3, 4, 5, 6, 7])
    """
    check_dimension(dimension)
    if dimension == 2:
        return LargestPlaneFree(2, CardSet(range(1, 9), 2), ())
    searches = [search_blocking_sets(3 * least_section(dimension), dimension)]
    while (witness := searches[-1].witness) is None:
        searches.append(search_blocking_sets(searches[-1].size + 1, dimension))
    return LargestPlaneFree(dimension, witness.complement(), tuple(searches))


def search_blocking_sets(size: int, dimension: int = 4) -> BlockingSearch:
    """The search through all possible types for a blocking set of this size; it ends with the first that is found.

    >>> search_blocking_sets(6, 3)
    BlockingSearch(dimension=3, size=6, types=((1, 1, 4),), pairs=1, choices_tried=43, witness=None)
    """
    types = possible_types(size, dimension)
    pairs_tried = choices_tried = 0
    for kind in types:
        for pairs, offsets, thirds, choices in third_sections(kind, dimension):
            pairs_tried += len(pairs.first)
            choices_tried += choices
            if len(thirds):
                place = int((offsets[1:] > 0).argmax())
                sections = int(pairs.first[place]), int(pairs.second[place]), int(thirds[0])
                witness = CardSet.from_mask(join_sections(sections, dimension - 1), Space(dimension))
                return BlockingSearch(dimension, size, types, pairs_tried, choices_tried, witness)
    return BlockingSearch(dimension, size, types, pairs_tried, choices_tried, None)


def possible_types(size: int, dimension: int = 4) -> tuple[Type, ...]:
    """The types with at least as many pairs as the average: a blocking set of this size has one of them.

    >>> possible_types(25), possible_types(26), possible_types(27)
    ((), ((7, 7, 12),), ((7, 7, 13), (7, 8, 12)))
    """
    check_dimension(dimension, least=3)
    if not 0 <= size <= count_cards(dimension):
        raise SpecError(f"{size} cards cannot be chosen: the deck has {count_cards(dimension)}")
    directions, through_two = count_subspaces(dimension, 1), count_subspaces(dimension - 1, 1)
    average, least = Fraction(comb(size, 2) * through_two, directions), least_section(dimension)
    kinds = sorted((a, b, c) for c, b, a in section_sizes(size, dimension) if a >= least)
    return tuple(kind for kind in kinds if sum(comb(part, 2) for part in kind) >= average)


def least_section(dimension: int) -> int:
    """The least number of cards of a blocking set of AG(d,3) in a hyperplane.

    >>> least_section(3), least_section(4)
    (1, 7)
    """
    return 1 if dimension == 3 else count_cards(dimension - 1) - largest_plane_free(dimension - 1).size


def third_sections(kind: Type, dimension: int) -> Iterator[tuple[Pairs, NDArray[np.int64], NDArray[np.uint32], int]]:
    """Pairs of sections, in batches, each with all its third sections and the number of partial choices."""
    from setlab import _core

    pairs = pairs_of_sections(kind[0], kind[1], dimension)
    for start in range(0, len(pairs.first), 500):
        part = pairs.part(start, start + 500)
        yield part, *_core.third_sections(dimension, part.first, part.second, kind[2])


def check_dimension(dimension: int, least: int = 2) -> None:
    """Raise `SpecError` unless blocking sets of this dimension are searched."""
    if dimension < least or dimension not in PLANE_FREE:
        raise SpecError(f"blocking sets of dimension {dimension} are not searched: choose {least} to 4")


@dataclass(frozen=True)
class BlockingSets:
    """Blocking sets of one size, at least one of each class, and the number of all of them."""

    dimension: int
    masks: tuple[int, ...]
    count: int


@dataclass(frozen=True)
class PlaneFreeClass:
    """A class of collections without a plane: one member, the order of its stabiliser, the size of the class."""

    cards: CardSet
    symmetries: int
    collections: int


def count_blocking_sets(size: int, dimension: int = 4) -> int:
    """The number of blocking sets of this size, counted direction by direction.

    >>> count_blocking_sets(7, 3), count_blocking_sets(8, 3)
    (120042, 846612)
    """
    return list_blocking_sets(size, dimension).count


def plane_free_classes(cards: int = 54, dimension: int = 4) -> tuple[PlaneFreeClass, ...]:
    """The classes of collections of this many cards without a plane, the most symmetric first.

    In AG(4,3) there is one class of 54 cards (a quarter of a minute) and there are nine of 53 (most of a minute).

    >>> [(one.symmetries, one.collections) for one in plane_free_classes(20, 3)]
    [(48, 6318), (8, 37908), (4, 75816)]
    """
    import numpy as np

    from setlab import _core

    listed = list_blocking_sets(count_cards(dimension) - cards, dimension)
    if not listed.masks:
        return ()
    forms = np.unique(_core.canonical_forms(masks_array(listed.masks, dimension), dimension), axis=0)
    orders = _core.stabilizers(forms, dimension).tolist()
    found = [
        PlaneFreeClass(CardSet.from_mask(mask, dimension).complement(), order, count_affine_maps(dimension) // order)
        for mask, order in zip(masks_of(forms), orders, strict=True)
    ]
    if (members := sum(one.collections for one in found)) != listed.count:
        raise RuleError(f"the classes have {members} members, but {listed.count} were counted: please report it")
    return tuple(sorted(found, key=lambda one: (-one.symmetries, one.cards.mask)))


@lru_cache(maxsize=16)
def list_blocking_sets(size: int, dimension: int = 4) -> BlockingSets:
    """The blocking sets of this size up to the symmetries that preserve three parallel layers.

    >>> len(list_blocking_sets(7, 3).masks), len(list_blocking_sets(1, 2).masks)
    (75, 9)
    """
    check_dimension(dimension)
    if dimension == 2:
        masks = tuple(blocking_sections(size, 2).tolist())
        return BlockingSets(2, masks, len(masks))
    types = possible_types(size, dimension)
    parts = [part for kind in types for part in _list_with(kind, types, dimension)]
    total = sum((count for _, count in parts), Fraction(0))
    if total.denominator != 1:
        raise RuleError(f"{total} sets of {size} cards were counted, which is no whole number: please report it")
    return BlockingSets(dimension, tuple(mask for masks, _ in parts for mask in masks), total.numerator)


def _list_with(kind: Type, types: tuple[Type, ...], dimension: int) -> list[tuple[list[int], Fraction]]:
    """The sets with sections of these sizes, in batches, and the number of sets that each batch represents."""
    import numpy as np

    orders = 6 * count_subspaces(dimension, dimension - 1)
    parts = []
    for pairs, offsets, thirds, _ in third_sections(kind, dimension):
        pair = np.repeat(np.arange(len(pairs.first)), np.diff(offsets))
        sections = pairs.first[pair], pairs.second[pair], thirds
        times = _times_found(sections, types, dimension).tolist()
        orbits = pairs.orbit[pair].tolist()
        count = sum((Fraction(orders * orbit, t) for orbit, t in zip(orbits, times, strict=True)), Fraction(0))
        rows = zip(*(section.tolist() for section in sections), strict=True)
        parts.append(([join_sections(row, dimension - 1) for row in rows], count))
    return parts


def _times_found(
    sections: tuple[Sections, Sections, Sections], types: tuple[Type, ...], dimension: int
) -> NDArray[np.int64]:
    """The number of directions and orders of the layers in which each set has one of the types."""
    import numpy as np

    layer = np.arange(count_cards(dimension - 1), dtype=np.uint32)
    cards = np.concatenate([section[:, None] >> layer & 1 for section in sections], axis=1).astype(np.int64)
    times = np.zeros(len(cards), dtype=np.int64)
    for directions in subspaces(dimension - 1, Space(dimension)):
        sizes = np.sort([cards[:, list(flat)].sum(axis=1) for flat in parallel_class(directions)], axis=0)
        for kind in types:
            orders = prod(factorial(kind.count(part)) for part in set(kind))
            times += orders * np.all(sizes == np.array(kind)[:, None], axis=0)
    return times


BEYOND_ORBITS = 3
UNIONS_AT_ONCE = 256


@dataclass(frozen=True)
class PlaneFree:
    """The number of n-collections without a plane, n = 0 … 3^d; None where it is not known.

    >>> table = exact_plane_free(2)
    >>> table.counts
    (1, 9, 36, 84, 126, 126, 84, 36, 9, 0)
    >>> table.probability(9), table.probability(8), table.largest
    (Fraction(1, 1), Fraction(0, 1), 8)
    """

    dimension: int
    counts: tuple[int | None, ...]

    def probability(self, cards: int) -> Fraction | None:
        """The probability that this many random cards contain a plane."""
        count = self.counts[cards]
        return None if count is None else 1 - Fraction(count, comb(len(self.counts) - 1, cards))

    def mean_given_one(self, cards: int) -> Fraction | None:
        """The mean number of planes in this many random cards, given that there is at least one.

        >>> round(float(exact_plane_free(4, 18).mean_given_one(18)), 7)
        1.000039
        """
        probability = self.probability(cards)
        return mean_flats(cards, 2, self.dimension) / probability if probability else None

    @property
    def largest(self) -> int:
        """The size of the largest collection without a plane: all later counts are 0."""
        return self.counts.index(0) - 1


def exact_plane_free(dimension: int = 4, until: int | None = None, *, from_above: int | None = None) -> PlaneFree:
    """The exact counts for n ≤ `until`, and zeros for all n that force a plane; None between.

    Without `until`, dimensions 2 and 3 are complete and dimension 4 goes to n = 36. With `from_above`, the counts for
    n ≥ `from_above` are added, from the complements, which are blocking sets: 54 takes a quarter of a minute, 53 one.

    >>> exact_plane_free(3).counts[18:22]
    (2944188, 846612, 120042, 0)
    >>> table = exact_plane_free(4, 9)
    >>> table.counts[9] == comb(81, 9) - 1170, table.counts[10], table.counts[54:56]
    (True, None, (None, 0))
    """
    _check_dimension(dimension)
    cards = count_cards(dimension)
    until = min(cards, 36) if until is None else until
    if not 0 <= until <= cards:
        raise SpecError(f"a table to {until} cards is not possible: the deck has {cards}")
    counts = fill_table(cards, coefficient_totals(dimension, until))
    if until < cards:
        largest = largest_plane_free(dimension).size
        counts[largest + 1 :] = [0] * (cards - largest)
        for n in range(max(until + 1, cards if from_above is None else from_above), largest + 1):
            counts[n] = count_blocking_sets(cards - n, dimension)
    return PlaneFree(dimension, tuple(counts))


@dataclass(frozen=True, eq=False)
class UnionOrbits:
    """The orbits of the unions of at most `largest` cards, in parts from which the larger unions grow.

    Part i of m has the orbits number i, i + m, i + 2m, …, so that all parts have unions of all sizes.

    >>> roots = union_orbits(3, 18)
    >>> len(roots.images), roots.parts, [int(total) for total in roots.totals[15:]]
    (5, 1, [702, 0, 0, -897])
    >>> roots.grow(0, 19)
    {(19, 3): -18954}
    """

    dimension: int
    largest: int
    masks: NDArray[np.uint64]
    images: NDArray[np.int64]
    coefficients: NDArray[np.int64]

    @property
    def parts(self) -> int:
        """The number of parts, of at most `UNIONS_AT_ONCE` orbits."""
        return -(-len(self.images) // UNIONS_AT_ONCE)

    @property
    def totals(self) -> list[Fraction]:
        """The sum of the coefficients of all unions of s cards, s = 0 … largest."""
        totals = [Fraction(0)] * (self.largest + 1)
        for words, *number in zip(self.masks.tolist(), self.images.tolist(), self.coefficients.tolist(), strict=True):
            totals[sum(map(int.bit_count, words))] += prod(number)
        return totals

    @property
    def checksum(self) -> str:
        """The first twelve digits of a hash of the masks in their order."""
        return sha256(self.masks.astype("<u8").tobytes()).hexdigest()[:12]

    def grow(self, part: int, until: int, *, threads: int | None = None) -> dict[tuple[int, int], int]:
        """The sums of the coefficients of unions to `until` cards that grow from a part, by size and denominator."""
        from setlab import _core

        chosen = slice(part, None, self.parts)
        roots = self.masks[chosen].copy(), self.images[chosen].copy()
        columns = _core.sum_plane_unions(self.dimension, *roots, self.largest, until, threads=threads)
        sizes, denominators, sums = (column.tolist() for column in columns)
        return dict(zip(zip(sizes, denominators, strict=True), sums, strict=True))


def union_orbits(dimension: int, largest: int) -> UnionOrbits:
    """The orbits of the unions of planes of at most this many cards."""
    from setlab import _core

    return UnionOrbits(dimension, largest, *_core.plane_unions(dimension, largest))


def coefficient_totals(dimension: int, largest: int) -> list[int]:
    """The sum of the coefficients of all unions of s cards, for s = 0 … largest.

    Orbits are distinguished up to a few cards below the largest. Beyond that size it is faster to meet some unions
    several times, each time weighted by the right fraction.

    >>> coefficient_totals(3, 18)
    [1, 0, 0, 0, 0, 0, 0, 0, 0, -39, 0, 0, 0, 0, 0, 702, 0, 0, -897]
    """
    roots = union_orbits(dimension, max(0, largest - BEYOND_ORBITS))
    totals = roots.totals + [Fraction(0)] * (largest - roots.largest)
    for part in range(roots.parts):
        for (size, denominator), total in roots.grow(part, largest).items():
            totals[size] += Fraction(total, denominator)
    assert all(total.denominator == 1 for total in totals)
    return [total.numerator for total in totals]


def fill_table(cards: int, totals: Sequence[int]) -> list[int | None]:
    """The counts by n that follow from the totals by size; None beyond the last size.

    >>> fill_table(9, [1, 0, 0, 0, 0, 0, 0, 0, 0, -1])
    [1, 9, 36, 84, 126, 126, 84, 36, 9, 0]
    """
    counts: list[int | None] = [
        sum(total * comb(cards - size, n - size) for size, total in enumerate(totals[: n + 1]))
        for n in range(len(totals))
    ]
    return counts + [None] * (cards + 1 - len(counts))


def _check_dimension(dimension: int) -> None:
    if dimension not in PLANE_FREE:
        raise SpecError(f"planes in dimension {dimension} are not counted: choose 2, 3 or 4")


SHIPPED = 4
REACHED = (40, 53)
"""The collections of AG(4,3) without a plane are counted for n up to the first of these, and from the second on."""


def last_counted(dimension: int) -> int:
    """The last n to which the collections without a plane are counted by unions of planes.

    >>> last_counted(3)
    27
    """
    return REACHED[0] if dimension == SHIPPED else count_cards(dimension)


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
def exact_planes(dimension: int = 4, recompute: bool = False, report: Progress = no_progress) -> Planes:
    """The collections of n cards of AG(d,3) without a plane, d = 2, 3, 4: read, or recomputed and compared.

    >>> known = exact_planes(4)
    >>> len(known.largest), known.table.counts[9]
    (54, 260887833180)
    """
    _check_dimension(dimension)
    if dimension == SHIPPED:
        return from_content(RECIPE.content(recompute, report))
    return from_content(compute_planes(dimension, report))


def add_counts(known: Planes, counts: Sequence[int | None]) -> Planes:
    """The same with further counts. Raise `RuleError` if one differs from a count that is known.

    >>> known = exact_planes(3)
    >>> add_counts(known, known.table.counts[:19]) == known
    True
    """
    found = list(known.table.counts)
    for n, count in enumerate(counts):
        if None not in (count, found[n]) and count != found[n]:
            raise RuleError(f"{count} collections of {n} cards contain no plane, but {found[n]} are known: report this")
        found[n] = found[n] if count is None else count
    return replace(known, table=PlaneFree(known.dimension, tuple(found)))


RECIPE = Recipe(f"planes-{SHIPPED}", lambda report: compute_planes(SHIPPED, report), "setlab exact planes --recompute")
"""The recipe of the shipped table."""


def compute_planes(dimension: int, report: Progress = no_progress) -> Content:
    """The counts by Möbius inversion, and the largest collection by a search for the smallest blocking set."""
    report("the largest collection without a plane", 0.01)
    largest = largest_plane_free(dimension)
    report("unions of planes, some minutes", 0.05)
    until, from_above = REACHED if dimension == SHIPPED else (None, None)
    counts = exact_plane_free(dimension, until, from_above=from_above).counts
    proof = _proof(len(counts) - 1 - largest.size, largest)
    texts = [None if count is None else str(count) for count in counts]
    return {"dimension": dimension, "counts": texts, "largest": sorted(largest.cards), "proof": proof}


def _proof(outside: int, largest: LargestPlaneFree) -> str:
    """The searches in words; the last one found the cards that meet every plane."""
    searched = [search for search in largest.searches if search.proves_none and search.pairs]
    done = [f"{search.size} cards ({search.pairs:,} case{'s' * (search.pairs != 1)})" for search in searched]
    words = f"the {outside} other card{'s meet' if outside > 1 else ' meets'} every plane, and fewer cannot"
    return f"{words}: searched for {', '.join(done)}, below by counting pairs" if done else words


def from_content(content: Content) -> Planes:
    """The table as a value."""
    dimension = content["dimension"]
    counts = tuple(None if text is None else int(text) for text in content["counts"])
    return Planes(PlaneFree(dimension, counts), CardSet(content["largest"], Space(dimension)), content["proof"])


QUICK = 36
"""`verify_planes` recounts the collections of AG(4,3) up to this n: three seconds; n = 40 takes five minutes."""

MOBIUS = "inclusion and exclusion over the unions of planes"
SEARCH = "listing the sets of cards outside that meet every plane"


@dataclass(frozen=True)
class VerifiedPlanes:
    """The classes of the largest collections without a plane, and the evidence for each claim."""

    classes: tuple[PlaneFreeClass, ...]
    evidence: tuple[Evidence, ...]


def verify_planes(known: Planes, recomputed: bool = False, report: Progress = no_progress) -> VerifiedPlanes:
    """Replay the proof of the largest collection, list its classes, and recount the table as far as it takes seconds.

    If the whole table has been `recomputed`, it is not counted again.

    >>> found = verify_planes(exact_planes(3))
    >>> [one.collections for one in found.classes], [each.how for each in found.evidence]
    ([6318, 37908, 75816], ['replayed', 'replayed', 'computed'])
    """
    report("the largest collection without a plane", 0.02)
    largest = _replay_largest(known)
    report("its classes under the symmetries", 0.2)
    classes = _replay_classes(known)
    report("counts", 0.8)
    again = known.dimension == SHIPPED and not recomputed
    counts = _recount(known) if again else evidence_of_planes(known, recomputed)[1:]
    return VerifiedPlanes(classes, (largest, _evidence_of(classes, known), *counts))


def evidence_of_planes(known: Planes, recomputed: bool = False) -> tuple[Evidence, ...]:
    """The evidence for the table and the largest collection when nothing is verified."""
    claims = _largest_claim(known), f"plane_free, n = {_known_cards(known)}"
    if known.dimension != SHIPPED:
        return Evidence(claims[0], "computed", known.proof), Evidence(claims[1], "computed", MOBIUS)
    if not recomputed:
        return tuple(map(RECIPE.evidence, claims))
    return (
        Evidence(_largest_claim(known), "recomputed", known.proof),
        Evidence(f"plane_free, n = {_known_cards(known, most=known.size - 2)}", "recomputed", MOBIUS),
        Evidence(f"plane_free, n = {known.size - 1}, {known.size}", "recomputed", SEARCH),
    )


def evidence_of_parts(known: Planes, until: int, parts: int, stored: int) -> tuple[Evidence, ...]:
    """The evidence when the counts to n = `until` were added up from parts, some of which an earlier run had stored.

    >>> [each.how for each in evidence_of_parts(exact_planes(4), 40, 9, 8)]
    ['recomputed', 'read', 'read']
    """
    read = f"; {stored:,} of {parts:,} parts were read from the store" if stored else ""
    how: How = "read" if stored == parts else "recomputed"
    counted = Evidence(f"plane_free, n = {ranges(range(until + 1))}", how, MOBIUS + read)
    largest, _ = evidence_of_planes(known)
    rest = ranges(n for n, count in enumerate(known.table.counts) if count is not None and until < n <= known.size)
    claim = f"plane_free, n = {rest}"
    others = RECIPE.evidence(claim) if known.dimension == SHIPPED else Evidence(claim, "computed", MOBIUS)
    return (counted, largest) if rest == "none" else (counted, largest, others)


def _replay_largest(known: Planes) -> Evidence:
    outside = known.largest.complement()
    found = largest_plane_free(known.dimension)
    if not is_blocking(outside) or found.size != known.size:
        raise RuleError(f"{found.size} cards can be without a plane, but {known.size} are claimed: please report it")
    planes = f"{count_flats(2, known.dimension):,}"
    seen = f"planes with one of the {len(outside)} cards outside: {planes} of {planes}"
    return Evidence(_largest_claim(known), "replayed", f"{seen}; {_search_words(found)}")


def _search_words(found: LargestPlaneFree) -> str:
    """The sizes that were excluded, and the methods."""
    none = [search for search in found.searches if search.proves_none]
    if not none:
        return "with all cards the plane is whole"
    tried = [f"{search.size} cards, {search.pairs:,} pairs of sections" for search in none if search.pairs]
    most = max(search.size for search in none if not search.pairs)
    return f"sets of {' and of '.join(tried)}, searched, and none found; {most} and fewer excluded by counting"


def _replay_classes(known: Planes) -> tuple[PlaneFreeClass, ...]:
    classes = plane_free_classes(known.size, known.dimension)
    members = sum(one.collections for one in classes)
    if members != known.table.counts[known.size]:
        raise RuleError(f"{members} collections of {known.size} cards contain no plane, another number is claimed")
    return classes


def _evidence_of(classes: tuple[PlaneFreeClass, ...], known: Planes) -> Evidence:
    members = sum(one.collections for one in classes)
    alike = "one class" if len(classes) == 1 else f"{len(classes)} classes"
    claim = (
        f"the {members:,} collections of {known.size} cards without a plane are {alike} under AGL({known.dimension},3)"
    )
    maps = count_affine_maps(known.dimension)
    orders = " + ".join(f"{maps:,} / {one.symmetries}" for one in classes)
    counted = "were listed" if known.dimension == 2 else "were counted direction by direction"
    return Evidence(claim, "replayed", f"{SEARCH}; {orders} = {members:,}, as many as {counted}")


def _recount(known: Planes) -> tuple[Evidence, ...]:
    if exact_plane_free(known.dimension, QUICK).counts[: QUICK + 1] != known.table.counts[: QUICK + 1]:
        raise RuleError(f"the counts for n ≤ {QUICK} as computed differ from {RECIPE.path}: please report it")
    rest = [n for n, count in enumerate(known.table.counts) if count is not None and QUICK < n < known.size]
    counted = Evidence(f"plane_free, n = 0 – {QUICK}", "recomputed", MOBIUS)
    return counted, RECIPE.evidence(f"plane_free, n = {ranges(rest)}")


def _known_cards(known: Planes, most: int | None = None) -> str:
    last = known.size if most is None else most
    return ranges(n for n, count in enumerate(known.table.counts[: last + 1]) if count is not None)


def _largest_claim(known: Planes) -> str:
    deck = count_cards(known.dimension)
    return f"{known.size} of {deck} cards can be without a plane, {known.size + 1} cannot"
