"""The probability that n cards contain a plane: exact where it is known, otherwise sampled (A13)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from setlab.errors import SpecError
from setlab.exact.planes import exact_planes
from setlab.experiment.run import Result
from setlab.reproduce.judging import Sample
from setlab.reproduce.running import Runner


@dataclass(frozen=True)
class PlaneOdds:
    """P(n cards contain a plane) for every n: exact values, and a sample of deals up to the first plane."""

    result: Result

    def value(self, cards: int) -> Fraction | Sample:
        """The exact probability for n cards, or our sample."""
        known = exact_planes(4).table.probability(cards)
        return self.sample(cards) if known is None else known

    def sample(self, cards: int) -> Sample:
        """Our deals whose first n cards contain a plane."""
        histogram = self.result.tally["first_plane"]
        return Sample(sum(count for n, count in histogram.items() if n <= cards), self.result.tally.trials)

    def estimate(self, cards: int) -> float:
        """The probability as a number."""
        value = self.value(cards)
        return float(Fraction(*value) if isinstance(value, Sample) else value)


def plane_odds(runner: Runner) -> PlaneOdds:
    """The probabilities, with the quick or the full number of deals."""
    return PlaneOdds(runner.run("first-plane", 2e6, 2e8))


def exact_odds(cards: int) -> Fraction:
    """P(n cards contain a plane) where it is known exactly: n ≤ 40 and n ≥ 53.

    >>> exact_odds(55)
    Fraction(1, 1)
    """
    known = exact_planes(4).table.probability(cards)
    if known is None:
        raise SpecError(f"P({cards} cards contain a plane) is not known exactly: choose n ≤ 40 or n ≥ 53")
    return known
