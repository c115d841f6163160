"""The speed of finds: SETs per minute by the number of differing properties, and by the number of SETs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from setlab.arguments import checked
from setlab.seeing.intervals import allowed_fall, chi_square_p
from setlab.seeing.searches import Search
from setlab.stats import gamma_quantile

MINUTE = 60.0


@checked
@dataclass(frozen=True)
class Rate:
    """The SETs in which n properties differ: how many were found, in how many SET-minutes, and the rate.

    A SET-minute is one SET that lies on the table for one minute. The interval is exact for a Poisson number of
    finds (Garwood's interval); it is None where no such SET was ever there.
    """

    differ: int
    found: int
    exposure: float
    low: float | None
    high: float | None

    @property
    def rate(self) -> float | None:
        """Finds per SET-minute."""
        return self.found / self.exposure if self.exposure else None


def poisson_interval(count: int, level: float) -> tuple[float, float]:
    """The exact interval of the mean of a Poisson number.

    >>> [round(end, 3) for end in poisson_interval(0, 0.95)], [round(end, 2) for end in poisson_interval(10, 0.95)]
    ([0.0, 3.689], [4.8, 18.39])
    """
    tail = (1 - level) / 2
    low = gamma_quantile(count, tail) if count else 0.0
    return low, gamma_quantile(count + 1, tail, upper=True)


def rates_by_differing(searches: Sequence[Search], level: float) -> list[Rate]:
    """A rate for each number of properties that differ, from 1 to the most that there can be.

    The time before a find counts as a part of the exposure, and so does time that ended with a deal, a pause, another
    claim or the end of the game: these times are censored.
    """
    most = max((len(search.properties) for search in searches), default=0)
    found, exposure = dict.fromkeys(range(1, most + 1), 0), dict.fromkeys(range(1, most + 1), 0.0)
    for search in searches:
        for index, candidate in enumerate(search.candidates):
            differ = len(search.differing(candidate))
            found[differ] += index == search.found
            exposure[differ] += search.seconds / MINUTE
    return [_rate(differ, found[differ], exposure[differ], level) for differ in found]


def _rate(differ: int, found: int, exposure: float, level: float) -> Rate:
    if not exposure:
        return Rate(differ, found, exposure, None, None)
    low, high = poisson_interval(found, level)
    return Rate(differ, found, exposure, low / exposure, high / exposure)


@checked
@dataclass(frozen=True)
class Crowding:
    """The power of the number of SETs with which the rate of finds grows: 1 if the SETs are found independently."""

    power: float
    low: float
    high: float
    p: float


def crowding(searches: Sequence[Search], weights: Sequence[float], level: float) -> Crowding | None:
    """The exponent γ in "n SETs of mean ease w are found at the rate λ w n^γ", with a λ for each room.

    The weights are the sums of the ease of the SETs, n w. None if the number of SETs never varied while SETs were
    found. The interval is that of the profile likelihood, and p belongs to γ = 1.
    """
    from scipy.optimize import brentq, minimize_scalar

    used = [
        _Time(each.group, log(len(each.candidates)), each.seconds * weight, each.found is not None)
        for each, weight in zip(searches, weights, strict=True)
        if each.candidates and each.seconds > 0
    ]
    if len({each.log_number for each in used if each.found}) < 2:
        return None

    def surprise(power: float) -> float:
        return -_log_likelihood(used, power - 1)

    best = minimize_scalar(surprise, bounds=(-WIDEST, WIDEST), method="bounded", options={"xatol": 1e-7})
    allowed = best.fun + allowed_fall(level)
    if min(surprise(-WIDEST), surprise(WIDEST)) <= allowed:
        return None
    low, high = (float(brentq(lambda x: surprise(x) - allowed, best.x, end)) for end in (-WIDEST, WIDEST))
    return Crowding(float(best.x), low, high, chi_square_p(2 * (surprise(1.0) - best.fun), 1))


WIDEST = 10.0
"""Powers beyond this are not sought."""


@dataclass(frozen=True)
class _Time:
    """The time of a search in units of ease, the logarithm of the number of SETs, and whether one was found."""

    group: str
    log_number: float
    exposure: float
    found: bool


def _log_likelihood(times: Sequence[_Time], power: float) -> float:
    """The log-likelihood of exponential times, at the best rate of each room."""
    finds: dict[str, int] = {}
    exposure: dict[str, float] = {}
    total = 0.0
    for each in times:
        finds[each.group] = finds.get(each.group, 0) + each.found
        exposure[each.group] = exposure.get(each.group, 0.0) + each.exposure * exp(power * each.log_number)
        total += each.found * power * each.log_number
    return total + sum(count * log(count / exposure[group]) for group, count in finds.items() if count)
