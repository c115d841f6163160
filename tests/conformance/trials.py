"""Arguments of the engines that play numbered trials: whole games, and decks dealt in a random order."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from setlab.rules import Choice, Refill

Arguments = dict[str, Any]

SEEDS = st.integers(0, 2**64 - 1)
FIRST = st.one_of(st.integers(0, 1000), st.sampled_from([2**32 - 2, 2**40, 2**63, 2**64 - 20]))

CARDS = {2: (4, 8, 16), 3: (9, 27, 81), 4: (16, 64), 5: (25,)}
"""For each number of values the sizes of decks, by dimension from 2 on."""


def ranges(most: int) -> dict[str, st.SearchStrategy[int]]:
    """A seed and a range of trials."""
    return {"seed": SEEDS, "first": FIRST, "trials": st.integers(0, most)}


def deals(largest: int, histograms: bool = False) -> st.SearchStrategy[Arguments]:
    """Decks that are dealt; with histograms, of chosen numbers of cards."""

    def of(d: int) -> st.SearchStrategy[Arguments]:
        chosen = {"histogram_at": st.lists(st.integers(0, 3**d), max_size=3)} if histograms else {}
        return st.fixed_dictionaries({**ranges({2: 20, 3: 8}.get(d, 3)), "dimension": st.just(d), **chosen})

    return st.integers(2, largest).flatmap(of)


def games(rare: bool = False) -> st.SearchStrategy[Arguments]:
    """Whole games with small decks, and the standard game, which has engines of its own."""
    sizes = [(d, n) for n, cards in CARDS.items() for d in range(2, 2 + len(cards))]
    return st.one_of(st.sampled_from(sizes).flatmap(lambda size: _games(*size, rare)), _standard_games(rare))


def _standard_games(rare: bool) -> st.SearchStrategy[Arguments]:
    given: dict[str, Any] = {
        "dimension": 4,
        "values": 3,
        "deck": np.arange(81, dtype=np.uint16),
        "dealt": 81,
        "table": 12,
    }
    fixed = {name: st.just(value) for name, value in given.items()}
    choices = {"choice": st.just(Choice.RANDOM), "refill": st.just(Refill.STANDARD)}
    return st.fixed_dictionaries({**ranges(3), **fixed, **choices, **_limits(rare)})


def _limits(rare: bool) -> dict[str, st.SearchStrategy[Any]]:
    """Which games are rare, and whether the SETs on their tables are counted."""
    if not rare:
        return {}
    return {"rare_leftover": st.integers(0, 20), "rare_table": st.integers(0, 21), "count_sets": st.booleans()}


def _games(d: int, n: int, rare: bool) -> st.SearchStrategy[Arguments]:
    cards = n**d
    lost = st.sets(st.integers(0, cards - 1), max_size=min(4, cards - n))

    def of(lost: set[int], undealt: int, given: Arguments) -> Arguments:
        deck = np.array([card for card in range(cards) if card not in lost], dtype=np.uint16)
        return given | {"deck": deck, "dealt": max(n, len(deck) - undealt)}

    given = {
        **ranges(3 if cards > 30 else 6),
        "dimension": st.just(d),
        "values": st.just(n),
        "table": st.integers(n, min(cards, 15)),
        "choice": st.sampled_from(list(Choice)),
        "refill": st.sampled_from(list(Refill)),
        **_limits(rare),
    }
    return st.builds(of, lost, st.integers(0, 3), st.fixed_dictionaries(given))
