"""All collections without a plane of one size: their number, and their classes under AGL(d,3).

The search of `blocking.py` lists the blocking sets, one for each orbit of the symmetries that preserve three parallel
layers. So every blocking set is an image of a listed one, and there are two ways to count them.

**By directions.** A set is found once for every direction in which it has one of the types searched and for every order
of the layers in which the sizes are those of the type. Its weight is the reciprocal of that number.

**By classes.** The canonical forms of the listed sets identify the classes, and a class has 3^d · |GL(d,3)| /
|stabiliser| members; the stabiliser is found by an independent search. `plane_free_classes` raises `RuleError` unless
both numbers agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import TYPE_CHECKING

from setlab.counting import count_affine_maps, count_cards, count_subspaces
from setlab.errors import RuleError
from setlab.exact.planes.blocking import Type, blocking_sections, check_dimension, possible_types, third_sections
from setlab.exact.sections import join_sections
from setlab.geometry import CardSet, Space
from setlab.geometry.batch import masks_array
from setlab.geometry.flats import parallel_class, subspaces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sections = NDArray[np.uint32]


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
    classes = (
        _class(words.astype("<u8").tobytes(), order, dimension) for words, order in zip(forms, orders, strict=True)
    )
    found = tuple(sorted(classes, key=lambda one: (-one.symmetries, one.cards.mask)))
    return _compare_counts(found, listed)


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


def _class(words: bytes, symmetries: int, dimension: int) -> PlaneFreeClass:
    outside = CardSet.from_mask(int.from_bytes(words, "little"), Space(dimension))
    return PlaneFreeClass(outside.complement(), symmetries, count_affine_maps(dimension) // symmetries)


def _compare_counts(classes: tuple[PlaneFreeClass, ...], listed: BlockingSets) -> tuple[PlaneFreeClass, ...]:
    """The classes. Raise `RuleError` unless their sizes add up to the count by directions."""
    members = sum(one.collections for one in classes)
    if members != listed.count:
        raise RuleError(f"the classes have {members} members, but {listed.count} were counted: please report it")
    return classes
