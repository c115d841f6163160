"""Does our number agree with a figure printed in a paper, at the precision with which it is printed?

What the figure allows is every number that rounds to it and, if the paper sampled, the numbers from which chance
in its trials could have led there (`Paper.allowed`). An exact value agrees if it is allowed, and else differs. A
sample has an interval of its own, of the same confidence: it agrees if all of it is allowed, it differs if none
of it is, and otherwise it cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Literal

from setlab.stats.intervals import Interval, proportion_interval
from setlab.stats.printed import Paper, Printed, read_printed
from setlab.stats.special import normal_quantile

SLIPS = (1, -1, 2, -2, 3, -3, 4, -4)
"""The powers of ten that are tried on a figure that differs."""

MOST_TRIALS = 1e15
"""More trials than this are not a remedy."""

_FACTORS = {1: "ten times", -1: "a tenth of"}

Verdict = Literal["agrees", "differs", "cannot tell"]
Ours = Fraction | int | tuple[int, int] | Interval


@dataclass(frozen=True)
class Agreement:
    """The verdict about a printed figure, and the values on which it rests.

    `ours` is our interval, of no width if we know the number exactly; `sample` has our successes and trials, if
    we counted. `slip` is the power of ten by which a figure that differs has to be multiplied in order to agree.
    """

    verdict: Verdict
    printed: Printed
    paper: Paper
    allowed: Interval
    ours: Interval
    confidence: float
    sample: tuple[int, int] | None = None
    slip: int | None = None

    @property
    def reason(self) -> str:
        """What the verdict rests on, in words.

        >>> print(agreement("46.9%", Fraction(4683, 10_000), Paper(10**6), confidence=0.999).reason)
        46.83 % is exact; rounding and chance in 1,000,000 trials allow 46.686 % to 47.114 %
        """
        return "; ".join(_reasons(self))

    def sentence(self) -> str:
        """The figure, the verdict and the reason in one line.

        >>> agreement("20%", Fraction(3, 10), Paper(computed=True), confidence=0.999).sentence()
        '20% differs: 30 % is exact; rounding allows 19.5 % to 20.5 %'
        """
        return f"{self.printed.text} {self.verdict}: {self.reason}"


def agreement(
    text: str, ours: Ours, paper: Paper | None = None, *, confidence: float, decimal: str | None = None
) -> Agreement:
    """Whether a printed figure agrees with ours: an exact value, (successes, trials), or an interval.

    By chance alone a right figure differs with a probability of at most 1 − confidence. If the paper's number of
    trials is not known, its error by chance is not either: a figure outside of what rounding allows is then left
    open, unless the truth is exactly 0 or 1, where there is no chance.

    >>> agreement("1,5%", Fraction(3, 200), Paper(50_000_000), confidence=0.999).verdict
    'agrees'
    >>> agreement("46.9%", (4683, 10_000), Paper(10**6), confidence=0.999).verdict
    'cannot tell'
    >>> agreement("20%", Fraction(324, 1080), Paper(computed=True), confidence=0.999).verdict
    'differs'
    """
    figure, paper = read_printed(text, decimal), paper or Paper()
    mine, allowed = our_interval(ours, confidence), paper.allowed(figure, confidence)
    verdict = _verdict(mine, allowed, paper)
    slip = _slip(figure, mine, paper, confidence) if verdict == "differs" else None
    sample = ours if isinstance(ours, tuple) else None
    return Agreement(verdict, figure, paper, allowed, mine, confidence, sample, slip)


def our_interval(ours: Ours, confidence: float) -> Interval:
    """What we know, as an interval: that of `proportion_interval` for a sample, of no width for an exact value.

    >>> our_interval(Fraction(1, 4), confidence=0.999)
    Interval(low=0.25, high=0.25)
    """
    if isinstance(ours, Interval):
        return ours
    if isinstance(ours, tuple):
        return proportion_interval(*ours, confidence)
    return Interval(float(ours), float(ours))


def _verdict(mine: Interval, allowed: Interval, paper: Paper) -> Verdict:
    if mine.within(allowed):
        return "agrees"
    return "cannot tell" if mine.meets(allowed) or _may_be_chance(mine, paper) else "differs"


def _may_be_chance(mine: Interval, paper: Paper) -> bool:
    """True if the paper sampled and does not say how often; what never or always happens knows no chance."""
    certain = mine.width == 0 and mine.low in (0, 1)
    return paper.trials is None and not paper.computed and not certain


def _slip(figure: Printed, mine: Interval, paper: Paper, confidence: float) -> int | None:
    """The power of ten that a figure with a misplaced decimal point lacks."""
    for power in SLIPS:
        moved = figure.times(Fraction(10) ** power)
        possible = paper.deviation is not None or paper.computed or paper.proportion(moved).low <= 1
        if possible and _verdict(mine, paper.allowed(moved, confidence), paper) == "agrees":
            return power
    return None


def _reasons(found: Agreement) -> Iterator[str]:
    mine, paper = found.ours, found.paper
    exact = f"{_number(found, mine.low)} is exact"
    yield exact if mine.width == 0 else f"we have {_range(found, mine)} at {100 * found.confidence:g} %"
    sampled = paper.trials is not None and not paper.computed
    cause = f"rounding and chance in {paper.trials:,} trials allow" if sampled else "rounding allows"
    yield f"{cause} {_range(found, found.allowed)}"
    if sampled and paper.deviation is None:
        fewest, most = paper.cases(found.printed)
        if fewest > most:
            yield "no number of cases is printed so"
    if found.slip is not None:
        yield f"{_FACTORS.get(found.slip, f'10^{found.slip} times')} the figure would agree"
    if found.verdict == "cannot tell":
        yield _remedy(found) if mine.meets(found.allowed) else _open(found)


def _remedy(found: Agreement) -> str:
    """How many trials of ours would tell; intervals shrink with the square root of the trials."""
    successes, trials = found.sample or (0, 0)
    if not trials:
        return "a narrower interval would tell"
    gap = min(abs(successes / trials - edge) for edge in (found.allowed.low, found.allowed.high))
    needed = trials * (found.ours.width / 2 / gap) ** 2 if gap else inf
    return f"about {_rounded(needed)} trials would tell" if needed < MOST_TRIALS else "ours lies at the edge"


def _open(found: Agreement) -> str:
    """How few trials of the paper would explain the figure by chance."""
    unsaid = "the paper does not say how many trials it made"
    near = found.ours.low if found.ours.low > found.allowed.high else found.ours.high
    if found.paper.deviation is not None or not 0 < near < 1:
        return unsaid
    gap = max(near - found.allowed.high, found.allowed.low - near)
    fewest = normal_quantile((1 - found.confidence) / 2) ** 2 * near * (1 - near) / gap**2
    return f"{unsaid}, and chance explains the figure for up to about {_rounded(fewest)}"


def _rounded(number: float) -> str:
    return f"{float(f'{max(number, 1):.0e}'):,.0f}"


def _range(found: Agreement, ends: Interval) -> str:
    return f"{_number(found, ends.low)} to {_number(found, ends.high)}"


def _number(found: Agreement, value: float) -> str:
    percent = "%" in found.printed.text or found.paper.counts
    return f"{100 * value:.5g} %" if percent else f"{value:.5g}"
