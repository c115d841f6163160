"""How rare a number of SETs is where no exact number is known: a tally of random deals of 20 to 61 cards.

Each pair of cards is on one line, so that the SETs of a collection determine the number of SETs among the other cards.
So 20 to 40 cards are tallied, and 41 to 61 cards are their complements.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import comb

from setlab.counting import count_cards
from setlab.exact.shipped import Content, Recipe, Report, read, silent

SIZES = range(20, 41)
SEED, TRIALS, BLOCK = 1, 1 << 28, 1 << 22


def recipe() -> Recipe:
    """How the tally is made."""
    return Recipe("rarity-4", compute_rarity, "python -m setlab.exact.make rarity-4")


def compute_rarity(report: Report = silent, trials: int = TRIALS) -> Content:
    """The tally: for every size, how many of the deals have K SETs.

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
    """The smaller of a collection and the rest of the deck: the number of its cards and of its SETs.

    Each pair of cards is on one line, so that the lines which avoid n cards are counted by inclusion and exclusion.
    """
    deck = count_cards(dimension)
    return (cards, sets) if cards <= deck - cards else (deck - cards, sets_in_rest(cards, sets, dimension))


def sets_in_rest(cards: int, sets: int, dimension: int) -> int:
    """The number of SETs among the other cards of the deck.

    >>> sets_in_rest(12, 14, 4)
    652
    """
    deck = count_cards(dimension)
    all_lines, through = deck * (deck - 1) // 6, (deck - 1) // 2
    return all_lines - through * cards + comb(cards, 2) - sets
