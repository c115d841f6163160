"""`solitaire-bound`: how much better than a player an informed player does from the same position (E4).

`setlab.solitaire.bounds.relaxation` explains the bound. Trial i is the position that the player reaches in game i.
Results are tallied in fixed point, in units of 2^-52: rounded by less than the last digit of a double above 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Self

from setlab.errors import SpecError, listed
from setlab.experiment.estimate import Compute, Estimate, Estimates, Quantity, proportion_estimates
from setlab.experiment.kernel import Figure, Kernel, Outcome, Panel
from setlab.experiment.kernels.solitaire import count_numbers, fingerprint, player_fingerprint
from setlab.experiment.parameters import Kind, Parameters, number, one_of, parameter, whole_number
from setlab.experiment.tally import Counts, Histogram, Histograms
from setlab.solitaire.bounds.relaxation import (
    BOUND_STAGES,
    EXACT_STAGES,
    MOST_CARDS,
    VALUED,
    check_deals,
    gap_limits,
    informed_games,
    informed_results,
    standard_error,
)
from setlab.solitaire.strategies.registry import VALUED as PLAYERS
from setlab.solitaire.values.weights import estimate_to_json, shipped_estimate
from setlab.stats import normal_quantile

ONE = 1 << 52
"""The fixed point of 1."""

MOST = 16
"""No result is larger: it gains or loses at most 1 at each deal."""

STEP = 5
"""Differences are drawn in steps of this many percentage points."""


def _stage(name: str, what: str, possible: tuple[int, ...]) -> Any:
    def check(value: Any) -> int:
        found = whole_number(value, name)
        if found not in possible:
            raise SpecError(f"{what.format(found)}: choose {listed(tuple(map(str, possible)))}")
        return found

    return check


@dataclass(frozen=True)
class BoundParameters(Parameters):
    """From which stage, with how many deals revealed, for which player.

    `player` and `value` are checksums: of the player's budgets and weights, and of the function by which the informed
    player pays.
    """

    undealt: int = parameter(
        _stage("undealt", "a bound from {} undealt cards is not possible", BOUND_STAGES),
        "--undealt",
        metavar="U",
        help=f"From this number of undealt cards on: {listed(tuple(map(str, BOUND_STAGES)))}; default 18.",
        kind=Kind.NUMBER,
        title="undealt cards",
        default=18,
    )
    deals: int = parameter(
        number("deals"),
        "--deals",
        metavar="N",
        help="Deals revealed at every stage; more give a smaller bound; default 4.",
        kind=Kind.NUMBER,
        default=4,
    )
    exact: int = parameter(
        _stage("exact", "exact values to {} undealt cards are not possible", EXACT_STAGES),
        "--exact",
        metavar="U",
        help=f"Exact values from this number of undealt cards on: {listed(tuple(map(str, EXACT_STAGES)))}; default 12.",
        kind=Kind.NUMBER,
        title="exact from",
        default=VALUED,
    )
    strategy: str = parameter(
        one_of("strategy that values positions", PLAYERS),
        "--strategy",
        metavar="NAME",
        help=f"The player: {listed(PLAYERS)}; default expert.",
        default="expert",
    )
    player: str = parameter(str, default="")
    value: str = parameter(str, default="")

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, and the checksums."""
        found = super().complete({name: value for name, value in given.items() if name not in ("player", "value")})
        check_deals(found.deals, found.undealt)
        return cls(found.undealt, found.deals, found.exact, found.strategy, *_checksums(found.strategy))

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """The parameters of a stored spec; its weights may differ from those that ship now."""
        found = cls.complete(record)
        if found.as_record().keys() != record.keys() or not all(
            isinstance(record[name], str) for name in ("player", "value")
        ):
            raise SpecError("they are not checked and complete")
        return cls(found.undealt, found.deals, found.exact, found.strategy, record["player"], record["value"])


def _checksums(strategy: str) -> tuple[str, str]:
    return player_fingerprint(strategy), fingerprint([estimate_to_json(shipped_estimate())])


def run_engine(p: BoundParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of games by the compiled core."""
    if (p.player, p.value) != _checksums(p.strategy):
        raise SpecError("the weights that ship are not those of the experiment: begin another one")
    found = informed_games(
        trials,
        p.undealt,
        seed,
        first=first,
        strategy=p.strategy,
        deals=p.deals,
        exact_to=p.exact,
        threads=threads,
    )
    games = informed_results(found)
    reached = [(fixed_point(game.best), fixed_point(game.played)) for game in games if game.undealt >= 0]
    return Outcome(
        {
            "left_out": count_numbers(int(game.undealt < 0) for game in games),
            "informed": count_numbers(informed for informed, _ in reached),
            "player": count_numbers(player for _, player in reached),
            "gap": count_numbers(informed - player for informed, player in reached),
        }
    )


def fixed_point(number: float) -> int:
    """The number in units of 2^-52, rounded."""
    return round(number * ONE)


def histograms(p: BoundParameters) -> Histograms:
    """One position per game, unless it is too large, and three results of it."""
    possible = range(-MOST * ONE, MOST * ONE + 1)
    unit = "in units of 2^-52"
    return {
        "left_out": Histogram(f"positions of more than {MOST_CARDS} cards (1), others (0)", range(2)),
        "informed": Histogram(f"result of the informed player, {unit}", possible, "events"),
        "player": Histogram(f"result of the player, {unit}", possible, "events"),
        "gap": Histogram(f"difference of the two, {unit}", possible, "events"),
    }


def quantities(p: BoundParameters) -> dict[str, Quantity]:
    """The means of the results, and the distribution of their difference."""
    return {
        "mean": Quantity("mean result of the informed player and of the player, and difference", _means, False),
        "limit": Quantity("upper limits of the mean difference, and its standard error", _limits(p), False),
        "difference": Quantity(f"difference in percentage points, to the nearest {STEP}, proportion", _differences),
    }


def _means(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    z = normal_quantile((1 + confidence) / 2)
    return {name: _mean(values_of(histograms.get(name, {})), z) for name in ("informed", "player", "gap")}


def _mean(values: list[float], z: float) -> Estimate:
    mean = fmean(values) if values else 0.0
    if len(values) < 2:
        return Estimate(mean, None, None)
    error = standard_error(values)
    return Estimate(mean, mean - z * error, mean + z * error)


def _limits(p: BoundParameters) -> Compute:
    """The limits of the mean difference; the mean limit is symmetric in its values, so that a histogram suffices."""

    def compute(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
        gaps, left_out = values_of(histograms.get("gap", {})), histograms.get("left_out", {}).get(1, 0)
        if len(gaps) < 2:
            return {}
        upper, normal = gap_limits(gaps, left_out, p.undealt, p.exact, confidence)
        found = {"upper": upper, "upper_normal": normal, "standard_error": standard_error(gaps)}
        return {name: Estimate(value, None, None) for name, value in found.items()}

    return compute


def _differences(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    values = values_of(histograms.get("gap", {}))
    steps = count_numbers(STEP * round(100 * value / STEP) for value in values)
    return proportion_estimates(steps, len(values), confidence)


def values_of(counts: Counts) -> list[float]:
    """The numbers of a histogram in fixed point, each as often as it was counted."""
    return [key / ONE for key, count in counts.items() for _ in range(count)]


KERNELS = {
    "solitaire-bound": Kernel(
        name="solitaire-bound",
        version=1,
        parameters=BoundParameters,
        engine=run_engine,
        histograms=histograms,
        quantities=quantities,
        main="mean",
        figure=Figure(
            "Bound less player's value",
            (Panel("difference", "difference in percentage points", "proportion of positions"),),
        ),
    )
}
