"""One rule for every level: the probability that any right figure is called wrong by chance is below LEVEL.

The record of the sources says how many figures and statements there are; each comparison gets an equal part of LEVEL
(Bonferroni), which holds whatever depends on what. All of them count, the exact ones too. A claim that needs several
tests divides its part among them.
"""

from __future__ import annotations

from functools import cache

from setlab.sources import claims

LEVEL = 0.01


@cache
def comparisons() -> int:
    """How many figures and statements the sources print."""
    return sum(claim.comparisons for claim in claims())


def level(tests: int = 1) -> float:
    """The level of one comparison, or of one of several tests that share it."""
    return LEVEL / comparisons() / tests


def confidence(tests: int = 1) -> float:
    """The confidence of the intervals by which figures are judged."""
    return 1 - level(tests)
