"""The distribution of the number of SETs in n cards by the experiment `orbits`: on any backend, kept in the store."""

from __future__ import annotations

from setlab.counting import count_cards
from setlab.errors import SpecError
from setlab.exact.orbits.subtrees import MOST_EXTRA
from setlab.exact.sets.counts import DEEPEST, SetCounts, set_counts_of
from setlab.experiment.kernels.orbits import OrbitsParameters, descendants_of
from setlab.experiment.result import Result
from setlab.experiment.spec import Spec, make_spec


def set_counts_spec(cards: int, dimension: int = 4) -> tuple[Spec, int]:
    """The experiment that counts the SETs in a number of cards, or in the others, and its number of trials.

    >>> spec, trials = set_counts_spec(15)
    >>> spec.parameters.until, trials          # three cards are added to the orbits of 12
    (12, 34)
    """
    if dimension not in DEEPEST:
        raise SpecError(f"orbits are listed in 2 to 5 dimensions, not in {dimension}: choose one of those")
    deck = count_cards(dimension)
    if not 0 <= cards <= deck:
        raise SpecError(f"{cards} cards cannot be dealt: the deck has {deck}, choose 0 to {deck}")
    until = max(0, min(cards, deck - cards) - MOST_EXTRA)
    spec = make_spec("orbits", {"dimension": dimension, "until": until})
    return spec, _parameters(spec).trials


def listed_set_counts(result: Result, cards: int) -> SetCounts:
    """The number of collections of n cards, or of the others, by their SETs: proved, from the result of all trials.

    >>> from setlab.experiment.run import run
    >>> spec, trials = set_counts_spec(6)
    >>> listed_set_counts(run(spec, trials), 6).counts
    {0: 247615056, 1: 71772480, 2: 5068440, 3: 84240}
    """
    p = _parameters(result.spec)
    if (result.first, result.trials) != (0, p.trials):
        raise SpecError(f"{result.trials} of the {p.trials} roots were continued: all are needed")
    fewer = min(cards, count_cards(p.dimension) - cards)
    return set_counts_of(descendants_of(p, result.tally), fewer, p.dimension)


def _parameters(spec: Spec) -> OrbitsParameters:
    p = spec.parameters
    assert isinstance(p, OrbitsParameters)
    return p
