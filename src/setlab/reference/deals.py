"""Tables of random numbers, and decks dealt in a random order.

Card c = 0, 1, … of the N = 3^d cards is put into one of the N − c free slots: the r-th in ascending order, where
r, counted from 0, is draw c of the trial below N − c, of 16 bits. The cards are then dealt in the order of their
slots. All orders are equally likely, since (r_0, r_1, …) is the Lehmer code of the slots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate
from operator import or_
from typing import Any, SupportsInt

from setlab.counting import count_flats
from setlab.draws import Draws, accept
from setlab.geometry import Space
from setlab.geometry.flats import subspaces


def draw_bits_table(seed: int, first: int, trials: int, draws: int, width: int = 32) -> list[list[int]]:
    """Draws 0 … draws − 1 of each trial.

    >>> draw_bits_table(0, first=0, trials=1, draws=2, width=16)
    [[59605, 26151]]
    """
    generator = Draws(seed)
    return [[generator.bits(trial, k, width) for k in range(draws)] for trial in range(first, first + trials)]


def draw_below_table(
    seed: int, first: int, trials: int, bounds: Iterable[SupportsInt], width: int = 32
) -> list[list[int]]:
    """Draw k of each trial, below bounds[k].

    >>> draw_below_table(0, first=0, trials=3, bounds=[81, 80])
    [[60, 4], [0, 3], [60, 52]]
    """
    limits = [int(bound) for bound in bounds]
    return [
        [draw_below(seed, trial, k, bound, width) for k, bound in enumerate(limits)]
        for trial in range(first, first + trials)
    ]


def draw_below(seed: int, trial: int, k: int, bound: int, width: int = 32) -> int:
    """One bounded draw.

    >>> draw_below(0, trial=0, k=0, bound=81)
    60
    """
    return Draws(seed).below(trial, k, bound, width)


def accept_draw(x: int, bound: int, width: int = 32) -> int | None:
    """The result of the draw x below a bound, or None when x is rejected.

    >>> [accept_draw(x, 3, width=16) for x in (0, 1, 21846, 65535)]
    [None, 0, 1, 2]
    """
    return accept(x, bound, width)


Completed = Callable[[int, int, int], list[int]]
"""(seed, trial, dimension) → the number of flats that each card completes, in the order of dealing."""


def slots(draws: Draws, trial: int, cards: int) -> list[int]:
    """The slot of every card.

    >>> slots(Draws(1), trial=0, cards=9)
    [0, 8, 1, 7, 2, 5, 4, 6, 3]
    """
    free = list(range(cards))
    return [free.pop(draws.below(trial, k=card, bound=cards - card, width=16)) for card in range(cards)]


def deal(seed: int, trial: int, dimension: int) -> list[int]:
    """All cards of the deck in the order in which they are dealt.

    >>> deal(1, trial=0, dimension=2)
    [0, 2, 4, 8, 6, 5, 7, 3, 1]
    """
    slot = slots(Draws(seed), trial, 3**dimension)
    return sorted(range(len(slot)), key=slot.__getitem__)


def lines_completed(seed: int, trial: int, dimension: int) -> list[int]:
    """The number of lines that each card completes, in the order of dealing.

    >>> lines_completed(1, trial=0, dimension=2)
    [0, 0, 0, 1, 1, 1, 2, 3, 4]
    """
    space, dealt, completed = Space(dimension), set[int](), list[int]()
    for card in deal(seed, trial, dimension):
        # Each of the two other cards of a line finds it.
        completed.append(sum(space.third(card, other) in dealt for other in dealt) // 2)
        dealt.add(card)
    return completed


def planes_completed(seed: int, trial: int, dimension: int) -> list[int]:
    """The number of planes that each card completes, in the order of dealing.

    >>> planes_completed(1, trial=0, dimension=2)
    [0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    order, through = deal(seed, trial, dimension), planes_through(dimension)
    dealt = accumulate((1 << card for card in order), or_)
    return [sum(plane & cards == plane for plane in through[card]) for card, cards in zip(order, dealt, strict=True)]


@cache
def planes_through(dimension: int) -> list[list[int]]:
    """For every card the planes that contain it, as masks.

    >>> [len(planes_through(d)[0]) for d in (2, 3, 4)]
    [1, 13, 130]
    """
    space = Space(dimension)
    through: list[list[int]] = [[] for _ in space.cards]
    for directions in subspaces(2, space):
        seen = 0
        for corner in space.cards:
            if not seen >> corner & 1:
                plane = [space.add(corner, vector) for vector in directions]
                mask = sum(1 << card for card in plane)
                seen |= mask
                for card in plane:
                    through[card].append(mask)
    return through


def first_line(seed: int, first: int, trials: int, *, dimension: int) -> list[int]:
    """The number of trials whose first line is complete with the n-th card, n = 0 … 3^d."""
    return counts_of(first_line_trials(seed, first, trials, dimension=dimension), 3**dimension + 1)


def first_line_trials(seed: int, first: int, trials: int, *, dimension: int) -> list[int]:
    """The number of cards dealt when the first line is complete, trial by trial.

    >>> first_line_trials(1, 0, 8, dimension=4)
    [7, 9, 10, 11, 6, 6, 11, 11]
    """
    return [_first(lines_completed(seed, trial, dimension)) for trial in range(first, first + trials)]


def first_plane(seed: int, first: int, trials: int, *, dimension: int) -> list[int]:
    """The number of trials whose first plane is complete with the n-th card, n = 0 … 3^d."""
    return counts_of(first_plane_trials(seed, first, trials, dimension=dimension), 3**dimension + 1)


def first_plane_trials(seed: int, first: int, trials: int, *, dimension: int) -> list[int]:
    """The number of cards dealt when the first plane is complete, trial by trial.

    >>> first_plane_trials(1, 0, 8, dimension=3)
    [20, 18, 20, 19, 18, 17, 19, 19]
    """
    return [_first(planes_completed(seed, trial, dimension)) for trial in range(first, first + trials)]


def count_lines_dealt(
    seed: int, first: int, trials: int, *, dimension: int, histogram_at: Sequence[int] = ()
) -> dict[str, Any]:
    """Sums, sums of squares, least and most of the number of lines within the first n cards, and histograms."""
    rows = count_lines_dealt_trials(seed, first, trials, dimension=dimension)
    return _tally(rows, dimension, 1, histogram_at)


def count_lines_dealt_trials(seed: int, first: int, trials: int, *, dimension: int) -> list[list[int]]:
    """The number of lines within the first n cards, one row n = 0 … 3^d per trial.

    >>> count_lines_dealt_trials(1, 0, 1, dimension=2)
    [[0, 0, 0, 0, 1, 2, 3, 5, 8, 12]]
    """
    return _running_sums(lines_completed, seed, first, trials, dimension)


def count_planes_dealt(
    seed: int, first: int, trials: int, *, dimension: int, histogram_at: Sequence[int] = ()
) -> dict[str, Any]:
    """Sums, sums of squares, least and most of the number of planes within the first n cards, and histograms."""
    rows = count_planes_dealt_trials(seed, first, trials, dimension=dimension)
    return _tally(rows, dimension, 2, histogram_at)


def count_planes_dealt_trials(seed: int, first: int, trials: int, *, dimension: int) -> list[list[int]]:
    """The number of planes within the first n cards, one row n = 0 … 3^d per trial.

    >>> count_planes_dealt_trials(1, 0, 1, dimension=3)[0][20:]
    [1, 1, 5, 7, 11, 17, 26, 39]
    """
    return _running_sums(planes_completed, seed, first, trials, dimension)


def _first(completed: Sequence[int]) -> int:
    """The number of cards dealt when the first flat is complete."""
    return next(n for n, flats in enumerate(completed, start=1) if flats)


def _running_sums(completed: Completed, seed: int, first: int, trials: int, dimension: int) -> list[list[int]]:
    numbers = range(first, first + trials)
    return [list(accumulate(completed(seed, trial, dimension), initial=0)) for trial in numbers]


def _tally(rows: list[list[int]], dimension: int, k: int, histogram_at: Sequence[int]) -> dict[str, Any]:
    """The tally of the numbers of k-flats. Of no trials, the least is the number of all flats, and the most is 0."""
    cards, flats = range(3**dimension + 1), count_flats(k, dimension)
    return {
        "sum": [sum(row[n] for row in rows) for n in cards],
        "sum_of_squares": [sum(row[n] ** 2 for row in rows) for n in cards],
        "least": [min((row[n] for row in rows), default=flats) for n in cards],
        "most": [max((row[n] for row in rows), default=0) for n in cards],
        "histograms": [counts_of([row[n] for row in rows], flats + 1) for n in histogram_at],
    }


def counts_of(numbers: Iterable[int], size: int) -> list[int]:
    """The number of occurrences of each of 0 … size − 1."""
    counter = Counter(numbers)
    return [counter[n] for n in range(size)]
