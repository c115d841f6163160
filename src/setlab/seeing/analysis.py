"""The analysis: from the searches of games to models, effects with intervals, tests and rates, as frozen values.

Intervals and tests of effects are by the profile likelihood, or with players as clusters where there are enough. The
speed of finds is given in SETs per minute, by the number of differing properties and by the number of SETs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp, log, sqrt
from typing import Any

import numpy as np

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.seeing.logit import Choices, Fit, choices_of, fit, information, log_likelihood, maximise, set_aside
from setlab.seeing.reading import Reading, read_games
from setlab.seeing.searches import Candidate, Feature, Search, columns_of
from setlab.stats import gamma_quantile, gamma_tails, normal_quantile, student_quantile


@dataclass(frozen=True)
class Model:
    """A model with the columns that have no finite estimate set aside."""

    columns: tuple[Feature, ...]
    missing: Mapping[str, str]
    choices: Choices
    fit: Fit | None


def fit_model(searches: Sequence[Search], names: Sequence[str]) -> Model:
    """The model with these effects, fitted to the claims.

    >>> from setlab.seeing.reading import read_games
    >>> from setlab.seeing.simulated import simulate_room
    >>> model = fit_model(read_games([("", simulate_room(seed=1))]).searches, ["differ", "new"])
    >>> [column.name for column in model.columns], dict(model.missing)
    (['differ', 'new'], {})
    """
    columns = tuple(column for column in columns_of(names) if _occurs(column, searches))
    every = choices_of(searches, columns)
    if not len(every):
        return Model(columns, dict.fromkeys((column.name for column in columns), "no-choice"), every, None)
    missing = set_aside(every)
    kept = every.keep([i for i, column in enumerate(columns) if column.name not in missing])
    return Model(columns, missing, kept, fit(kept) if kept.columns else None)


def _occurs(column: Feature, searches: Sequence[Search]) -> bool:
    """True unless the column is about a property, or a number of properties, that no deck of these games has."""
    names = {name for search in searches for name in search.properties}
    if column.effect == "same":
        return column.name.removeprefix("same-") in names
    most = max((len(search.properties) for search in searches), default=0)
    return column.effect != "differ-each" or int(column.name.removeprefix("differ-")) <= most


def crowding_of(searches: Sequence[Search], model: Model, level: float) -> Crowding | None:
    """The growth of the rate with the number of SETs, whose ease the model gives; None without a fit."""
    if model.fit is None or model.missing:
        return None
    beta = model.fit.beta

    def ease(search: Search, candidate: Candidate) -> float:
        values = (column.value(search, candidate) for column in model.columns)
        return exp(sum(b * value for b, value in zip(beta, values, strict=True)))

    weights = [sum(ease(search, each) for each in search.candidates) for search in searches]
    return crowding(searches, weights, level)


DEFAULT = (("differ",), ("same",))
"""The models that are fitted: how many properties differ, and then which of them are the same."""

LEVEL = 0.95


@checked
@dataclass(frozen=True)
class Effect:
    """An effect: the ratio of the rates with its interval, or the reason why it has none.

    `adjusted` is the p value of "no effect", adjusted for the number of effects; `detectable` the least ratio that
    would be seen with probability 80 %.
    """

    name: str
    text: str
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    adjusted: float | None = None
    detectable: float | None = None
    missing: str = ""

    def is_shown(self, level: float) -> bool:
        """True if the games show the effect: "no effect" is rejected, also among all effects that were examined."""
        return self.adjusted is not None and self.adjusted <= 1 - level


@checked
@dataclass(frozen=True)
class RatioTest:
    """A likelihood-ratio test: `equal` (all SETs are equally easy), `which` (only the number of properties counts), or
    `crowding` (SETs are found independently of each other). `adjusted` takes into account how many are reported."""

    name: str
    degrees: int
    p: float
    adjusted: float

    def is_rejected(self, level: float) -> bool:
        """True if the games reject it, also after adjusting for all that was examined."""
        return self.adjusted <= 1 - level


@checked
@dataclass(frozen=True)
class Analysis:
    """The results about which SETs are found first."""

    level: float
    claims: int
    choices: int
    players: int
    rounds: int
    left_out: Mapping[str, int]
    effects: tuple[Effect, ...]
    tests: tuple[RatioTest, ...]
    rates: tuple[Rate, ...]
    crowding: Crowding | None
    has_clusters: bool

    def to_json(self) -> dict[str, Any]:
        """The analysis with its conclusions as a JSON object."""
        from setlab.seeing.records import analysis_record

        return analysis_record(self)

    def effect(self, name: str) -> Effect:
        """The effect with this name; raise `SpecError` unless it was examined."""
        for each in self.effects:
            if each.name == name:
                return each
        raise SpecError(f"{name} was not examined: choose {', '.join(each.name for each in self.effects) or 'others'}")


@checked
def analyse(games: Iterable[Any], effects: Sequence[str] = (), level: float = LEVEL, who: str = "people") -> Analysis:
    """The analysis of games; each is the JSON of a room's download or of a record.

    >>> from setlab.seeing.simulated import Viewer, simulate_room
    >>> found = analyse(simulate_room([Viewer(effects={"differ": -0.7})], seed=5, trial=trial) for trial in range(20))
    >>> found.claims, round(found.effect("differ").ratio, 2), found.effect("differ").is_shown(0.95)
    (489, 0.52, True)
    """
    reading = read_games(((f"game {number}", game) for number, game in enumerate(games, 1)), who)
    return analyse_reading(reading, effects, level)


@checked
def analyse_reading(reading: Reading, effects: Sequence[str] = (), level: float = LEVEL) -> Analysis:
    """The analysis of the searches of games."""
    if not 0.5 <= level < 1:
        raise SpecError(f"{level} is not a level of intervals: choose it from 0.5 to below 1, such as 0.95")
    _check_scipy()
    used = [search for search in reading.searches if search.candidates]
    models = [fit_model(used, names) for names in ([tuple(effects)] if effects else DEFAULT)]
    found = [search for search in used if search.found is not None]
    crowded = crowding_of(used, models[0], level)
    tests = _tests(models, crowded)
    # `equal` is another way to look at the effects: it is not counted among all that is tested
    number = sum(len(model.fit.beta) for model in models if model.fit) + sum(test.name != "equal" for test in tests)
    effects_found = [each for model in models for each in _effects(model, level, number)]
    ps = [each.adjusted for each in effects_found if each.adjusted is not None]
    adjusted = iter(holm(ps + [test.p for test in tests if test.name != "equal"]))
    made = tuple(each if each.missing else replace(each, adjusted=next(adjusted)) for each in effects_found)
    judged = tuple(test if test.name == "equal" else replace(test, adjusted=next(adjusted)) for test in tests)
    clusters = any(has_clusters(model.fit) for model in models if model.fit)
    choices, players = sum(search.has_choice for search in found), len({search.player for search in found})
    counts = len(found), choices, players, reading.rounds, dict(reading.left_out)
    return Analysis(level, *counts, made, judged, tuple(rates_by_differing(used, level)), crowded, clusters)


def _check_scipy() -> None:
    try:
        import scipy.optimize  # noqa: F401
    except ImportError:
        raise ImportError("The analysis of games needs SciPy: pip install 'setlab[seeing]'") from None


def _effects(model: Model, level: float, tests: int) -> Iterator[Effect]:
    """The effects of a model, one of several that are tested; `adjusted` has the p value before it is adjusted."""
    names = (column.name for column in model.choices.columns)
    found = dict(zip(names, enumerate(estimates(model.fit, level)), strict=True)) if model.fit else {}
    for column in model.columns:
        if model.fit is None or column.name not in found:
            yield Effect(column.name, column.text, missing=model.missing[column.name])
        else:
            index, each = found[column.name]
            least = detectable(model.fit, index, level, each.error, tests)
            yield Effect(column.name, column.text, exp(each.value), exp(each.low), exp(each.high), each.p, least)


def _tests(models: Sequence[Model], crowded: Crowding | None) -> list[RatioTest]:
    """The tests; their p values are adjusted later."""
    first, *rest = models
    made = []
    if first.fit is not None:
        degrees = len(first.fit.beta)
        at_null = log_likelihood(first.choices, np.zeros(degrees))
        made.append(_test("equal", degrees, chi_square_p(2 * (first.fit.log_likelihood - at_null), degrees)))
        for model in rest:
            if model.fit is not None and not model.missing and not first.missing and len(model.fit.beta) > degrees:
                further = len(model.fit.beta) - degrees
                gain = model.fit.log_likelihood - first.fit.log_likelihood
                made.append(_test("which", further, chi_square_p(2 * gain, further)))
    return made + ([] if crowded is None else [_test("crowding", 1, crowded.p)])


def _test(name: str, degrees: int, p: float) -> RatioTest:
    return RatioTest(name, degrees, p, p)


CLUSTERS = 5
"""From this number of players on, players are clusters: fewer do not show how much players differ."""

NEAR = 1e-5
"""The accuracy of the ends of intervals, which are logarithms of ratios."""

POWER = 0.8
"""The probability with which a detectable effect would be seen."""


@dataclass(frozen=True)
class LogRatio:
    """The logarithm of a ratio with its interval, the p value of "no effect", and its standard error."""

    value: float
    low: float
    high: float
    p: float
    error: float


def estimates(fit: Fit, level: float) -> list[LogRatio]:
    """An estimate for each effect of a fit.

    With fewer than five players the interval holds the values that the likelihood-ratio test does not reject: it is
    about these players. With five or more, players are clusters: Student's interval with the robust standard error, but
    never a smaller one than that of independent claims: it is about players like these.
    """
    make = _by_clusters if has_clusters(fit) else _by_profile
    return [make(fit, index, level) for index in range(len(fit.beta))]


def has_clusters(fit: Fit) -> bool:
    """True if there are enough players to see how much they differ."""
    return len(set(fit.choices.players)) >= CLUSTERS


def _by_clusters(fit: Fit, index: int, level: float) -> LogRatio:
    degrees, value = len(set(fit.choices.players)) - 1, float(fit.beta[index])
    error = sqrt(max(fit.clustered_covariance[index, index], fit.covariance[index, index]))
    half = student_quantile(degrees, (1 - level) / 2) * error
    return LogRatio(value, value - half, value + half, student_p(abs(value) / error, degrees), error)


def _by_profile(fit: Fit, index: int, level: float) -> LogRatio:
    from scipy.optimize import brentq

    value, error = float(fit.beta[index]), sqrt(fit.covariance[index, index])
    allowed = allowed_fall(level)

    def excess(at: float) -> float:
        return fit.log_likelihood - maximise(fit.choices, fit.beta, {index: at}).log_likelihood - allowed

    ends = [brentq(excess, value, _beyond(excess, value, step), xtol=NEAR) for step in (-error, error)]
    p = chi_square_p(2 * (excess(0.0) + allowed), 1)
    return LogRatio(value, float(ends[0]), float(ends[1]), p, error)


@cache
def allowed_fall(level: float) -> float:
    """The fall of the log-likelihood from its maximum to the ends of an interval of one parameter.

    >>> round(allowed_fall(0.95), 4)
    1.9207
    """
    return gamma_quantile(0.5, 1 - level, upper=True)


def _beyond(excess: Callable[[float], float], value: float, step: float) -> float:
    """A value that the test rejects, in the direction of the step."""
    at = value + 2 * step
    while excess(at) < 0:
        step *= 2
        at += step
    return at


def chi_square_p(statistic: float, degrees: int) -> float:
    """The probability that chi-square exceeds the statistic.

    >>> round(chi_square_p(3.841458820694124, 1), 12)
    0.05
    """
    return gamma_tails(degrees / 2, max(statistic, 0.0) / 2).upper if statistic > 0 else 1.0


def student_p(t: float, degrees: int) -> float:
    """The two-sided p value of Student's t.

    >>> round(student_p(12.706204736432095, 1), 9)
    0.05
    """
    from scipy.special import stdtr

    return float(2 * stdtr(degrees, -abs(t)))


def detectable(fit: Fit, index: int, level: float, error: float, tests: int) -> float:
    """The least ratio that would be seen with probability 80 %, if it is one of several that are tested.

    The standard error is that of a game in which all SETs are equally easy, enlarged as far as players differ.
    """
    at_null = sqrt(np.linalg.inv(information(fit.choices, np.zeros(len(fit.beta))))[index, index])
    spread = max(1.0, error / sqrt(fit.covariance[index, index]))
    tail = (1 - level) / 2 / tests
    needed = student_quantile(len(set(fit.choices.players)) - 1, tail) if has_clusters(fit) else -normal_quantile(tail)
    return exp((needed + normal_quantile(POWER)) * at_null * spread)


def holm(ps: list[float]) -> list[float]:
    """The p values adjusted for their number by Holm's method.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted, running = [0.0] * len(ps), 0.0
    for rank, index in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        running = max(running, min(1.0, (len(ps) - rank) * ps[index]))
        adjusted[index] = running
    return adjusted


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
    """The rate with the exact interval of the mean of a Poisson number.

    >>> ten = _rate(1, 10, 1.0, 0.95)
    >>> round(_rate(1, 0, 1.0, 0.95).high, 3), round(ten.low, 2), round(ten.high, 2)
    (3.689, 4.8, 18.39)
    """
    if not exposure:
        return Rate(differ, found, exposure, None, None)
    tail = (1 - level) / 2
    low, high = gamma_quantile(found, tail) if found else 0.0, gamma_quantile(found + 1, tail, upper=True)
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
        (each.group, log(len(each.candidates)), each.seconds * weight, each.found is not None)
        for each, weight in zip(searches, weights, strict=True)
        if each.candidates and each.seconds > 0
    ]
    if len({log_number for _, log_number, _, found in used if found}) < 2:
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


def _log_likelihood(times: Iterable[tuple[str, float, float, bool]], power: float) -> float:
    """The log-likelihood of exponential times, at the best rate of each room.

    A time is a room, the logarithm of the number of SETs, the time in units of ease, and whether a SET was found.
    """
    finds: dict[str, int] = {}
    exposure: dict[str, float] = {}
    total = 0.0
    for group, log_number, time, found in times:
        finds[group] = finds.get(group, 0) + found
        exposure[group] = exposure.get(group, 0.0) + time * exp(power * log_number)
        total += found * power * log_number
    return total + sum(count * log(count / exposure[group]) for group, count in finds.items() if count)
