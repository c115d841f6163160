"""Deals with K SETs found by looking through the deals of a seed; refused at once where they are too rare."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from setlab.counting import mean_flats
from setlab.draws import Draws
from setlab.errors import RuleError, plural
from setlab.exact.rarity import TRIALS, deals_seen, sets_in_rest, smaller_part
from setlab.geometry import Space

FIRST_BLOCK, LARGEST_BLOCK, SMALLEST_BLOCK = 1 << 6, 1 << 20, 1 << 10
"""The number of deals in the first call of the core and in the last; each block is twice the one before. In a block
that has K SETs the deal is found by halving, down to the smallest."""

MOST_TRIALS = {2: 10**6, 3: 10**6, 4: 2 * 10**9, 5: 10**7, 6: 10**6}
"""The number of deals that are looked through before the search is given up, by dimension: a minute or two."""

FEW_TRIALS = 10_000
"""The same in other dimensions, where deals are looked through in Python."""

RAREST, LEAST_SEEN = 1e-8, 3
"""The least probability, and the least number of tallied deals, for which deals are looked through."""

Report = Callable[[int], object]
"""report(trials): the number of deals that have been looked through."""


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
        raise RuleError(_too_rare(cards, sets, seen, f"choose {ranges(sorted(possible))}"))


def _too_rare(cards: int, sets: int, how_rare: str, remedy: str) -> str:
    why = "collections of 18 to 63 cards are too many to be listed, and a search would take too long"
    return f"{plural(cards, 'card')} with {plural(sets, 'SET')} are too rare, {how_rare}: {why}; {remedy}"


def _mean(cards: int, dimension: int) -> str:
    return f"the mean, {float(mean_flats(cards, 1, dimension)):.1f}"


def looked_through(cards: int, sets: int, seed: int, space: Space, report: Report | None) -> list[int]:
    """The first deal of the seed with K SETs; raise `RuleError` if there is none among the first `MOST_TRIALS`."""
    first, block, most = 0, FIRST_BLOCK, MOST_TRIALS.get(space.d, FEW_TRIALS)
    while first < most:
        trial = _first_with(cards, sets, seed, range(first, min(first + block, most)), space)
        if trial is not None:
            return _dealt(seed, trial, space)[:cards]
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
        return next((i for i in trials if len(space.sets(_dealt(seed, i, space)[:cards])) == sets), None)
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


def _dealt(seed: int, trial: int, space: Space) -> list[int]:
    """The deck in the order in which a trial deals it, as in all experiments that deal card by card."""
    slot = Draws(seed).shuffled(trial, space)
    return sorted(space, key=slot.__getitem__)


def ranges(numbers: Sequence[int]) -> str:
    """Numbers as ranges in words: 0 to 6, 8 or 12."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    words = [str(part[0]) if len(part) == 1 else f"{part[0]} to {part[-1]}" for part in parts]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
