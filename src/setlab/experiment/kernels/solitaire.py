"""`solitaire`: a game of Solitaire SET by one of the strategies (E1–E4).

The rules and the strategies are those of `setlab.solitaire`: its core plays for the engine, its plain-Python players
for the twin. Game i of a seed is trial i.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from setlab.errors import SpecError, quoted
from setlab.experiment.kernel import Estimates, Kernel, Outcome, Parameters
from setlab.experiment.proportions import proportion_estimates
from setlab.experiment.shape import Shape, Shapes
from setlab.solitaire import Shuffle, play, search, strategy
from setlab.solitaire.strategies.engine import core_games
from setlab.solitaire.strategies.registry import CLAIRVOYANT, CORE, GENERAL, NAMES, VALUED
from setlab.solitaire.values.weights import shipped

CARDS = 81
HISTOGRAMS = ("clear", "leftover", "declared")


def normalise(given: Mapping[str, Any]) -> Parameters:
    """The strategy; for one that values positions also a checksum of its budgets and weights: other ones play others.

    >>> normalise({"strategy": "S9"})
    {'strategy': 'S9'}
    """
    if unknown := sorted(set(given) - {"strategy"}):
        raise SpecError(f"{unknown[0]} is not for solitaire: it takes strategy")
    name = given.get("strategy", "thrifty")
    if name not in NAMES:
        raise SpecError(f"{quoted(str(name))} is not a strategy: choose {', '.join(NAMES[:-1])} or {NAMES[-1]}")
    if name in VALUED:
        return {"strategy": name, "player": _fingerprint(name)}
    return {"strategy": name}


def run_engine(p: Parameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of some games by the compiled core. Of the clairvoyant's deals only `clear` is known."""
    name = p["strategy"]
    if name == CLAIRVOYANT:
        clear = search(trials, seed, first=first, threads=threads).clear
        return Outcome({"clear": _counted([1] * clear + [0] * (trials - clear))})
    rows = core_games(name, seed, first, trials, threads=threads)
    return _outcome(name, rows[:, 0].tolist(), (rows[:, 1] >= 0).tolist())


def run_twin(p: Parameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of some games by the players in plain Python."""
    name = p["strategy"]
    games = [play(strategy(name), Shuffle.of(seed, number)) for number in range(first, first + trials)]
    return _outcome(name, [len(game.state.cards) for game in games], [game.declared for game in games])


def shapes(p: Parameters) -> Shapes:
    """Cleared or not, and more by strategy, once per game. The weights may be others than those that ship now."""
    name, more = p["strategy"], {"player"} if p["strategy"] in VALUED else set()
    if name not in NAMES or set(p) != {"strategy", *more} or not all(isinstance(value, str) for value in p.values()):
        raise SpecError("they must be a strategy, and the checksum of what it values by")
    cleared = {"clear": Shape(range(2))}
    if name == CLAIRVOYANT:
        return cleared
    declared = {"declared": Shape(range(2))} if name in GENERAL else {}
    return {**cleared, "leftover": Shape(range(CARDS + 1)), **declared}


def estimate(p: Parameters, histograms: Mapping[str, Mapping[str, int]], trials: int, confidence: float) -> Estimates:
    """The share of tables cleared, of every number of cards left, and of games declared won."""
    return {name: proportion_estimates(histograms.get(name, {}), trials, confidence) for name in HISTOGRAMS}


def _outcome(name: str, left: list[int], declared: list[bool]) -> Outcome:
    clear = {"clear": _counted(int(not cards) for cards in left)}
    if name == CLAIRVOYANT:
        return Outcome(clear)
    more = {"declared": _counted(map(int, declared))} if name in GENERAL else {}
    return Outcome({**clear, "leftover": _counted(left), **more})


def _counted(numbers: Iterable[int]) -> dict[str, int]:
    counts = Counter(numbers)
    return {str(number): counts[number] for number in sorted(counts)}


def _fingerprint(name: str) -> str:
    """Twelve digits that differ when the budgets or the weights of a player do."""
    return sha256(json.dumps([CORE[name].budgets.row(), shipped().checksum]).encode()).hexdigest()[:12]


KERNEL = Kernel(
    name="solitaire",
    version=1,
    what="a game of Solitaire SET by a strategy: whether the table was cleared, cards left, games declared won",
    options=("strategy",),
    normalise=normalise,
    engine=run_engine,
    twin=run_twin,
    estimate=estimate,
    shapes=shapes,
    main="clear",
    titles={
        "clear": "table cleared (1) or not (0), share of games",
        "leftover": "cards left, share of games",
        "declared": "declared won (1) or not (0), share of games",
    },
)
