"""One level of significance for the whole report: the probability of any false alarm is below LEVEL.

The number of comparisons is the number of figures and statements in the record of the sources. Each comparison is made
at an equal part of LEVEL (Bonferroni), which is valid however the comparisons depend on one another; comparisons with
exact values are counted too. A claim that needs several tests divides its part among them.
"""

from __future__ import annotations

from functools import cache

from setlab.sources import claims

LEVEL = 0.01


@cache
def comparisons() -> int:
    """The number of figures and statements in the record of the sources."""
    return sum(claim.comparisons for claim in claims())


def level(tests: int = 1) -> float:
    """The level of one comparison, or of each of several tests that share one comparison."""
    return LEVEL / comparisons() / tests


def confidence(tests: int = 1) -> float:
    """The confidence of the intervals on which verdicts are based."""
    return 1 - level(tests)
