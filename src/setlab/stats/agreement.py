"""Does our number agree with a printed figure, at the precision with which the figure is printed?

A figure allows every number that rounds to it and, if it was sampled, every number from which chance in the trials
could have led to it (`Origin.allowed`). An exact value agrees if it is allowed, and differs otherwise. A sample
has a confidence interval of its own: it agrees if the whole interval is allowed, differs if no part of it is, and
cannot tell otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Literal

from setlab.arguments import checked
from setlab.stats.intervals import Interval, proportion_interval
from setlab.stats.printed import Origin, Printed, read_printed
from setlab.stats.special import normal_quantile

SLIPS = (1, -1, 2, -2, 3, -3, 4, -4)
"""The powers of ten that are tried on a figure that differs."""

MOST_TRIALS = 1e15
"""More trials than this are not a remedy."""

_FACTORS = {1: "ten times", -1: "a tenth of"}

Outcome = Literal["agrees", "differs", "cannot tell"]
Ours = Fraction | int | tuple[int, int] | Interval


@checked
@dataclass(frozen=True)
class Agreement:
    """Whether a printed figure agrees with ours, and the values on which this rests.

    `ours` is our interval, of width 0 for an exact value; `sample` holds our successes and trials, if there are
    any. `slip` is the power of ten that makes a figure agree which differs.
    """

    outcome: Outcome
    printed: Printed
    origin: Origin
    allowed: Interval
    ours: Interval
    confidence: float
    sample: tuple[int, int] | None = None
    slip: int | None = None

    @property
    def reason(self) -> str:
        """What the outcome rests on.

        >>> print(compare_with_printed("46.9%", Fraction(4683, 10_000), Origin(10**6), confidence=0.999).reason)
        46.83 % is exact; rounding and chance in 1,000,000 trials allow 46.686 % to 47.114 %
        """
        return "; ".join(_reasons(self))

    def sentence(self) -> str:
        """The figure, the outcome and the reason in one line.

        >>> compare_with_printed("20%", Fraction(3, 10), Origin(computed=True), confidence=0.999).sentence()
        '20% differs: 30 % is exact; rounding allows 19.5 % to 20.5 %'
        """
        return f"{self.printed.text} {self.outcome}: {self.reason}"


@checked
def compare_with_printed(
    text: str, ours: Ours, origin: Origin | None = None, *, confidence: float, decimal: str | None = None
) -> Agreement:
    """Whether a printed figure agrees with ours: an exact value, (successes, trials), or an interval.

    A correct figure differs by chance with probability at most 1 − confidence. If the number of trials behind the
    figure is unknown, so is its error by chance: a figure outside the range of rounding then cannot tell, unless the
    true value is exactly 0 or 1, where there is no chance.

    >>> compare_with_printed("1,5%", Fraction(3, 200), Origin(50_000_000), confidence=0.999).outcome
    'agrees'
    >>> compare_with_printed("46.9%", (4683, 10_000), Origin(10**6), confidence=0.999).outcome
    'cannot tell'
    >>> compare_with_printed("20%", Fraction(324, 1080), Origin(computed=True), confidence=0.999).outcome
    'differs'
    """
    figure, origin = read_printed(text, decimal), origin or Origin()
    mine, allowed = our_interval(ours, confidence), origin.allowed(figure, confidence)
    outcome = _outcome(mine, allowed, origin)
    slip = _slip(figure, mine, origin, confidence) if outcome == "differs" else None
    sample = ours if isinstance(ours, tuple) else None
    return Agreement(outcome, figure, origin, allowed, mine, confidence, sample, slip)


@checked
def our_interval(ours: Ours, confidence: float) -> Interval:
    """Our value as an interval: that of `proportion_interval` for a sample, of width 0 for an exact value.

    >>> our_interval(Fraction(1, 4), confidence=0.999)
    Interval(low=0.25, high=0.25)
    """
    if isinstance(ours, Interval):
        return ours
    if isinstance(ours, tuple):
        return proportion_interval(*ours, confidence)
    return Interval(float(ours), float(ours))


def _outcome(mine: Interval, allowed: Interval, origin: Origin) -> Outcome:
    if mine.within(allowed):
        return "agrees"
    return "cannot tell" if mine.meets(allowed) or _may_be_chance(mine, origin) else "differs"


def _may_be_chance(mine: Interval, origin: Origin) -> bool:
    """True if the figure was sampled with an unknown number of trials; what never or always happens knows no chance."""
    certain = mine.width == 0 and mine.low in (0, 1)
    return origin.trials is None and not origin.computed and not certain


def _slip(figure: Printed, mine: Interval, origin: Origin, confidence: float) -> int | None:
    """The power of ten that a figure with a misplaced decimal point lacks."""
    for power in SLIPS:
        moved = figure.times(Fraction(10) ** power)
        possible = origin.deviation is not None or origin.computed or origin.proportion(moved).low <= 1
        if possible and _outcome(mine, origin.allowed(moved, confidence), origin) == "agrees":
            return power
    return None


def _reasons(found: Agreement) -> Iterator[str]:
    mine, origin = found.ours, found.origin
    exact = f"{_number(found, mine.low)} is exact"
    yield exact if mine.width == 0 else f"we have {_range(found, mine)} at {100 * found.confidence:g} %"
    sampled = origin.trials is not None and not origin.computed
    cause = f"rounding and chance in {origin.trials:,} trials allow" if sampled else "rounding allows"
    yield f"{cause} {_range(found, found.allowed)}"
    if sampled and origin.deviation is None:
        fewest, most = origin.cases(found.printed)
        if fewest > most:
            yield "no number of cases is printed so"
    if found.slip is not None:
        yield f"{_FACTORS.get(found.slip, f'10^{found.slip} times')} the figure would agree"
    if found.outcome == "cannot tell":
        yield _remedy(found) if mine.meets(found.allowed) else _open(found)


def _remedy(found: Agreement) -> str:
    """The number of our trials that would tell; intervals shrink with the square root of the trials."""
    successes, trials = found.sample or (0, 0)
    if not trials:
        return "a narrower interval would tell"
    gap = min(abs(successes / trials - edge) for edge in (found.allowed.low, found.allowed.high))
    needed = trials * (found.ours.width / 2 / gap) ** 2 if gap else inf
    return f"about {_rounded(needed)} trials would tell" if needed < MOST_TRIALS else "ours lies at the edge"


def _open(found: Agreement) -> str:
    """The largest number of trials for which chance explains the figure."""
    unsaid = "the source does not say how many trials it made"
    near = found.ours.low if found.ours.low > found.allowed.high else found.ours.high
    if found.origin.deviation is not None or not 0 < near < 1:
        return unsaid
    gap = max(near - found.allowed.high, found.allowed.low - near)
    fewest = normal_quantile((1 - found.confidence) / 2) ** 2 * near * (1 - near) / gap**2
    return f"{unsaid}, and chance explains the figure for up to about {_rounded(fewest)}"


def _rounded(number: float) -> str:
    return f"{float(f'{max(number, 1):.0e}'):,.0f}"


def _range(found: Agreement, ends: Interval) -> str:
    return f"{_number(found, ends.low)} to {_number(found, ends.high)}"


def _number(found: Agreement, value: float) -> str:
    percent = "%" in found.printed.text or found.origin.counts
    return f"{100 * value:.5g} %" if percent else f"{value:.5g}"
