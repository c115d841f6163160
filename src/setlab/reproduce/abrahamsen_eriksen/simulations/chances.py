"""The probability that a rare event is never seen, and the test of the statement that it was not seen (A11, A13)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import exp, log1p, prod

from setlab.reproduce.judging import Check, check_test

TINY = 1e-100
"""Below this, a probability of seeing nothing is written as a power of e."""


def chance_of_none(event: Fraction | float, trials: int) -> float:
    """The probability that an event never occurs in n independent trials.

    >>> round(chance_of_none(Fraction(1, 1000), 1000), 4)
    0.3677
    """
    return exp(trials * log1p(-float(event)))


def check_none_seen(what: str, domain: str, events: Collection[Fraction | float], trials: int) -> Check:
    """Test the statement that none of some rare events occurred in the given number of trials for each."""
    chance = prod(chance_of_none(event, trials) for event in events)
    expected = sum(map(float, events)) * trials
    if chance < TINY:
        words = f"{expected:,.0f} cases are expected; none is seen with probability e^−{expected:,.0f}"
    else:
        words = f"{expected:.3g} cases are expected; none is seen with probability {chance:.2g}"
    return check_test(what, domain, chance, trials * len(events), words)
