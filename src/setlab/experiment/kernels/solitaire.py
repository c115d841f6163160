"""`solitaire`: a game of Solitaire SET by one of the strategies (E1–E4).

The rules and the strategies are those of `setlab.solitaire`. Game i of a seed is trial i.

`solitaire-clearable`: whether a deal can be cleared at all, the order of the deck being known (E2).

Deal i of a seed is trial i. The numbers of the deals that cannot be cleared, and of those that the search left open,
are tallied too.

`solitaire-value`: the result of a player in a game, less the luck of its deals from u undealt cards on.

Trial i is game i. From the first position with at most u undealt cards the player is followed through deals of its own,
and pays at each deal for what it brings (`setlab.solitaire.bounds`); the mean is that of clearing the table.

`solitaire-bound`: how much better than a player an informed player does from the same position (E4).

`setlab.solitaire.bounds` explains the bound. Trial i is the position that the player reaches in game i.
Results are tallied in fixed point, in units of 2^-52: rounded by less than the last digit of a double above 1.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from os import PathLike
from statistics import fmean
from typing import Any, Self

from setlab.arguments import name_of
from setlab.counting import impossible_leftovers
from setlab.errors import SpecError, join_names, show_value
from setlab.experiment.estimate import Compute, Estimate, Estimates, Quantity, proportion_estimates, proportions
from setlab.experiment.kernel import GpuTrials, Kernel, KernelFigure, Outcome, Panel
from setlab.experiment.kernels.comparison import Contest, Contestant
from setlab.experiment.parameters import Kind, Parameters, among, number, one_of, option, parameter, strategy_name
from setlab.experiment.tally import Counts, Histogram, Histograms
from setlab.limits import LARGEST_TRIAL
from setlab.solitaire import NAMES, Clearability, Weights, bounds, read_weights
from setlab.solitaire.game import DECK, OwnStrategy, Shuffle, play, player_of
from setlab.solitaire.strategies import CLAIRVOYANT, CORE, GENERAL, VALUED, check_weights, core_games, weights_checksum
from setlab.solitaire.values import estimate_to_json, search_deals, shipped_estimate, shipped_weights
from setlab.stats import Interval, normal_quantile


def player_fingerprint(name: str, weights: Weights | None = None) -> str:
    """The fingerprint of a strategy that values positions, with these weights, or the shipped ones."""
    return fingerprint([CORE[name].budgets.row(), (weights or shipped_weights()).checksum])


def fingerprint(record: list[Any]) -> str:
    """The first twelve digits of a hash of a JSON list."""
    return sha256(json.dumps(record).encode()).hexdigest()[:12]


def weights_of(given: Any) -> Weights:
    """The weights, or those in a file."""
    if not isinstance(given, Weights | str | PathLike):
        raise TypeError(f"weights={show_value(given)} are not weights: give `Weights`, or the path of their file")
    return given if isinstance(given, Weights) else read_weights(given)


@dataclass(frozen=True)
class SolitaireParameters(Parameters):
    """The strategy; for one that values positions also `player`, a checksum of its budgets and weights.

    The weights themselves are not in the spec. A user may give others than the shipped ones.

    >>> SolitaireParameters.complete({"strategy": "S9"}).as_record()
    {'strategy': 'S9'}
    """

    strategy: str = parameter(
        strategy_name(one_of("strategy", NAMES), "strategy", "setlab.compare or setlab.experiment.solitaire.measure"),
        option("--strategy NAME", f"Who plays: {', '.join(NAMES)}; default thrifty."),
        default="thrifty",
    )
    player: str | None = parameter(str)
    weights: Weights | None = parameter(
        weights_of,
        option(
            "--weights FILE",
            "Weights that `setlab solitaire train` wrote, for fast, expert and master; default: those that ship.",
        ),
        recorded=False,
    )
    function: Any = parameter(player_of, recorded=False)

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, and the checksum."""
        check_weights(given.get("strategy", "thrifty"), given.get("weights"))
        found = super().complete(given)
        player = player_fingerprint(found.strategy, found.weights) if found.strategy in VALUED else None
        return cls(found.strategy, player, found.weights)

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """The parameters of a stored spec; its weights may differ from those that ship now."""
        name = record.get("strategy")
        wanted = {"strategy", "player"} if name in VALUED else {"strategy"}
        if name not in NAMES or set(record) != wanted or not all(isinstance(value, str) for value in record.values()):
            raise SpecError("they must be a strategy, and the checksum of what it values by")
        return cls(**record)

    @classmethod
    def play_own(cls, given: OwnStrategy) -> Self:
        """The parameters for a function or object of the user."""
        return cls(name_of(player_of(given)), function=player_of(given))

    @property
    def own(self) -> str:
        """The user's strategy, if it plays."""
        return "" if self.function is None else self.strategy

    @property
    def declares(self) -> bool:
        """True if the strategy declares games won."""
        return self.function is not None or self.strategy in GENERAL

    def check_player(self) -> None:
        """Raise `SpecError` unless the weights are those of the spec."""
        if self.player is not None and self.player != player_fingerprint(self.strategy, self.weights):
            raise SpecError(f"the weights of {self.strategy} are not those of the experiment: give theirs by --weights")


def run_engine(p: SolitaireParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of games by the compiled core. Of the clairvoyant's deals only `clear` is known."""
    if p.function is not None:
        games = [play(p.function, Shuffle.of(seed, game)) for game in range(first, first + trials)]
        left, declared = [len(game.state.cards) for game in games], [game.declared for game in games]
    elif p.strategy == CLAIRVOYANT:
        answers = search_deals(trials, seed, first=first, threads=threads)
        return Outcome({"clear": count_numbers(int(answer is Clearability.YES) for answer in answers)})
    else:
        p.check_player()
        played = core_games(p.strategy, seed, first, trials, weights=p.weights, threads=threads)
        left, declared = played["leftover"].tolist(), (played["declared"] >= 0).tolist()
    found = {"clear": count_numbers(int(not cards) for cards in left), "leftover": count_numbers(left)}
    return Outcome(found | ({"declared": count_numbers(map(int, declared))} if p.declares else {}))


def games_on_gpu(device: Any, p: SolitaireParameters, seed: int) -> GpuTrials:
    """The games of a seed on a GPU."""
    from setlab.experiment.backends.gpu.games import SolitaireGames

    return SolitaireGames(device, p.strategy, seed)


def histograms(p: SolitaireParameters) -> Histograms:
    """Cleared or not, and more by strategy, once per game."""
    clear = {"clear": Histogram("table cleared (1) or not (0)", range(2))}
    if p.strategy == CLAIRVOYANT:
        return clear
    declared = {"declared": Histogram("declared won (1) or not (0)", range(2))} if p.declares else {}
    return {**clear, "leftover": Histogram("cards left", range(len(DECK) + 1)), **declared}


def quantities(p: SolitaireParameters) -> dict[str, Quantity]:
    """The proportion of tables cleared, of every number of cards left, and of games declared won."""
    return {name: proportions(f"{h.title}, proportion of games", name) for name, h in histograms(p).items()}


def count_numbers(numbers: Iterable[int]) -> dict[int, int]:
    """How often each number occurs, the smallest first."""
    return dict(sorted(Counter(numbers).items()))


def contestant(given: Any, settings: Mapping[str, Any], weights: Any = None) -> Contestant:
    """The player for a name, a function or an object."""
    read = None if weights is None else weights_of(weights)
    if given != CLAIRVOYANT:
        check_weights(given if isinstance(given, str) else name_of(given), read)
    if not isinstance(given, str):
        own = player_of(given)
        return Contestant(name_of(own), partial(_own_outcomes, own))
    fingerprint = player_fingerprint(given, read) if given in VALUED else None
    return Contestant(given, partial(_outcomes, given, read), weights_checksum(given, read), fingerprint)


def _own_outcomes(own: Any, seed: int, first: int, games: int, threads: int | None) -> list[int]:
    return [int(play(own, Shuffle.of(seed, game)).clear) for game in range(first, first + games)]


def _outcomes(name: str, weights: Weights | None, seed: int, first: int, games: int, threads: int | None) -> list[int]:
    if name == CLAIRVOYANT:
        return [int(answer is Clearability.YES) for answer in search_deals(games, seed, first=first, threads=threads)]
    left = core_games(name, seed, first, games, weights=weights, threads=threads)["leftover"]
    cleared: list[int] = (left == 0).astype(int).tolist()
    return cleared


CONTEST = Contest("solitaire", "Solitaire SET", "table cleared", True, NAMES, {}, contestant)


ANSWERS = {
    int(Clearability.NO): "cannot be cleared",
    int(Clearability.OPEN): "not decided",
    int(Clearability.YES): "can be cleared",
}


@dataclass(frozen=True)
class ClearableParameters(Parameters):
    """There are none: the search has fixed limits."""


def search_all(p: ClearableParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of deals by the compiled core."""
    answers = search_deals(trials, seed, first=first, threads=threads)
    lists = {
        name: {game: 1 for game, answer in enumerate(answers, first) if answer is wanted}
        for name, wanted in (("unclearable", Clearability.NO), ("open", Clearability.OPEN))
    }
    return Outcome({"answer": count_numbers(map(int, answers)), **lists})


def clearable_histograms(p: ClearableParameters) -> Histograms:
    """An answer per deal, and the numbers of the deals with another answer than yes."""
    return {
        "answer": Histogram("can be cleared (1), cannot (0), not decided (-1)", range(-1, 2)),
        "unclearable": Histogram("deals that cannot be cleared", range(LARGEST_TRIAL), "events"),
        "open": Histogram("deals that were not decided", range(LARGEST_TRIAL), "events"),
    }


def clearable_quantities(p: ClearableParameters) -> dict[str, Quantity]:
    """The proportion of deals by answer."""
    return {"answer": proportions(f"{clearable_histograms(p)['answer'].title}, proportion of deals", "answer")}


ONE = 1 << 52
"""The fixed point of 1."""

MOST = 16
"""No result is larger: it gains or loses at most 1 at each deal."""

STEP = 5
"""Differences are drawn in steps of this many percentage points."""


_STAGES, _EXACT = (join_names(tuple(map(str, stages))) for stages in (bounds.BOUND_STAGES, bounds.EXACT_STAGES))


@dataclass(frozen=True)
class BoundParameters(Parameters):
    """From which stage, with how many deals revealed, for which player.

    `player` and `value` are checksums: of the player's budgets and weights, and of the function by which the informed
    player pays.
    """

    undealt: int = parameter(
        among("undealt", f"a bound from {{}} undealt cards is not possible: choose {_STAGES}", bounds.BOUND_STAGES),
        option("--undealt U", f"From this number of undealt cards on: {_STAGES}; default 18.", Kind.NUMBER),
        title="undealt cards",
        default=18,
    )
    deals: int = parameter(
        number("deals"),
        option("--deals N", "Deals revealed at every stage; more give a smaller bound; default 4.", Kind.NUMBER),
        default=4,
    )
    exact: int = parameter(
        among("exact", f"exact values to {{}} undealt cards are not possible: choose {_EXACT}", bounds.EXACT_STAGES),
        option("--exact U", f"Exact values from this number of undealt cards on: {_EXACT}; default 12.", Kind.NUMBER),
        title="exact from",
        default=bounds.EXACT_FROM,
    )
    strategy: str = parameter(
        one_of("strategy that values positions", VALUED),
        option("--strategy NAME", f"The player: {join_names(VALUED)}; default expert."),
        default="expert",
    )
    player: str = parameter(str, default="")
    value: str = parameter(str, default="")

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, and the checksums."""
        found = super().complete({name: value for name, value in given.items() if name not in ("player", "value")})
        bounds.check_deals(found.deals, found.undealt)
        return cls(found.undealt, found.deals, found.exact, found.strategy, *_checksums(found.strategy))

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """The parameters of a stored spec; its weights may differ from those that ship now."""
        found = cls.complete(record)
        _check_checksums(found.as_record(), record)
        return replace(found, player=record["player"], value=record["value"])


def _check_checksums(found: Mapping[str, Any], record: Mapping[str, Any]) -> None:
    """Raise `SpecError` if the record of a stored spec lacks a field, or has checksums that are no texts."""
    if found.keys() != record.keys() or not all(isinstance(record[name], str) for name in ("player", "value")):
        raise SpecError("they are not checked and complete")


def _checksums(strategy: str) -> tuple[str, str]:
    return player_fingerprint(strategy), fingerprint([estimate_to_json(shipped_estimate())])


def run_bounds(p: BoundParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of games by the compiled core."""
    if (p.player, p.value) != _checksums(p.strategy):
        raise SpecError("the weights that ship are not those of the experiment: begin another one")
    found = bounds.informed_games(
        trials, p.undealt, seed, first=first, strategy=p.strategy, deals=p.deals, exact_to=p.exact, threads=threads
    )
    games = bounds.informed_results(found)
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


def bound_histograms(p: BoundParameters) -> Histograms:
    """One position per game, unless it is too large, and three results of it."""
    possible = range(-MOST * ONE, MOST * ONE + 1)
    unit = "in units of 2^-52"
    return {
        "left_out": Histogram(f"positions of more than {bounds.MOST_CARDS} cards (1), others (0)", range(2)),
        "informed": Histogram(f"result of the informed player, {unit}", possible, "events"),
        "player": Histogram(f"result of the player, {unit}", possible, "events"),
        "gap": Histogram(f"difference of the two, {unit}", possible, "events"),
    }


def bound_quantities(p: BoundParameters) -> dict[str, Quantity]:
    """The means of the results, and the distribution of their difference."""
    return {
        "mean": Quantity("mean result of the informed player and of the player, and difference", _means, False),
        "limit": Quantity("upper limits of the mean difference, and its standard error", _limits(p), False),
        "difference": Quantity(f"difference in percentage points, to the nearest {STEP}, proportion", _differences),
    }


def _means(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    found = dict[str, Estimate]()
    for name in ("informed", "player", "gap"):
        values = values_of(histograms.get(name, {}))
        mean = fmean(values) if values else 0.0
        half = normal_quantile((1 + confidence) / 2) * bounds.standard_error(values) if len(values) > 1 else None
        found[name] = Estimate.of(mean, None if half is None else Interval(mean - half, mean + half))
    return found


def _limits(p: BoundParameters) -> Compute:
    """The limits of the mean difference; the mean limit is symmetric in its values, so that a histogram suffices."""

    def compute(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
        gaps, left_out = values_of(histograms.get("gap", {})), histograms.get("left_out", {}).get(1, 0)
        if len(gaps) < 2:
            return {}
        upper, normal = bounds.gap_limits(gaps, left_out, p.undealt, p.exact, confidence)
        found = {"upper": upper, "upper_normal": normal, "standard_error": bounds.standard_error(gaps)}
        return {name: Estimate(value, None, None) for name, value in found.items()}

    return compute


def _differences(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    values = values_of(histograms.get("gap", {}))
    steps = count_numbers(STEP * round(100 * value / STEP) for value in values)
    return proportion_estimates(steps, len(values), confidence)


def values_of(counts: Counts) -> list[float]:
    """The numbers of a histogram in fixed point, each as often as it was counted."""
    return [key / ONE for key, count in counts.items() for _ in range(count)]


@dataclass(frozen=True)
class ValueParameters(Parameters):
    """The player, and from which stage luck is subtracted; `player` and `value` are checksums as for bounds."""

    strategy: str = parameter(
        one_of("strategy that values positions", VALUED),
        option("--strategy NAME", f"The player: {join_names(VALUED)}; default expert."),
        default="expert",
    )
    undealt: int = parameter(
        among(
            "undealt", f"luck from {{}} undealt cards on cannot be subtracted: choose {_STAGES}", bounds.BOUND_STAGES
        ),
        option("--undealt U", f"From this number of undealt cards on: {_STAGES}; default 27.", Kind.NUMBER),
        title="undealt cards",
        default=27,
    )
    player: str = parameter(str, default="")
    value: str = parameter(str, default="")

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values, and the checksums."""
        found = super().complete({name: value for name, value in given.items() if name not in ("player", "value")})
        return cls(found.strategy, found.undealt, *_checksums(found.strategy))

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """The parameters of a stored spec; its weights may differ from those that ship now."""
        found = cls.complete(record)
        _check_checksums(found.as_record(), record)
        return replace(found, player=record["player"], value=record["value"])


def run_values(p: ValueParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of games by the compiled core; a game whose position is too large is played on."""
    if (p.player, p.value) != _checksums(p.strategy):
        raise SpecError("the weights that ship are not those of the experiment: begin another one")
    found = bounds.informed_games(
        trials, p.undealt, seed, first=first, strategy=p.strategy, informed=False, threads=threads
    )
    left_out = [undealt < 0 for undealt in found["undealt"].tolist()]
    values = [
        _played_value(p.strategy, seed, game) if out else value
        for game, (value, out) in enumerate(zip(found["played"].tolist(), left_out, strict=True), first)
    ]
    return Outcome({"left_out": count_numbers(map(int, left_out)), "value": count_numbers(map(fixed_point, values))})


def _played_value(strategy: str, seed: int, game: int) -> float:
    return float(core_games(strategy, seed, game, 1, threads=1)["leftover"][0] == 0)


def value_histograms(p: ValueParameters) -> Histograms:
    """One value per game, and the games that were only played."""
    possible = range(-MOST * ONE, MOST * ONE + 1)
    return {
        "left_out": Histogram(f"positions of more than {bounds.MOST_CARDS} cards, played on (1), others (0)", range(2)),
        "value": Histogram("result of the player less the luck of its deals, in units of 2^-52", possible),
    }


def value_quantities(p: ValueParameters) -> dict[str, Quantity]:
    """The mean, with Student's interval, and the number of played games that would show it as precisely."""
    return {
        "clear": Quantity("probability of clearing the table", _mean_value, False),
        "games": Quantity("played games that give the same standard error", _equivalent_games, False),
    }


def _mean_value(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    counts = histograms.get("value", {})
    total, squares = (sum(count * key**power for key, count in counts.items()) for power in (1, 2))
    found = Estimate.mean(total, squares, trials, confidence)
    low, high = (None if end is None else end / ONE for end in (found.low, found.high))
    return {1: Estimate(found.value / ONE, low, high)}


def _equivalent_games(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    values = values_of(histograms.get("value", {}))
    mean, error = fmean(values), bounds.standard_error(values) if len(values) > 1 else 0.0
    return {1: Estimate(max(0.0, mean * (1 - mean)) / error**2, None, None)} if error else {}


LEFT = Panel("leftover", "cards left", "proportion of games")
ANSWER = Panel("answer", "answer of the search", "proportion of deals", names=ANSWERS)
GAINED = Panel("difference", "difference in percentage points", "proportion of positions")
GAMES = KernelFigure("Cards left in Solitaire SET", (LEFT,))
DEALS = KernelFigure("Deals that can be cleared", (ANSWER,))
VALUES = KernelFigure("Tables cleared in Solitaire SET", (Panel("clear", "cleared", "probability", "curve"),))
GAPS = KernelFigure("Bound less player's value", (GAINED,))

PLAIN = Kernel("solitaire", SolitaireParameters, run_engine, histograms, quantities, main="clear", figure=GAMES)
SOLITAIRE = replace(PLAIN, gpu=games_on_gpu, impossible=lambda p: {"leftover": impossible_leftovers(DECK.d)})
CLEARABLE = Kernel(
    "solitaire-clearable", ClearableParameters, search_all, clearable_histograms, clearable_quantities, "answer", DEALS
)
VALUE = Kernel(
    "solitaire-value", ValueParameters, run_values, value_histograms, value_quantities, main="clear", figure=VALUES
)
BOUND = Kernel("solitaire-bound", BoundParameters, run_bounds, bound_histograms, bound_quantities, "mean", GAPS)
KERNELS: dict[str, Kernel[Any]] = {each.name: each for each in (SOLITAIRE, CLEARABLE, VALUE, BOUND)}
