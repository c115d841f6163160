"""Deals with K SETs drawn from the list of all collections up to symmetry: uniform, however rare they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from setlab.draws import Draws
from setlab.exact.rarity import smaller_part
from setlab.geometry import AffineMap, CardSet, Space

if TYPE_CHECKING:
    from setlab.exact.orbits.levels import Orbits

LISTED, MOST_ADDED = 12, 3
"""Collections of up to 12 cards are listed up to symmetry; larger ones are a listed one and up to 3 cards more."""

LARGEST_LISTED = 17
"""The largest collections that are drawn from the list; by complement, also those that leave so few cards."""


def can_be_listed(cards: int, sets: int, dimension: int) -> bool:
    """True if the collections, or the rests of the deck, are in the list; all caps of AG(4,3) are."""
    fewer, sets_in_fewer = smaller_part(cards, sets, dimension)
    return dimension in (2, 3) or (dimension == 4 and (fewer <= LARGEST_LISTED or sets_in_fewer == 0))


def from_list(cards: int, sets: int, seed: int, space: Space) -> list[int]:
    """A deal drawn from the collections up to symmetry, moved by a random symmetry and shuffled."""
    fewer, sets_in_fewer = smaller_part(cards, sets, space.d)
    drawn = AffineMap.random(seed, trial=1, dimension=space).apply(_drawn(fewer, sets_in_fewer, seed, space))
    chosen = drawn if fewer == cards else CardSet.deck(space) - drawn
    return Draws(seed).shuffled(trial=2, cards=sorted(chosen))


def _drawn(cards: int, sets: int, seed: int, space: Space) -> CardSet:
    """A collection with K SETs: uniform up to symmetry, each orbit weighted by its size.

    A collection larger than those listed occurs as often as it has parts of the listed size: equally often for all.
    """
    from setlab.exact.orbits.levels import orbit_levels

    whole = space.d < 4 or sets == 0
    listed = cards if whole else max(min(cards, LISTED), cards - MOST_ADDED)
    *_, level = orbit_levels(space.d, "cap" if sets == 0 else "all", until=listed, prove=False)
    added = cards - listed
    rank = _below(Draws(seed), level.extended_lines(added)[sets])
    while len(level) > 1:
        half = _part(level, 0, len(level) // 2)
        within = half.extended_lines(added).get(sets, 0)
        level = half if rank < within else _part(level, len(level) // 2, len(level))
        rank -= 0 if rank < within else within
    collection = CardSet.from_mask(int.from_bytes(level.masks[0].astype("<u8").tobytes(), "little"), space)
    fitting = list(_extensions(collection, added, sets))
    return collection.union(fitting[rank % len(fitting)])


def _extensions(collection: CardSet, added: int, sets: int) -> Iterator[tuple[int, ...]]:
    """The ways to add up to three cards so that there are K SETs."""
    third, held, lines = collection.space.third, set(collection), len(collection.lines())
    completed = {x: sum(third(x, card) in held for card in held) // 2 for x in collection.complement()}
    for extra in combinations(completed, added):
        with_two = sum(third(x, y) in held for x, y in combinations(extra, 2))
        is_line = added == 3 and third(extra[0], extra[1]) == extra[2]
        if lines + sum(map(completed.__getitem__, extra)) + with_two + is_line == sets:
            yield extra


def _part(level: Orbits, first: int, last: int) -> Orbits:
    from setlab.exact.orbits.levels import Orbits

    return Orbits(level.dimension, level.family, level.size, level.masks[first:last], level.sizes[first:last])


def _below(draws: Draws, bound: int) -> int:
    """An unbiased number below a bound of any size: words of 32 bits, drawn again while they are too large."""
    words, k = (bound.bit_length() + 31) // 32, 0
    while True:
        parts = [draws.bits(0, k + i) for i in range(words)]
        number = sum(part << 32 * i for i, part in enumerate(parts)) >> (32 * words - bound.bit_length())
        if number < bound:
            return number
        k += words
