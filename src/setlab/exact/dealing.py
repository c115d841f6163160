"""Deals with exactly K SETs, every one of them equally likely: for puzzles, lessons and practice.

Two methods give the same uniform distribution. Where such deals are common, the deals of the trials 0, 1, 2 … of the
seed are searched for the first with K SETs. Where they are rare, a deal is drawn from the list of all collections up to
symmetry: an orbit with a probability proportional to its number of deals, then a random symmetry. The method depends on
the question alone, so that a deal depends on the seed and on nothing else.

Collections of 18 to 63 cards are too many to be listed: such deals are searched, and refused at once where they are too
rare, by the exact probability or by the tally of `rarity`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from setlab.arguments import checked
from setlab.draws import Draws, fresh_seed
from setlab.errors import RuleError, SpecError, plural
from setlab.exact.rarity import TrialProgress, check_common, ranges_in_words, search_deals, smaller_part
from setlab.geometry import AffineMap, CardSet, Space
from setlab.notation import find_notation
from setlab.rules import Table

COMMON = 1e-5
"""The least probability of K SETs for which deals are searched."""


@checked
def deal(cards: int = 12, *, sets: int | None = None, seed: int | None = None, dimension: int = 4) -> Table:
    """The table with cards of a shuffled deck; with `sets`, uniform among all deals with that many SETs.

    The deal is the same for the same seed, and new without one.

    >>> deal(9, sets=1, seed=1).sets()
    [(Card('one red solid oval'), Card('one green open diamond'), Card('one purple striped squiggle'))]
    >>> len(deal(12, sets=14, seed=1).sets())
    14
    >>> deal(9, sets=7)
    Traceback (most recent call last):
    setlab.errors.RuleError: 9 cards never have 7 SETs: 0 to 6, 8 or 12 are possible
    """
    chosen = fresh_seed() if seed is None else seed
    return Table.of(deal_cards(cards, sets, seed=chosen, dimension=dimension), find_notation(dimension=dimension))


def deal_cards(
    cards: int = 12, sets: int | None = None, *, seed: int = 0, dimension: int = 4, report: TrialProgress | None = None
) -> list[int]:
    """The cards of a deal in their order; `report` is called with the number of deals searched.

    >>> deal_cards(3, seed=1)
    [2, 72, 5]
    """
    space = Space(dimension)
    if not 0 <= cards <= len(space):
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {len(space)}, choose 0 to {len(space)}")
    if sets is None:
        return Draws(seed).shuffled(0, space, cards)
    if sets < 0:
        raise SpecError(f"{sets} is not a number of SETs: choose 0 or more")
    chance = probability_of_sets(cards, sets, dimension)
    if (chance is None or chance < COMMON) and can_be_listed(cards, sets, dimension):
        return deal_from_list(cards, sets, seed, space)
    check_common(cards, sets, dimension, chance)
    return search_deals(cards, sets, seed, space, report)


def probability_of_sets(cards: int, sets: int, dimension: int) -> float | None:
    """The probability of K SETs, None where it is not known; raise `RuleError` where it is zero."""
    from setlab.exact.sets import REACHED, exact_sets

    if dimension not in REACHED:
        return None
    table = exact_sets(cards, dimension)
    if table.distribution is None:
        _check_between(cards, sets, dimension)
        return None
    number = table.distribution.get(sets, 0)
    if not number:
        possible = ranges_in_words(table.distribution)
        raise RuleError(f"{plural(cards, 'card')} never have {plural(sets, 'SET')}: {possible} are possible")
    return number / table.total


def _check_between(cards: int, sets: int, dimension: int) -> None:
    """Raise `RuleError` unless the number of SETs lies between the fewest and the most that the cards can have."""
    from setlab.exact.extremes import fewest_sets, most_sets

    if dimension != 4:
        return
    fewest, most = fewest_sets()[cards], most_sets()[cards]
    low, high = fewest.lower, most.upper
    if not low <= sets <= high:
        raise RuleError(f"{plural(cards, 'card')} never have {plural(sets, 'SET')}: choose {low} to {high}")


LISTED, MOST_ADDED = 12, 3
"""Collections of up to 12 cards are listed up to symmetry; larger ones are a listed one and up to 3 cards more."""

LARGEST_LISTED = 17
"""The largest collections that are drawn from the list; by complement, also those that leave so few cards."""


def can_be_listed(cards: int, sets: int, dimension: int) -> bool:
    """True if the collections, or the rests of the deck, are in the list; all caps of AG(4,3) are."""
    fewer, sets_in_fewer = smaller_part(cards, sets, dimension)
    return dimension in (2, 3) or (dimension == 4 and (fewer <= LARGEST_LISTED or sets_in_fewer == 0))


def deal_from_list(cards: int, sets: int, seed: int, space: Space) -> list[int]:
    """A deal drawn from the collections up to symmetry, moved by a random symmetry and shuffled."""
    fewer, sets_in_fewer = smaller_part(cards, sets, space.d)
    drawn = AffineMap.random(seed, trial=1, dimension=space).apply(_draw_collection(fewer, sets_in_fewer, seed, space))
    chosen = drawn if fewer == cards else CardSet.deck(space) - drawn
    return Draws(seed).shuffled(trial=2, cards=sorted(chosen))


def _draw_collection(cards: int, sets: int, seed: int, space: Space) -> CardSet:
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
        half = level.part(0, len(level) // 2)
        within = half.extended_lines(added).get(sets, 0)
        level = half if rank < within else level.part(len(level) // 2, len(level))
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


def _below(draws: Draws, bound: int) -> int:
    """An unbiased number below a bound of any size: words of 32 bits, drawn again while they are too large."""
    words, k = (bound.bit_length() + 31) // 32, 0
    while True:
        parts = [draws.bits(0, k + i) for i in range(words)]
        number = sum(part << 32 * i for i, part in enumerate(parts)) >> (32 * words - bound.bit_length())
        if number < bound:
            return number
        k += words
