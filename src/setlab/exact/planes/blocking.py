"""The largest collection without a plane, with a proof that is replayed (A14).

A collection contains no plane exactly when its complement meets every plane, that is, when the complement is a
*blocking set*. So a largest collection without a plane is the complement of a smallest blocking set. In AG(4,3) that
has 27 cards: some 54 cards contain no plane, and any 55 contain one. (Abrahamsen & Eriksen 2023, section 8.3, guess
that any 49 do.)

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

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from setlab.counting import count_affine_maps, count_cards, count_subspaces
from setlab.errors import RuleError, SpecError
from setlab.exact.extremes.bounds import join_sections, section_sizes
from setlab.geometry import CardSet, Space, k_flats, parallel_class, subspaces
from setlab.geometry.batch import masks_array
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
    outside = (int.from_bytes(words.tobytes(), "little") for words in forms.astype("<u8"))
    found = [
        PlaneFreeClass(CardSet.from_mask(mask, dimension).complement(), order, count_affine_maps(dimension) // order)
        for mask, order in zip(outside, orders, strict=True)
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
