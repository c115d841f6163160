"""Tails and quantiles of the gamma, beta and normal distributions, for tails of 1e-300 and counts of 1e12 alike.

Both incomplete functions are one number times one integral. On the scale where the density is log-concave
(log x for gamma, logit x for beta), the tail from x outward is the density at x times ∫ exp(fall(v)) dv over
v ≥ 0, where fall(v) is the logarithm of how much smaller the density is at distance v. A saddle-point form gives the
density (Loader 2000), a double-exponential rule the integral (Takahasi & Mori 1974). The cost is the
same for arguments of every size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, expm1, inf, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist

from setlab.arguments import checked
from setlab.errors import SpecError


def deviance(count: float, mean: float, excess: float | None = None) -> float:
    """count · log(count/mean) + mean − count: never negative, and precise where count and mean nearly agree.

    `excess` is count − mean; give it where it is known more precisely than the difference of the two floats.

    >>> deviance(0, 3), deviance(3, 3), round(deviance(1e12, 1e12, excess=1000.0), 12)
    (3, 0.0, 5e-07)
    """
    if count == 0:
        return mean
    away = (mean - count if excess is None else -excess) / count
    return count * (log_excess(away) if away > -0.5 else log(count / mean) + away)


def log_excess(t: float) -> float:
    """t − log(1 + t), by the series of the inverse hyperbolic tangent where t is small.

    >>> f"{log_excess(1e-6):.12g}"
    '4.99999666667e-13'
    """
    if not -0.3 < t < 0.5:
        return t - log1p(t)
    r = t / (2 + t)
    y, series = r * r, 0.0
    for k in range(27, 1, -2):
        series = series * y + 1 / k
    return r * (t - 2 * y * series)


def exp_excess(v: float) -> float:
    """exp(v) − 1 − v, by its series where v is small.

    >>> f"{exp_excess(1e-6):.12g}"
    '5.00000166667e-13'
    """
    if abs(v) > 0.5:
        return expm1(v) - v
    series = 0.0
    for k in range(17, 2, -1):
        series = (series + 1) * v / k
    return v * v / 2 * (1 + series)


def stirling_rest(a: float) -> float:
    """The remainder of Stirling's formula for log a!.

    >>> round(stirling_rest(1), 12) == round(1 - log(2 * pi) / 2, 12)
    True
    """
    if a < 10:
        return lgamma(a + 1) - (a + 0.5) * log(a) + a - log(2 * pi) / 2
    y = 1 / (a * a)
    return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * 691 / 360360))))) / a


_STEP, _NODES = 1 / 20, range(-80, 300)
_NEGLIGIBLE = -50.0  # exp of this is lost in a double beside 1
_CLOSE = 2.0**-50
_MOST_STEPS = 200
_BRACKET = (-700.0, 700.0)  # in log x or logit x, as far as floats go


@checked
@dataclass(frozen=True)
class Tails:
    """The probabilities below and above a point, as natural logarithms, since they may be smaller than any float.

    >>> far = gamma_tails(0.5, 5000)
    >>> far.upper, round(far.log_upper, 9)
    (0.0, -5004.831061514)
    """

    log_lower: float
    log_upper: float

    @property
    def lower(self) -> float:
        """The probability below."""
        return exp(self.log_lower)

    @property
    def upper(self) -> float:
        """The probability above."""
        return exp(self.log_upper)

    def mirror(self) -> Tails:
        """The tails exchanged."""
        return Tails(self.log_upper, self.log_lower)


@checked
def gamma_tails(a: float, x: float) -> Tails:
    """The regularised incomplete gamma functions P(a, x) and Q(a, x), as lower and upper tail.

    >>> round(gamma_tails(1, 2).upper / exp(-2), 12)
    1.0
    >>> round(gamma_tails(0.5, 3.841458820694124 / 2).upper, 12)      # chi-square with 1 degree of freedom
    0.05
    """
    _check(0 < a < inf and x >= 0, f"there are no tails of Gamma({a}) at {x}: choose the first above 0, x from 0")
    if x == 0 or x == inf:
        return Tails(-inf, 0.0) if x == 0 else Tails(0.0, -inf)
    return _gamma_point(a, x)[0]


@checked
def beta_tails(a: float, b: float, x: float) -> Tails:
    """The regularised incomplete beta function I_x(a, b) as lower tail, and 1 − I_x(a, b) as upper tail.

    >>> round(beta_tails(2, 3, 0.5).lower * 16, 12)     # at least 2 heads of 4 coins
    11.0
    """
    _check_beta(a, b)
    _check(0 <= x <= 1, f"{x} is not in the range of a beta distribution: choose 0 to 1")
    if x == 0 or x == 1:
        return Tails(-inf, 0.0) if x == 0 else Tails(0.0, -inf)
    return _beta_point(a, b, x)[0] if x <= 0.5 else _beta_point(b, a, 1 - x)[0].mirror()


@checked
def gamma_quantile(a: float, p: float, upper: bool = False) -> float:
    """The point of a gamma distribution with probability p below it, or above it.

    >>> round(2 * gamma_quantile(0.5, 0.05, upper=True), 12)
    3.841458820694
    """
    _check(0 < a < inf, f"there is no distribution Gamma({a}): choose a number above 0")
    return exp(_solve(lambda u: _gamma_point(a, exp(u)), log(a), 1 / sqrt(a), p, upper))


@checked
def beta_quantile(a: float, b: float, p: float, upper: bool = False) -> float:
    """The point of a beta distribution with probability p below it, or above it.

    >>> round(beta_quantile(1, 10, 0.025, upper=True), 12)       # none of ten: at most 31 %
    0.308497107819
    """
    u = _beta_logit(a, b, p, upper)
    return _proportion(u) if u <= 0 else 1 - _proportion(-u)


@checked
def normal_quantile(p: float) -> float:
    """The point of the standard normal distribution with probability p below it.

    >>> round(normal_quantile(0.975), 12), round(normal_quantile(1e-300), 9)
    (1.95996398454, -37.047096299)
    """
    _check_probability(p)
    return NormalDist().inv_cdf(p)


@checked
@lru_cache(maxsize=64)  # a report asks for the same one hundreds of times
def student_quantile(degrees: float, p: float) -> float:
    """The point of Student's t distribution with probability p above it, for p up to 1/2.

    >>> round(student_quantile(1, 0.25), 12), round(student_quantile(10**12, 0.025), 9)
    (1.0, 1.959963985)
    """
    _check(0 < p <= 0.5, f"{p} is not the probability of a tail: choose it above 0 and up to 1/2")
    if p == 0.5:
        return 0.0
    return sqrt(degrees * exp(_beta_logit(0.5, degrees / 2, 2 * p, upper=True)))


def _gamma_point(a: float, x: float) -> tuple[Tails, float]:
    """The tails, and the logarithm of the density of log x."""
    density = log(a / (2 * pi)) / 2 - stirling_rest(a) - deviance(a, x)
    side = 1 if x > a else -1

    def fall(v: float) -> float:
        return side * (a - x) * v - x * exp_excess(side * v)

    return _tails(density + log(_integral(fall, abs(a - x), x)), side), density


def _beta_point(a: float, b: float, x: float) -> tuple[Tails, float]:
    """The tails, and the logarithm of the density of logit x; x is at most 1/2, so that 1 − x is exact enough."""
    n, excess = a + b, a - (a + b) * x
    stirling = stirling_rest(n) - stirling_rest(a) - stirling_rest(b)
    density = log(a / n * b / (2 * pi)) / 2 + stirling - deviance(a, n * x) - b * log_excess(excess / b)
    side = 1 if excess < 0 else -1

    def fall(v: float) -> float:
        away = x * expm1(side * v)
        if v > 0.5:
            return side * a * v - n * log1p(away)
        return side * excess * v - n * x * exp_excess(side * v) + n * log_excess(away)

    return _tails(density + log(_integral(fall, abs(excess), n * x * (1 - x))), side), density


def _beta_logit(a: float, b: float, p: float, upper: bool) -> float:
    """The logit of a quantile: x / (1 − x) = exp(logit) keeps its digits where x is all but 1."""
    _check_beta(a, b)

    def point(u: float) -> tuple[Tails, float]:
        if u <= 0:
            return _beta_point(a, b, _proportion(u))
        tails, density = _beta_point(b, a, _proportion(-u))
        return tails.mirror(), density

    return _solve(point, log(a / b), sqrt(1 / a + 1 / b), p, upper)


def _tails(log_mass: float, side: int) -> Tails:
    mass = min(log_mass, -5e-324)
    rest = log(-expm1(mass)) if mass > -0.7 else log1p(-exp(mass))
    return Tails(mass, rest) if side < 0 else Tails(rest, mass)


def _integral(fall: Callable[[float], float], slope: float, curvature: float) -> float:
    """∫ exp(fall(v)) dv for v from 0 to ∞, where fall is concave and 0 at 0."""
    scale, total = 1 / max(slope, sqrt(curvature)), 0.0
    for node, weight in _nodes():
        depth = fall(scale * node)
        if depth < _NEGLIGIBLE:
            break
        total += weight * exp(depth)
    return scale * total


@cache
def _nodes() -> tuple[tuple[float, float], ...]:
    """v = exp(t − exp(−t)) at equal steps of t, and dv: the double-exponential rule for a half-line."""
    times = [_STEP * k for k in _NODES]
    nodes = [(exp(t - exp(-t)), t) for t in times]
    return tuple((v, _STEP * v * (1 + exp(-t))) for v, t in nodes)


def _solve(point: Callable[[float], tuple[Tails, float]], mean: float, spread: float, p: float, upper: bool) -> float:
    """The point with tail p, by Newton's method on the logarithm of the tail, which is concave, within a bracket."""
    _check_probability(p)
    if p > 0.5:
        p, upper = 1 - p, not upper
    side = 1 if upper else -1
    low, high, u, longest = *_BRACKET, mean - side * spread * max(normal_quantile(p), -8.0), 1.0
    for _ in range(_MOST_STEPS):
        tails, density = point(u)
        found = tails.log_upper if upper else tails.log_lower
        step = side * (found - log(p)) * exp(found - density)
        low, high = (u, high) if step > 0 else (low, u)
        moved = u + max(min(step, longest), -longest)
        u, longest = moved if low <= moved <= high else (low + high) / 2, 2 * longest
        if abs(step) <= _CLOSE * max(1.0, abs(u)):
            break
    return u


def _proportion(u: float) -> float:
    """The proportion whose logit is u, for u up to 0."""
    return exp(u) / (1 + exp(u))


def _check(fits: bool, rule: str) -> None:
    if not fits:
        raise SpecError(rule)


def _check_beta(a: float, b: float) -> None:
    _check(0 < a < inf and 0 < b < inf, f"there is no distribution Beta({a}, {b}): choose numbers above 0")


def _check_probability(p: float) -> None:
    _check(0 < p < 1, f"{p} is not a probability with a quantile: choose it above 0 and below 1")
