"""Deals with exactly K SETs, every one of them equally likely: for puzzles, lessons and practice.

Two methods give the same uniform distribution. Where such deals are common, the deals of the trials 0, 1, 2 … of the
seed are searched for the first with K SETs. Where they are rare, a deal is drawn from the list of all collections up to
symmetry: an orbit with a probability proportional to its number of deals, then a random symmetry. The method depends on
the question alone, so that a deal depends on the seed and on nothing else.

Collections of 18 to 63 cards are too many to be listed: such deals are searched, and refused at once where they are too
rare, by the exact probability or by a tally that ships. It has random deals of 20 to 40 cards by their SETs; 41 to 61
cards are their complements: each pair of cards is on one line, so that the SETs of a collection determine the number of
SETs among the other cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations

from setlab import _core
from setlab.arguments import checked
from setlab.counting import check_number, count_cards, mean_flats
from setlab.draws import Draws, fresh_seed
from setlab.errors import RuleError, SpecError, plural
from setlab.exact.evidence import Content, Progress, Recipe, no_progress, split_runs
from setlab.exact.extremes import fewest_sets, lines_with_complement, most_sets
from setlab.exact.orbits import orbit_levels
from setlab.exact.sets import REACHED, exact_sets
from setlab.geometry import AffineMap, CardSet, Space
from setlab.geometry.batch import masks_of
from setlab.notation import find_notation
from setlab.rules import Table

TrialProgress = Callable[[int], object]
"""progress(trials): the number of deals searched so far."""

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
    check_number(cards, dimension)
    if sets is None:
        return Draws(seed).shuffle(0, space, cards)
    if sets < 0:
        raise SpecError(f"{sets} is not a number of SETs: choose 0 or more")
    chance = probability_of_sets(cards, sets, dimension)
    if (chance is None or chance < COMMON) and can_be_listed(cards, sets, dimension):
        return deal_from_list(cards, sets, seed, space)
    check_common(cards, sets, dimension, chance)
    return search_deals(cards, sets, seed, space, report)


@lru_cache(maxsize=256)
def probability_of_sets(cards: int, sets: int, dimension: int) -> float | None:
    """The probability of K SETs, None where it is not known; raise `RuleError` where it is zero."""
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
    return Draws(seed).shuffle(trial=2, cards=sorted(chosen))


def _draw_collection(cards: int, sets: int, seed: int, space: Space) -> CardSet:
    """A collection with K SETs: uniform up to symmetry, each orbit weighted by its size.

    A collection larger than those listed occurs as often as it has parts of the listed size: equally often for all.
    """
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
    collection = CardSet.from_mask(masks_of(level.masks[:1])[0], space)
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


SIZES = range(20, 41)
SEED, TRIALS, BLOCK = 1, 1 << 28, 1 << 22


def compute_rarity(report: Progress = no_progress, trials: int = TRIALS) -> Content:
    """The tally: for every size, the number of deals with K SETs.

    >>> compute_rarity(trials=1000)["counts"]["20"]["14"]
    129
    """
    counts: dict[int, dict[int, int]] = {cards: {} for cards in SIZES}
    for first in range(0, trials, BLOCK):
        size = min(BLOCK, trials - first)
        found = _core.count_lines_dealt(SEED, first, size, dimension=4, histogram_at=tuple(SIZES))
        for cards, histogram in zip(SIZES, found["histograms"], strict=True):
            for sets in histogram.nonzero()[0].tolist():
                counts[cards][sets] = counts[cards].get(sets, 0) + int(histogram[sets])
        report("deals", (first + size) / trials)
    by_size = {str(cards): {str(k): n for k, n in sorted(row.items())} for cards, row in counts.items()}
    return {"seed": SEED, "trials": trials, "counts": by_size}


RECIPE = Recipe("rarity-4", compute_rarity, "python -m setlab.exact.make rarity-4")
"""The recipe of the tally."""


@cache
def deals_seen(cards: int) -> Mapping[int, int]:
    """The number of tallied deals of 20 to 40 cards with K SETs, by K; K is missing where there was none.

    >>> sum(deals_seen(20).values()) == TRIALS
    True
    """
    return {int(sets): count for sets, count in RECIPE.content()["counts"][str(cards)].items()}


def smaller_part(cards: int, sets: int, dimension: int) -> tuple[int, int]:
    """The smaller of a collection and the rest of the deck: the number of its cards and of its SETs.

    >>> smaller_part(69, 652, 4)
    (12, 14)
    """
    deck = count_cards(dimension)
    return (cards, sets) if cards <= deck - cards else (deck - cards, lines_with_complement(cards, dimension) - sets)


FIRST_BLOCK, LARGEST_BLOCK, SMALLEST_BLOCK = 1 << 6, 1 << 20, 1 << 10
"""The number of deals in the first call of the core and in the last; each block is twice the one before. In a block
that has K SETs the deal is found by halving, down to the smallest."""

MOST_TRIALS = {2: 10**6, 3: 10**6, 4: 2 * 10**9, 5: 10**7, 6: 10**6}
"""The number of deals after which the search is abandoned, by dimension: a minute or two."""

FEW_TRIALS = 10_000
"""The same in other dimensions, where deals are searched in Python."""

RAREST, LEAST_SEEN = 1e-8, 3
"""The least probability, and the least number of tallied deals, for which deals are searched."""


def check_common(cards: int, sets: int, dimension: int, chance: float | None) -> None:
    """Raise `RuleError` unless a search is likely to find such a deal of four properties."""
    if dimension != 4:
        return
    if chance is None:
        _check_seen(cards, sets, dimension)
    elif chance < RAREST:
        nearer = f"choose a number nearer to {_mean(cards, dimension)}"
        raise RuleError(_too_rare(cards, sets, f"one deal in {1 / chance:.2g}", nearer))


def _check_seen(cards: int, sets: int, dimension: int) -> None:
    """Raise `RuleError` unless some of the tallied deals, or of their complements, have K SETs."""
    fewer, sets_in_fewer = smaller_part(cards, sets, dimension)
    common = [k for k, count in deals_seen(fewer).items() if count >= LEAST_SEEN]
    if sets_in_fewer not in common:
        possible = common if fewer == cards else [lines_with_complement(fewer, dimension) - k for k in common]
        seen = f"fewer than {LEAST_SEEN} in {TRIALS:,} deals"
        raise RuleError(_too_rare(cards, sets, seen, f"choose {ranges_in_words(possible)}"))


def _too_rare(cards: int, sets: int, how_rare: str, remedy: str) -> str:
    why = "collections of 18 to 63 cards are too many to be listed, and a search would take too long"
    return f"{plural(cards, 'card')} with {plural(sets, 'SET')} are too rare, {how_rare}: {why}; {remedy}"


def _mean(cards: int, dimension: int) -> str:
    return f"the mean, {float(mean_flats(cards, 1, dimension)):.1f}"


def search_deals(cards: int, sets: int, seed: int, space: Space, report: TrialProgress | None) -> list[int]:
    """The first deal of the seed with K SETs; raise `RuleError` if there is none among the first `MOST_TRIALS`."""
    first, block, most = 0, FIRST_BLOCK, MOST_TRIALS.get(space.d, FEW_TRIALS)
    while first < most:
        trial = _first_with(cards, sets, seed, range(first, min(first + block, most)), space)
        if trial is not None:
            return _deal_order(seed, trial, space)[:cards]
        first, block = first + block, min(2 * block, LARGEST_BLOCK)
        if report is not None:
            report(first)
    raise RuleError(
        f"none of the first {most:,} deals of seed {seed} has exactly {plural(sets, 'SET')} in "
        f"{plural(cards, 'card')}: choose a number nearer to {_mean(cards, space.d)}"
    )


def _first_with(cards: int, sets: int, seed: int, trials: range, space: Space) -> int | None:
    """The first of the trials whose deal has K SETs."""
    if space.d not in range(2, 7):
        return next((i for i in trials if len(space.sets(_deal_order(seed, i, space)[:cards])) == sets), None)
    if not _number_with(cards, sets, seed, trials, space.d):
        return None
    while len(trials) > SMALLEST_BLOCK:
        half = trials[: len(trials) // 2]
        trials = half if _number_with(cards, sets, seed, half, space.d) else trials[len(half) :]
    counts = _core.count_lines_dealt_trials(seed, trials.start, len(trials), dimension=space.d)
    return trials[int((counts[:, cards] == sets).nonzero()[0][0])]


def _number_with(cards: int, sets: int, seed: int, trials: range, dimension: int) -> int:
    """The number of trials whose deal has K SETs."""
    found = _core.count_lines_dealt(seed, trials.start, len(trials), dimension=dimension, histogram_at=(cards,))
    histogram = found["histograms"][0]
    return int(histogram[sets]) if sets < len(histogram) else 0


def _deal_order(seed: int, trial: int, space: Space) -> list[int]:
    """The deck in the order in which a trial deals it, as in all experiments that deal card by card."""
    slot = Draws(seed).shuffle(trial, space)
    return sorted(space, key=slot.__getitem__)


def ranges_in_words(numbers: Iterable[int]) -> str:
    """Numbers as ranges in words.

    >>> ranges_in_words([0, 1, 2, 8, 12])
    '0 to 2, 8 or 12'
    """
    words = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in split_runs(numbers)]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
