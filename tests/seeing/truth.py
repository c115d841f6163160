"""Simulated companies whose rates are known, and how often the analysis is right about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Any

from scipy.stats import binom

from setlab.seeing import Analysis, Viewer, analyse, simulate_room

RARE = 1e-3
"""A test fails by chance with at most this probability, if the analysis is right; seeds are fixed."""


def fewest(trials: int, probability: float) -> int:
    """The number of successes that is undercut with probability at most RARE."""
    return int(binom.ppf(RARE, trials, probability))


def most(trials: int, probability: float) -> int:
    """The number of successes that is exceeded with probability at most RARE."""
    return int(binom.isf(RARE, trials, probability))


@dataclass(frozen=True)
class Company:
    """A way to make a room for a repetition, and the logarithm of the ratio that is true there; effects beside it."""

    name: str
    room: Callable[[int], dict[str, Any]]
    effect: str
    truth: float
    beside: tuple[str, ...] = ()


def one_player(effect: float) -> Company:
    """One player, two rounds."""
    viewers = [Viewer(1.5, {"differ": effect})]
    return Company(
        f"one player, {exp(effect):.2f}", lambda k: simulate_room(viewers, seed=11, trial=k, rounds=2), "differ", effect
    )


def unlike_speeds() -> Company:
    """Three players of different speed, who call SET first and make mistakes, and see the same colour first."""
    effects = {"same-colour": log(2.0)}
    viewers = [Viewer(pace, effects, wrong) for pace, wrong in ((3.0, 0.5), (1.0, 2.0), (0.4, 0.0))]
    return Company(
        "calls and mistakes",
        lambda k: simulate_room(viewers, seed=12, trial=k, rounds=3, call=True),
        "same-colour",
        log(2.0),
    )


def unlike_players() -> Company:
    """Eight players who differ: the logarithm of the ratio varies among them by 0.4, the mean total rate does not."""

    def room(k: int) -> dict[str, Any]:
        draw = Random(k)
        ratios = [log(0.6) + draw.gauss(0, 0.4) for _ in range(8)]
        viewers = [Viewer(draw.uniform(0.2, 0.6) * exp(-2.7 * ratio), {"differ": ratio}) for ratio in ratios]
        return simulate_room(viewers, seed=13, trial=k, rounds=6)

    return Company("unlike players", room, "differ", log(0.6))


def two_players(name: str, seed: int, ratio: float) -> Company:
    """Two players, one of them faster, and an effect of the table or of the place on it, beside that of differing."""
    effects = {name: log(ratio), "differ": log(0.8)}
    viewers = [Viewer(2.0, effects), Viewer(0.8, effects)]
    return Company(name, lambda k: simulate_room(viewers, seed=seed, trial=k, rounds=2), name, log(ratio), ("differ",))


COMPANIES = (
    one_player(log(0.6)),
    one_player(0.0),
    unlike_speeds(),
    unlike_players(),
    two_players("abundant", 14, 1.8),
    two_players("central", 15, 1.5),
)


def hits(company: Company, repetitions: Sequence[int], level: float) -> tuple[int, int]:
    """How often the interval of the effect holds the truth, and how often there is an interval."""
    found = [
        analyse([company.room(k)], [company.effect, *company.beside], level).effect(company.effect) for k in repetitions
    ]
    known = [each for each in found if each.low is not None and each.high is not None]
    return sum(log(each.low) <= company.truth <= log(each.high) for each in known), len(known)  # type: ignore[arg-type]


def claims_anything(analysis: Analysis) -> bool:
    """True if the analysis says that something is shown."""
    said = {sentence["key"] for sentence in analysis.to_json()["sentences"]}
    return bool(said & {"faster", "slower", "which", "crowding-less", "crowding-more"})
