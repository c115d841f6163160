"""Deals with K SETs found by searching the deals of a seed, and a tally that shows where they are too rare.

Where no exact number is known, random deals of 20 to 40 cards are tallied by their SETs; 41 to 61 cards are their
complements: each pair of cards is on one line, so that the SETs of a collection determine the number of SETs among the
other cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from setlab.counting import count_cards, mean_flats
from setlab.draws import Draws
from setlab.errors import RuleError, plural
from setlab.exact.evidence import Content, Progress, Recipe, no_progress, read, split_runs
from setlab.exact.extremes.bounds import lines_with_complement
from setlab.geometry import Space

SIZES = range(20, 41)
SEED, TRIALS, BLOCK = 1, 1 << 28, 1 << 22


def recipe() -> Recipe:
    """The recipe of the tally."""
    return Recipe("rarity-4", compute_rarity, "python -m setlab.exact.make rarity-4")


def compute_rarity(report: Progress = no_progress, trials: int = TRIALS) -> Content:
    """The tally: for every size, the number of deals with K SETs.

    >>> compute_rarity(trials=1000)["counts"]["20"]["14"]
    129
    """
    from setlab import _core

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


@cache
def deals_seen(cards: int) -> Mapping[int, int]:
    """The number of tallied deals of 20 to 40 cards with K SETs, by K; K is missing where there was none.

    >>> sum(deals_seen(20).values()) == TRIALS
    True
    """
    return {int(sets): count for sets, count in read(recipe())["counts"][str(cards)].items()}


def smaller_part(cards: int, sets: int, dimension: int) -> tuple[int, int]:
    """The smaller of a collection and the rest of the deck: the number of its cards and of its SETs."""
    deck = count_cards(dimension)
    return (cards, sets) if cards <= deck - cards else (deck - cards, sets_in_rest(cards, sets, dimension))


def sets_in_rest(cards: int, sets: int, dimension: int) -> int:
    """The number of SETs among the other cards of the deck.

    >>> sets_in_rest(12, 14, 4)
    652
    """
    return lines_with_complement(cards, dimension) - sets


FIRST_BLOCK, LARGEST_BLOCK, SMALLEST_BLOCK = 1 << 6, 1 << 20, 1 << 10
"""The number of deals in the first call of the core and in the last; each block is twice the one before. In a block
that has K SETs the deal is found by halving, down to the smallest."""

MOST_TRIALS = {2: 10**6, 3: 10**6, 4: 2 * 10**9, 5: 10**7, 6: 10**6}
"""The number of deals after which the search is abandoned, by dimension: a minute or two."""

FEW_TRIALS = 10_000
"""The same in other dimensions, where deals are searched in Python."""

RAREST, LEAST_SEEN = 1e-8, 3
"""The least probability, and the least number of tallied deals, for which deals are searched."""

TrialProgress = Callable[[int], object]
"""progress(trials): the number of deals searched so far."""


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
        possible = common if fewer == cards else [sets_in_rest(fewer, k, dimension) for k in common]
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
    from setlab import _core

    counts = _core.count_lines_dealt_trials(seed, trials.start, len(trials), dimension=space.d)
    return trials[int((counts[:, cards] == sets).nonzero()[0][0])]


def _number_with(cards: int, sets: int, seed: int, trials: range, dimension: int) -> int:
    """The number of trials whose deal has K SETs."""
    from setlab import _core

    found = _core.count_lines_dealt(seed, trials.start, len(trials), dimension=dimension, histogram_at=(cards,))
    histogram = found["histograms"][0]
    return int(histogram[sets]) if sets < len(histogram) else 0


def _deal_order(seed: int, trial: int, space: Space) -> list[int]:
    """The deck in the order in which a trial deals it, as in all experiments that deal card by card."""
    slot = Draws(seed).shuffled(trial, space)
    return sorted(space, key=slot.__getitem__)


def ranges_in_words(numbers: Iterable[int]) -> str:
    """Numbers as ranges in words.

    >>> ranges_in_words([0, 1, 2, 8, 12])
    '0 to 2, 8 or 12'
    """
    words = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in split_runs(numbers)]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
