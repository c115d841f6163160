"""The level of significance of all comparisons, and the precision of what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from setlab.reproduce.judging.evidence import Answer, Evidence, Figures, Sample, Statement
from setlab.sources import claims
from setlab.stats import Interval, proportion_interval

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


SHOWN = 0.95
"""The confidence of the intervals that are shown; verdicts are based on `levels.confidence`."""


def exact_text(evidence: Evidence, ours: str) -> str | None:
    """What we found, if no part of it rests on a sample; None otherwise."""
    return evidence.exact or (None if is_sampled(evidence) else ours or None)


def is_sampled(evidence: Evidence) -> bool:
    """True if some part of the evidence is a sample.

    >>> is_sampled(Figures(values={"SETs": 1080})), is_sampled(Figures(values={"cleared": Sample(7, 100)}))
    (False, True)
    """
    if isinstance(evidence, Figures):
        return evidence.histogram is not None or any(isinstance(v, Sample | Interval) for v in evidence.values.values())
    checks = evidence.checks if isinstance(evidence, Statement | Answer) else ()
    return any(check.sampled for check in checks) or getattr(evidence, "trials", None) is not None


def main_interval(evidence: Evidence) -> Interval | None:
    """The interval of the answer, or of the first sampled figure or check."""
    return next(_intervals(evidence), None)


def _intervals(evidence: Evidence) -> Iterator[Interval]:
    if isinstance(evidence, Answer) and evidence.interval is not None:
        yield evidence.interval
    if isinstance(evidence, Figures):
        for value in evidence.values.values():
            if isinstance(value, Sample):
                yield proportion_interval(*value, SHOWN)
            elif isinstance(value, Interval):
                yield value
    if isinstance(evidence, Statement | Answer):
        yield from (proportion_interval(*check.sample, SHOWN) for check in evidence.checks if check.sample is not None)
