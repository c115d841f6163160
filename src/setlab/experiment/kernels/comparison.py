"""`comparison`: strategies on common games. A trial is one game, which every strategy plays.

The tally counts the games by the outcomes of all strategies. Games whose outcomes differ are the rare trials.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import combinations
from math import comb, log10
from string import ascii_lowercase
from typing import Any, Self

from setlab.arguments import name_of
from setlab.errors import SpecError, did_you_mean, join_names, plural, quote, unknown_name
from setlab.experiment.estimate import Estimate, Estimates, Quantity, proportion_estimates
from setlab.experiment.kernel import Kernel, KernelFigure, Outcome, Panel, Rare
from setlab.experiment.parameters import Parameters, canonical, parameter
from setlab.experiment.tally import Counts, Histogram, Histograms, Joint, key_text
from setlab.stats import Interval, log10_sign_test, paired_interval, paired_mean_interval

GAMES = ("solitaire", "antiset", "endgame")
"""The games in which strategies are compared; the contest of a game is the value `CONTEST` of its kernel's module."""

Outcomes = Callable[[int, int, int, int | None], Sequence[int]]
"""(seed, first, games, threads) → the outcome of each game. Game i depends on (seed, i) and on the strategy alone."""


@dataclass(frozen=True)
class Contestant:
    """A strategy that plays: its name and outcomes.

    A strategy that values positions has the checksum of its weights, and the fingerprint that a spec records.
    """

    name: str
    outcomes: Outcomes
    weights: str | None = None
    fingerprint: str | None = None


@dataclass(frozen=True)
class Contest:
    """A game in which strategies can be compared.

    `outcome` is counted once per game: 0 or 1 if `is_success`, otherwise a number. `strategies` are the names,
    `settings` the further arguments with their defaults. `player` turns a strategy, the settings and weights into a
    `Contestant`, and raises an error if that is not possible.
    """

    game: str
    title: str
    outcome: str
    is_success: bool
    strategies: tuple[str, ...]
    settings: Mapping[str, Any]
    player: Callable[[Any, Mapping[str, Any], Any], Contestant]


def find_contest(game: str) -> Contest:
    """The contest of a game.

    >>> find_contest("solitaire").outcome
    'table cleared'
    """
    if game not in GAMES:
        raise SpecError(unknown_name(game, "a game", GAMES))
    contest: Contest = import_module(f"setlab.experiment.kernels.{game}").CONTEST
    return contest


@dataclass(frozen=True)
class ComparisonParameters(Parameters):
    """The game, the strategies, and the settings of the game that were given.

    `players` are the fingerprints of strategies that value positions. Functions and weights are not in the spec.

    >>> ComparisonParameters.compare(["S9", "basic"]).as_record()
    {'game': 'solitaire', 'strategies': ['S9', 'basic']}
    """

    game: str = parameter(str, default="solitaire")
    strategies: tuple[str, ...] = parameter(tuple, default=())
    settings: Mapping[str, Any] | None = parameter(dict)
    players: tuple[str | None, ...] | None = parameter(tuple)
    functions: tuple[Any, ...] | None = parameter(tuple, recorded=False)
    objects: Mapping[str, Any] | None = parameter(dict, recorded=False)
    weights: tuple[Any, ...] | None = parameter(tuple, recorded=False)

    @classmethod
    def compare(
        cls, strategies: Sequence[Any], game: str = "solitaire", weights: Any = None, settings: Mapping[str, Any] = {}
    ) -> Self:
        """The parameters for strategies, each a name or a function, checked."""
        contest = find_contest(game)
        if len(strategies) < 2:
            raise SpecError(f"{plural(len(strategies), 'strategy')} cannot be compared: give two or more")
        chosen = _complete_settings(contest, settings)
        found = cls(game, (), None, None, tuple(strategies), chosen, _weights_of_each(weights, len(strategies)))
        players = found.entrants()
        recorded = {name: _setting_record(value) for name, value in chosen.items() if value is not None}
        is_named = all(isinstance(value, str) for value in strategies) and all(
            value is None or isinstance(value, str | int | float | list | tuple) for value in chosen.values()
        )
        fingerprints = tuple(player.fingerprint for player in players)
        functions, objects = (None, None) if is_named else (tuple(strategies), chosen)
        known = fingerprints if any(fingerprints) else None
        return cls(game, tuple(_names(players, strategies)), recorded or None, known, functions, objects, found.weights)

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given names, by default of two strategies of Solitaire SET."""
        strategies = given.get("strategies") or ("thrifty", "basic")
        return cls.compare(strategies, given.get("game", "solitaire"), settings=given.get("settings") or {})

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """The parameters of a stored spec; the weights may differ from those that ship now."""
        found, players = cls.complete(record), record.get("players")
        restored = replace(found, players=None if players is None else tuple(players))
        same = [bool(each) for each in found.players or ()] == [isinstance(each, str) for each in players or ()]
        if not same or canonical(restored.as_record()) != canonical(record):
            raise SpecError("they are not checked and complete")
        return restored

    @property
    def own(self) -> str:
        """The functions and objects that play and have no name in the library."""
        return "" if self.functions is None else join_names(self.strategies, "and")

    @property
    def contest(self) -> Contest:
        """The contest of the game."""
        return find_contest(self.game)

    @property
    def pairs(self) -> int:
        """The number of differences of two strategies."""
        return comb(len(self.strategies), 2)

    def level_of_each(self, confidence: float) -> float:
        """The level of the interval of each difference."""
        return 1 - (1 - confidence) / self.pairs

    def entrants(self) -> list[Contestant]:
        """The players. Raise `SpecError` if their weights are not those of the spec."""
        given = self.functions or self.strategies
        settings = self.objects or _complete_settings(self.contest, self.settings or {})
        weights = self.weights or [None] * len(given)
        players = [_player(self.contest, each, settings, w) for each, w in zip(given, weights, strict=True)]
        for player, wanted in zip(players, self.players or (), strict=False):
            if player.fingerprint != wanted:
                who = f"the weights of {player.name}"
                raise SpecError(f"{who} are not those of the experiment: give theirs by --weights")
        return players


def _player(contest: Contest, given: Any, settings: Mapping[str, Any], weights: Any) -> Contestant:
    if isinstance(given, str) and given not in contest.strategies:
        others = [game for game in GAMES if game != contest.game and given in find_contest(game).strategies]
        if others:
            hint = f"for {others[0]} add game='{others[0]}'"
            raise SpecError(f"{quote(given)} is not a strategy of {contest.title}: {hint}")
        raise SpecError(unknown_name(given, f"a strategy of {contest.title}", contest.strategies))
    return contest.player(given, settings, weights)


def _names(players: Sequence[Contestant], given: Sequence[Any]) -> Iterator[str]:
    """The names of the players; letters distinguish different functions of one name."""
    for i, player in enumerate(players):
        like = [k for k, p in enumerate(players) if (p.name, p.weights) == (player.name, player.weights)]
        letter = f" ({ascii_lowercase[i]})" if any(given[k] is not given[i] for k in like) else ""
        yield player.name if isinstance(given[i], str) else f"{player.name}{letter}"


def _complete_settings(contest: Contest, given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a contest, completed; unknown names are refused."""
    names = tuple(contest.settings)
    for name in given:
        if name not in names:
            question = did_you_mean(name, (*names, "games", "game", "seed", "first", "weights", "confidence"))
            takes = f"{contest.title} takes {join_names(names, 'and') if names else 'none'}"
            raise SpecError(f"{quote(name)} is not a setting: {f'{question} ' if question else ''}{takes}")
    return {**contest.settings, **given}


def _weights_of_each(weights: Any, strategies: int) -> tuple[Any, ...] | None:
    """The weights of each strategy; None if none were given."""
    if weights is None:
        return None
    if not isinstance(weights, tuple | list):
        return (weights,) * strategies
    if len(weights) != strategies:
        few = f"{len(weights)} weights do not fit {strategies} strategies"
        raise SpecError(f"{few}: give one for each strategy, None for those that ship")
    return tuple(weights)


def _setting_record(value: Any) -> Any:
    """A setting as the spec records it: a strategy or a design by its name."""
    if isinstance(value, str | int | float):
        return value
    return list(value) if isinstance(value, list | tuple) else name_of(value)


def run_engine(p: ComparisonParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The games by the outcomes of all strategies, and those whose outcomes differ."""
    games = list(zip(*(player.outcomes(seed, first, trials, threads) for player in p.entrants()), strict=True))
    differing = (Rare(trial, key_text(game)) for trial, game in enumerate(games, first) if _differ(game))
    return Outcome({"outcomes": dict(sorted(Counter(games).items()))}, tuple(differing))


def describe(p: ComparisonParameters, seed: int, trial: int) -> tuple[str, tuple[int, ...]]:
    """The outcomes of a game, as the tally writes them.

    >>> describe(ComparisonParameters.compare(["S9", "basic"]), seed=1, trial=131)
    ('1/0', ())
    """
    (game,) = run_engine(p, seed, trial, 1, 1).histograms["outcomes"]
    return key_text(game), ()


def _differ(game: tuple[int, ...]) -> bool:
    return len(set(game)) > 1


def count_rare(p: ComparisonParameters, histograms: Mapping[str, Counts]) -> int:
    """The number of games whose outcomes differ."""
    return sum(count for game, count in histograms.get("outcomes", {}).items() if _differ(game))


def histograms(p: ComparisonParameters) -> Histograms:
    """One tuple of outcomes per game."""
    return {"outcomes": Histogram(f"{p.contest.outcome}, by strategy", Joint(names=p.strategies))}


@dataclass(frozen=True)
class Difference:
    """The difference of two strategies: the mean of the first less that of the second, with its interval.

    In `more` games the outcome of the first is larger, in `less` games that of the second. The p value is that of the
    exact sign test, multiplied by the number of differences that are estimated together.
    """

    strategies: tuple[str, str]
    estimate: Estimate
    more: int
    less: int
    log10_p: float

    @property
    def differ(self) -> int:
        """The number of games whose outcomes differ."""
        return self.more + self.less

    @property
    def p(self) -> float:
        """The p value of the hypothesis that both strategies are ahead equally often."""
        return float(10**self.log10_p)


def estimate_means(p: ComparisonParameters, games: Counts, confidence: float) -> list[Estimate]:
    """The mean outcome of each strategy, with its interval: a proportion if the outcome is a success or none."""
    number, found = sum(games.values()), list[Estimate]()
    for i in range(len(p.strategies)):
        total, squares = (sum(game[i] ** power * count for game, count in games.items()) for power in (1, 2))
        if p.contest.is_success:
            found.append(proportion_estimates({1: total}, number, confidence)[1])
        else:
            found.append(Estimate.mean(total, squares, number, confidence))
    return found


def estimate_differences(p: ComparisonParameters, games: Counts, confidence: float) -> list[Difference]:
    """The differences of every two strategies. Their intervals hold together with the given confidence.

    Each of m intervals has the level 1 − (1 − confidence)/m, which suffices however they depend on each other
    (Bonferroni).
    """
    number, level, found = sum(games.values()), p.level_of_each(confidence), list[Difference]()
    for i, j in combinations(range(len(p.strategies)), 2):
        differences = Counter[int]()
        for game, count in games.items():
            differences[game[i] - game[j]] += count
        more = sum(count for difference, count in differences.items() if difference > 0)
        less = sum(count for difference, count in differences.items() if difference < 0)
        interval: Interval | None = None
        if p.contest.is_success:
            interval = paired_interval(more, less, number, level)
        elif number > 1:
            interval = paired_mean_interval(differences, level)
        mean = sum(difference * count for difference, count in differences.items()) / number
        log10_p = min(0.0, log10_sign_test(more, less) + log10(p.pairs))
        found.append(Difference((p.strategies[i], p.strategies[j]), Estimate.of(mean, interval), more, less, log10_p))
    return found


def quantities(p: ComparisonParameters) -> dict[str, Quantity]:
    """The mean outcome by strategy, and the differences."""

    def means(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
        games = histograms.get("outcomes", {})
        return dict(zip(labels(p), estimate_means(p, games, confidence), strict=True)) if games else {}

    def differences(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
        games, names = histograms.get("outcomes", {}), [" − ".join(pair) for pair in combinations(labels(p), 2)]
        found = estimate_differences(p, games, confidence) if games else []
        return {name: each.estimate for name, each in zip(names, found, strict=False)}

    title = f"{p.contest.outcome}, {'proportion of games' if p.contest.is_success else 'mean'}"
    return {
        "mean": Quantity(f"{title} by strategy", means, p.contest.is_success),
        "difference": Quantity(f"difference of {title}, simultaneous intervals", differences, is_proportion=False),
    }


def labels(p: ComparisonParameters) -> list[str]:
    """The names of the strategies; those of one name with different weights are numbered.

    >>> labels(ComparisonParameters(strategies=("fast", "basic", "fast")))
    ['fast (1)', 'basic', 'fast (3)']
    """
    names = p.strategies
    return [f"{name} ({i})" if names.count(name) > 1 else name for i, name in enumerate(names, 1)]


def repeat(p: ComparisonParameters, seed: int, trials: int, first: int) -> str:
    """The command line that repeats the games."""
    if p.game == "solitaire":
        begin = f" --first {first}" if first else ""
        return f"setlab solitaire compare {' '.join(p.strategies)} --games {trials}{begin} --seed {seed}"
    settings = "".join(f", {name}={value!r}" for name, value in (p.settings or {}).items())
    call = f"compare_many({list(p.strategies)}, {trials}, game={p.game!r}, seed={seed}, first={first}{settings})"
    return f"python -c {shlex.quote(f'from setlab import compare_many; print({call})')}"


FIGURE = KernelFigure("Strategies on common games", (Panel("mean", "strategy", "mean outcome"),))
PLAIN = Kernel("comparison", ComparisonParameters, run_engine, histograms, quantities, main="mean", figure=FIGURE)
KERNELS = {"comparison": replace(PLAIN, describe=describe, count_rare=count_rare, lists_rare=True, repeat=repeat)}
