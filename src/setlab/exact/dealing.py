"""Deals with exactly K SETs, every one of them equally likely: for puzzles, lessons and lists to practise with.

Two methods give the same uniform distribution. Where such deals are common, the deals of the trials 0, 1, 2 … of the
seed are looked through, and the first with K SETs is taken. Where they are rare, a deal is drawn from the list of all
collections up to symmetry: an orbit with a probability proportional to its number of deals, then a random symmetry.
Which method is used depends on the question alone, so that a deal depends on the seed and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from setlab.arguments import checked
from setlab.counting import count_cards, mean_flats
from setlab.draws import Draws, fresh_seed
from setlab.errors import RuleError, SpecError, plural
from setlab.geometry import AffineMap, CardSet, Space
from setlab.notation import find_notation
from setlab.rules import Table

if TYPE_CHECKING:
    from setlab.exact.orbits.levels import Orbits

COMMON = 1e-5
"""The least probability of K SETs for which deals are looked through."""

LISTED, MOST_ADDED = 12, 3
"""Collections of up to 12 cards are listed up to symmetry; larger ones are a listed one and up to 3 cards more."""

LARGEST_LISTED = 17
"""The largest collections that are drawn from the list; by complement, also those that leave so few cards."""

FIRST_BLOCK, LARGEST_BLOCK = 1 << 6, 1 << 16
"""The number of deals in the first call of the core and in the last; each block is twice the one before."""

MOST_TRIALS = 100_000_000
"""The number of deals that are looked through before the search is given up."""

Report = Callable[[int], object]
"""report(trials): the number of deals that have been looked through."""


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
    return Table.of(deal_cards(cards, sets, seed=chosen, dimension=dimension), find_notation(d=dimension))


def deal_cards(
    cards: int = 12, sets: int | None = None, *, seed: int = 0, dimension: int = 4, report: Report | None = None
) -> list[int]:
    """The cards of a deal in their order; `report` is told how many deals have been looked through.

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
    if (chance is None or chance < COMMON) and _can_be_listed(cards, sets, dimension):
        return _from_list(cards, sets, seed, space)
    return _looked_through(cards, sets, seed, space, report)


def _dealt(seed: int, trial: int, space: Space) -> list[int]:
    """The deck in the order in which a trial deals it, as in all experiments that deal card by card."""
    slot = Draws(seed).shuffled(trial, space)
    return sorted(space, key=slot.__getitem__)


def probability_of_sets(cards: int, sets: int, dimension: int) -> float | None:
    """The probability of K SETs, None where it is not known; raise `RuleError` where it is zero."""
    from setlab.exact.sets.tables import REACHED, exact_sets

    if dimension not in REACHED:
        return None
    table = exact_sets(cards, dimension)
    if table.distribution is None:
        _check_between(cards, sets, dimension)
        return None
    number = table.distribution.get(sets, 0)
    if not number:
        possible = _ranges(sorted(table.distribution))
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


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers as ranges in words: 0 to 6, 8 or 12."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    words = [str(part[0]) if len(part) == 1 else f"{part[0]} to {part[-1]}" for part in parts]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _looked_through(cards: int, sets: int, seed: int, space: Space, report: Report | None) -> list[int]:
    """The first deal of the seed with K SETs; raise `RuleError` if there is none among the first 10^8."""
    first, block = 0, FIRST_BLOCK
    while first < MOST_TRIALS:
        trial = _first_with(cards, sets, seed, range(first, min(first + block, MOST_TRIALS)), space)
        if trial is not None:
            return _dealt(seed, trial, space)[:cards]
        first, block = first + block, min(2 * block, LARGEST_BLOCK)
        if report is not None:
            report(first)
    mean = float(mean_flats(cards, 1, space.d))
    raise RuleError(
        f"none of the first {MOST_TRIALS:,} deals of seed {seed} has exactly {plural(sets, 'SET')} in "
        f"{plural(cards, 'card')}: choose a number nearer to the mean, {mean:.1f}"
    )


def _first_with(cards: int, sets: int, seed: int, trials: range, space: Space) -> int | None:
    """The first of the trials whose deal has K SETs."""
    if space.d in range(2, 7):
        from setlab import _core

        counts = _core.count_lines_dealt_trials(seed, trials.start, len(trials), dimension=space.d)
        found = (counts[:, cards] == sets).nonzero()[0]
        return trials[int(found[0])] if len(found) else None
    return next((i for i in trials if len(space.sets(_dealt(seed, i, space)[:cards])) == sets), None)


def _can_be_listed(cards: int, sets: int, dimension: int) -> bool:
    """True if the collections, or the rests of the deck, are in the list; all caps of AG(4,3) are."""
    fewer, sets_in_fewer = _fewer(cards, sets, dimension)
    return dimension in (2, 3) or (dimension == 4 and (fewer <= LARGEST_LISTED or sets_in_fewer == 0))


def _fewer(cards: int, sets: int, dimension: int) -> tuple[int, int]:
    """The smaller of a collection and the rest of the deck: the number of its cards and of its SETs.

    Each pair of cards is on one line, so that the lines which avoid n cards are counted by inclusion and exclusion.
    """
    deck = count_cards(dimension)
    if cards <= deck - cards:
        return cards, sets
    all_lines, through = deck * (deck - 1) // 6, (deck - 1) // 2
    return deck - cards, all_lines - through * cards + comb(cards, 2) - sets


def _from_list(cards: int, sets: int, seed: int, space: Space) -> list[int]:
    """A deal drawn from the collections up to symmetry, moved by a random symmetry and shuffled."""
    fewer, sets_in_fewer = _fewer(cards, sets, space.d)
    drawn = AffineMap.random(seed, trial=1, space=space).apply(_drawn(fewer, sets_in_fewer, seed, space))
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
