"""The analysis: from the searches of games to models, effects with intervals, tests and rates, as frozen values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import exp
from typing import Any

from setlab.arguments import checked
from setlab.errors import SpecError
from setlab.seeing.intervals import (
    Crowding,
    Rate,
    crowding,
    detectable,
    estimates,
    has_clusters,
    holm,
    likelihood_ratio,
    rates_by_differing,
)
from setlab.seeing.logit import Choices, Fit, choices_of, fit, log_likelihood, set_aside
from setlab.seeing.reading import Reading, read_games
from setlab.seeing.searches import Candidate, Feature, Search, columns_of


@dataclass(frozen=True)
class Model:
    """A model with the columns that have no finite estimate set aside."""

    columns: tuple[Feature, ...]
    missing: Mapping[str, str]
    choices: Choices
    fit: Fit | None

    @property
    def at_null(self) -> float:
        """The log-likelihood if all SETs are equally easy."""
        import numpy as np

        return log_likelihood(self.choices, np.zeros(len(self.choices.columns)))


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
    made, tests = _adjust(_effects(models, level), _tests(models, crowded))
    return Analysis(
        level,
        len(found),
        sum(search.has_choice for search in found),
        len({search.player for search in found}),
        reading.rounds,
        dict(reading.left_out),
        made,
        tests,
        tuple(rates_by_differing(used, level)),
        crowded,
        any(has_clusters(model.fit) for model in models if model.fit),
    )


def _check_scipy() -> None:
    try:
        import scipy.optimize  # noqa: F401
    except ImportError:
        raise ImportError("The analysis of games needs SciPy: pip install 'setlab[seeing]'") from None


@dataclass(frozen=True)
class _Measured:
    """An effect before the number of all that is examined is known."""

    effect: Effect
    p: float
    detectable: Callable[[int], float]


def _effects(models: Sequence[Model], level: float) -> list[Effect | _Measured]:
    made: list[Effect | _Measured] = []
    for model in models:
        found = dict(zip((column.name for column in model.choices.columns), _measure(model, level), strict=False))
        for column in model.columns:
            missing = Effect(column.name, column.text, missing=model.missing.get(column.name, ""))
            made.append(found.get(column.name, missing))
    return made


def _measure(model: Model, level: float) -> list[_Measured]:
    if model.fit is None:
        return []
    return [
        _Measured(
            Effect(column.name, column.text, exp(found.value), exp(found.low), exp(found.high)),
            found.p,
            partial(detectable, model.fit, index, level, found.error),
        )
        for index, (column, found) in enumerate(zip(model.choices.columns, estimates(model.fit, level), strict=True))
    ]


def _tests(models: Sequence[Model], crowded: Crowding | None) -> list[RatioTest]:
    """The tests; their p values are adjusted later."""
    first, *rest = models
    made = []
    if first.fit is not None:
        degrees = len(first.fit.beta)
        made.append(_test("equal", degrees, likelihood_ratio(first.fit, first.at_null, degrees)))
        for model in rest:
            if model.fit is not None and not model.missing and not first.missing and len(model.fit.beta) > degrees:
                further = len(model.fit.beta) - degrees
                made.append(_test("which", further, likelihood_ratio(model.fit, first.fit.log_likelihood, further)))
    return made + ([] if crowded is None else [_test("crowding", 1, crowded.p)])


def _test(name: str, degrees: int, p: float) -> RatioTest:
    return RatioTest(name, degrees, p, p)


def _adjust(
    effects: Sequence[Effect | _Measured], tests: Sequence[RatioTest]
) -> tuple[tuple[Effect, ...], tuple[RatioTest, ...]]:
    """Effects and tests with p values adjusted for the number of all; `equal` is another way to look at the effects."""
    ps = [each.p for each in effects if isinstance(each, _Measured)]
    ps += [test.p for test in tests if test.name != "equal"]
    adjusted = iter(holm(ps))
    made = [
        replace(each.effect, adjusted=next(adjusted), detectable=each.detectable(len(ps)))
        if isinstance(each, _Measured)
        else each
        for each in effects
    ]
    judged = [test if test.name == "equal" else replace(test, adjusted=next(adjusted)) for test in tests]
    return tuple(made), tuple(judged)
