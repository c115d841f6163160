"""Arguments of the engines for collections of cards: lines, orbits, sections, planes; and what their answers mean."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from setlab import reference
from setlab.counting import count_affine_maps
from setlab.exact.extremes import join_sections
from setlab.geometry import AffineMap, Space
from setlab.geometry.batch import masks_array
from setlab.geometry.symmetry import affine_maps
from setlab.reference.lines import cards_of, count, integers, is_in_family, least_mask, mask_of, orbit_of

Arguments = dict[str, Any]

FAMILIES = ("all", "cap", "plane-free", "ultraset-free")


# --- draws


def draw_tables(limits: bool) -> st.SearchStrategy[Arguments]:
    """Arguments of a table of draws, with bounds or without."""
    return st.sampled_from([16, 32]).flatmap(lambda width: _draw_table(width, limits))


def _draw_table(width: int, limits: bool) -> st.SearchStrategy[Arguments]:
    edge = 2**width
    bound = st.integers(1, edge) | st.sampled_from([1, 2, 3, edge, edge - 1, edge // 2 + 1, edge // 3])
    bounds = st.lists(bound, max_size=21).map(lambda values: np.array(values, dtype=np.uint64))
    per_trial = {"bounds": bounds} if limits else {"draws": st.integers(0, 21)}
    return st.fixed_dictionaries(
        {
            "seed": st.integers(0, 2**64 - 1),
            "first": st.integers(0, 2**64 - 41) | st.sampled_from([0, 2**32 - 3, 2**64 - 41]),
            "trials": st.integers(0, 40),
            **per_trial,
            "width": st.just(width),
        }
    )


def single_draws() -> st.SearchStrategy[Arguments]:
    """Arguments of one bounded draw."""
    return st.sampled_from([16, 32]).flatmap(
        lambda width: st.fixed_dictionaries(
            {
                "seed": st.integers(0, 2**64 - 1),
                "trial": st.integers(0, 2**64 - 1),
                "k": st.integers(0, 2**31),
                "bound": st.integers(1, 2**width),
                "width": st.just(width),
            }
        )
    )


def accepted_draws() -> st.SearchStrategy[Arguments]:
    """Arguments of the rule that rejects draws."""
    return st.sampled_from([16, 32]).flatmap(
        lambda width: st.fixed_dictionaries(
            {"x": st.integers(0, 2**width - 1), "bound": st.integers(1, 2**width), "width": st.just(width)}
        )
    )


# --- collections


def subsets(dimension: int, most: int) -> st.SearchStrategy[int]:
    """Masks of at most this many cards of AG(d,3)."""
    return st.frozensets(st.integers(0, 3**dimension - 1), max_size=most).map(mask_of)


def dense(dimension: int) -> st.SearchStrategy[int]:
    """Masks of any cards of AG(d,3)."""
    return st.integers(0, 2**3**dimension - 1)


def collections(most: int = 40) -> st.SearchStrategy[Arguments]:
    """Collections of AG(d,3), d = 1 … 8: few cards, or any number where the deck is small; few rows or many alike."""

    def of(dimension: int) -> st.SearchStrategy[Arguments]:
        some = st.one_of(subsets(dimension, most), dense(dimension)) if dimension <= 4 else subsets(dimension, most)
        rows = st.tuples(st.lists(some, max_size=5), st.sampled_from([1, 1, 1, 70]))
        return rows.map(lambda chosen: _arguments(chosen[0] * chosen[1], dimension))

    return st.integers(1, 8).flatmap(of)


SMALL = {2: 9, 3: 8, 4: 5, 5: 4}
"""The most cards of collections whose frames are few enough to be listed, by dimension."""


def small_collections() -> st.SearchStrategy[Arguments]:
    """Collections with some of their images, so that equal forms are among those that must be equal."""

    def of(dimension: int) -> st.SearchStrategy[Arguments]:
        some = st.lists(st.tuples(subsets(dimension, SMALL[dimension]), st.integers(0, 10**6)), max_size=4)
        return some.map(
            lambda rows: _arguments([m for row in rows for m in (row[0], _moved(*row, dimension))], dimension)
        )

    return st.integers(2, 5).flatmap(of)


def same_orbits(answer: list[list[int]], asked: Arguments) -> Any:
    """Of each form the orbit in which it lies, and which forms are equal."""
    forms = integers(answer)
    return [least_mask(form, asked["dimension"]) for form in forms], [forms.index(form) for form in forms]


def levels() -> st.SearchStrategy[Arguments]:
    """All orbits of one size in a family, by any representatives in any order."""
    sizes = {2: 9, 3: 5, 4: 3, 5: 2}
    which = st.integers(2, 5).flatmap(
        lambda d: st.tuples(st.just(d), st.integers(0, sizes[d]), st.sampled_from(FAMILIES if d < 5 else FAMILIES[:2]))
    )
    return which.flatmap(
        lambda level: st.tuples(st.permutations(_level(*level)), st.integers(0, 10**6)).map(
            lambda chosen: _level_arguments(*chosen, level[0], level[2])
        )
    )


@cache
def _level(dimension: int, size: int, family: str) -> tuple[int, ...]:
    if size == 0:
        return (0,)
    smaller = _level(dimension, size - 1, family)
    return tuple(integers(reference.next_orbits(masks_array(smaller, dimension), (), dimension, family)[0]))


def _level_arguments(masks: list[int], seed: int, dimension: int, family: str) -> Arguments:
    moved = [_moved(mask, seed + i, dimension) for i, mask in enumerate(masks)]
    order = count_affine_maps(dimension)
    stabilizers = reference.stabilizers(masks_array(masks, dimension), dimension)
    sizes = np.array([order // each for each in stabilizers], dtype=np.uint64)
    return {**_arguments(moved, dimension), "sizes": sizes, "family": family}


def same_level(answer: list[Any], asked: Arguments) -> Any:
    """The orbits, in no order, with their sizes."""
    masks, sizes = answer
    return sorted(
        (least_mask(mask, asked["dimension"]), size) for mask, size in zip(integers(masks), sizes, strict=True)
    )


def family_members() -> st.SearchStrategy[Arguments]:
    """Collections within a family: what does not fit is left out card by card."""

    def of(dimension: int, family: str) -> st.SearchStrategy[Arguments]:
        some = st.lists(st.permutations(range(3**dimension)).map(lambda cards: cards[:20]), max_size=3)
        rows = some.map(lambda orders: [_fitting(cards, dimension, family) for cards in orders])
        return rows.map(lambda masks: {**_arguments(masks, dimension), "family": family})

    kinds = st.tuples(st.integers(2, 4), st.sampled_from(FAMILIES)) | st.just((5, "cap"))
    return kinds.flatmap(lambda kind: of(*kind))


def _fitting(cards: list[int], dimension: int, family: str) -> int:
    mask = 0
    for card in cards:
        if is_in_family(mask | 1 << card, dimension, family):
            mask |= 1 << card
    return mask


def extended() -> st.SearchStrategy[Arguments]:
    """Collections that count several times, and a few cards more: fewer where the deck is large."""

    def of(dimension: int, extra: int) -> st.SearchStrategy[Arguments]:
        masks = subsets(dimension, 12) if extra > 1 or dimension > 4 else subsets(dimension, 12) | dense(dimension)
        return st.lists(st.tuples(masks, st.integers(0, 2**64 - 1)), max_size=3).map(
            lambda rows: {
                **_arguments([mask for mask, _ in rows], dimension),
                "sizes": np.array([size for _, size in rows], dtype=np.uint64),
                "extra": extra,
            }
        )

    cases = st.sampled_from([(2, 0), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 0), (4, 1), (5, 1)])
    return cases.flatmap(lambda case: of(*case))


# --- sections


def subset_sizes() -> st.SearchStrategy[Arguments]:
    """Sizes of collections of which there are not too many."""
    sizes = [(d, n) for d in (1, 2) for n in range(3**d + 1)] + [(3, n) for n in (0, 1, 2, 3, 24, 25, 26, 27)]
    return st.tuples(st.sampled_from(sizes), st.booleans()).map(
        lambda case: {"dimension": case[0][0], "size": case[0][1], "affine": case[1]}
    )


def small_dimensions() -> st.SearchStrategy[Arguments]:
    """Dimensions in which all collections can be listed."""
    return st.sampled_from([{"dimension": 1}, {"dimension": 2}])


def numbers_of_lines(answer: list[list[int]], asked: Arguments) -> Any:
    """The numbers of lines, and those of the collections shown, with their sizes."""
    fewest, fewest_in, most, most_in = answer
    shown = [[(mask.bit_count(), count(mask)) for mask in masks] for masks in (fewest_in, most_in)]
    return fewest, most, shown


def section_lists() -> st.SearchStrategy[Arguments]:
    """Two lists of sections, the size of a third, and a limit that some collections do not meet."""

    def of(dimension: int) -> st.SearchStrategy[Arguments]:
        masks = st.lists(dense(dimension), max_size=3).map(lambda values: np.array(values, dtype=np.uint32))
        return st.fixed_dictionaries(
            {
                "first": masks,
                "second": masks,
                "third": st.integers(0, 3**dimension),
                "limit": st.integers(0, 20) | st.just(117),
                "dimension": st.just(dimension),
            }
        )

    return st.integers(1, 2).flatmap(of)


def fewest_and_valid(answer: list[int] | None, asked: Arguments) -> Any:
    """The number of lines, and whether the sections shown have it and belong to the lists."""
    if answer is None:
        return None
    lines, first, second, third = answer
    has_it = count(join_sections((first, second, third), asked["dimension"])) == lines
    return lines, has_it, first in asked["first"], second in asked["second"], third.bit_count()


# --- planes


def union_sizes() -> st.SearchStrategy[Arguments]:
    """Sizes up to which the unions of planes can be listed."""
    cases = [(2, n) for n in (0, 8, 9)] + [(3, n) for n in (0, 9, 14, 15, 18, 19)] + [(4, 12)]
    return st.sampled_from(cases).map(lambda case: {"dimension": case[0], "largest": case[1]})


def same_unions(answer: list[Any], asked: Arguments) -> Any:
    """The orbits, in no order, with their sizes and coefficients."""
    masks, images, coefficients = answer
    maps = affine_maps(asked["dimension"], 3)
    least = [min(orbit_of(mask, maps)) for mask in integers(masks)]
    return sorted(zip(least, images, coefficients, strict=True))


def union_sums() -> st.SearchStrategy[Arguments]:
    """All unions to one size, and a larger size."""
    sizes = st.lists(st.integers(0, 21), min_size=2, max_size=2).map(sorted)
    return sizes.map(lambda pair: _sum_arguments(3, *pair)) | st.just((9, 14)).map(
        lambda pair: _sum_arguments(4, *pair)
    )


def _sum_arguments(dimension: int, above: int, largest: int) -> Arguments:
    above = min(above, 19)
    masks, images, _ = reference.plane_unions(dimension, above)
    return {
        "dimension": dimension,
        "masks": np.array(masks, dtype=np.uint64),
        "images": np.array(images, dtype=np.int64),
        "above": above,
        "largest": largest,
    }


def total_by_size(answer: list[list[int]], asked: Arguments) -> Any:
    """The fractions of each size, added up."""
    totals: dict[int, Fraction] = defaultdict(Fraction)
    for size, denominator, total in zip(*answer, strict=True):
        totals[size] += Fraction(total, denominator)
    return {size: total for size, total in totals.items() if total}


def pairs_of_sections() -> st.SearchStrategy[Arguments]:
    """Pairs of sections of AG(3,3), and a few of AG(4,3) with nearly full third sections."""

    def of(dimension: int, size: int) -> st.SearchStrategy[Arguments]:
        pairs = st.lists(st.tuples(dense(dimension - 1), dense(dimension - 1)), max_size=3)
        return pairs.map(
            lambda rows: {
                "dimension": dimension,
                "first": np.array([first for first, _ in rows], dtype=np.uint32),
                "second": np.array([second for _, second in rows], dtype=np.uint32),
                "size": size,
            }
        )

    cases = st.tuples(st.just(3), st.integers(0, 9)) | st.tuples(st.just(4), st.integers(26, 27))
    return cases.flatmap(lambda case: of(*case))


def same_thirds(answer: list[Any], asked: Arguments) -> Any:
    """The third sections of each pair, in no order; how many were tried is not compared."""
    offsets, sections, _ = answer
    return [sorted(sections[i:j]) for i, j in pairwise(offsets)]


def _arguments(masks: list[int], dimension: int) -> Arguments:
    return {"masks": masks_array(masks, dimension), "dimension": dimension}


def _moved(mask: int, seed: int, dimension: int) -> int:
    images = AffineMap.random(seed, dimension=Space(dimension)).images
    return mask_of(images[card] for card in cards_of(mask))
