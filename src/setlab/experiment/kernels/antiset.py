"""`antiset`: a game of anti-SET between two strategies on a design (D3, D5): who wins, and in which round.

The strategies are Python, and so is the kernel: the engine and the twin are one. What is random in trial i is draw
number ply of the trial.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from setlab.antiset.match import play
from setlab.antiset.strategies import find_strategy
from setlab.errors import SpecError
from setlab.experiment.kernel import Estimates, Kernel, Outcome, Parameters
from setlab.experiment.proportions import proportion_estimates
from setlab.experiment.shape import Shape, Shapes
from setlab.geometry.designs import find_design

PLAYERS = ("xavier", "olivia")
MOST_ROUNDS = 1 << 20


def normalise(given: Mapping[str, Any]) -> Parameters:
    """The design and the two strategies, checked: a strategy must be playable there and from its seat."""
    name = str(given.get("design", "AG(3,3)"))
    board = find_design(name)
    chosen = {"xavier": str(given.get("xavier", "theorem7")), "olivia": str(given.get("olivia", "max-cap"))}
    for seat, player in enumerate(PLAYERS):
        find_strategy(chosen[player]).check(board, seat)
    return {"design": name, **chosen}


def run_games(p: Parameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The winners and the lengths of some games."""
    board = find_design(p["design"])
    winners: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    for trial in range(first, first + trials):
        result = play(board, p["xavier"], p["olivia"], seed=seed, trial=trial).result
        winners[result.winner] += 1
        lengths[result.length] += 1
    return Outcome(
        {
            "winner": {name: winners[name] for name in sorted(winners)},
            "length": {str(length): lengths[length] for length in sorted(lengths)},
        }
    )


def shapes(p: Parameters) -> Shapes:
    """A winner and a length per game. The design is not built for it: its file may be elsewhere by now."""
    if set(p) != {"design", *PLAYERS} or not all(isinstance(value, str) for value in p.values()):
        raise SpecError("they must be a design and two strategies")
    return {"winner": Shape((*PLAYERS, "draw")), "length": Shape(range(MOST_ROUNDS))}


def estimate(p: Parameters, histograms: Mapping[str, Mapping[str, int]], trials: int, confidence: float) -> Estimates:
    """The share of games by winner and by length."""
    return {name: proportion_estimates(histograms.get(name, {}), trials, confidence) for name in ("winner", "length")}


KERNEL = Kernel(
    name="antiset",
    version=1,
    what="anti-SET between two strategies: the winner, and the round in which it ends",
    options=("design", "xavier", "olivia"),
    normalise=normalise,
    engine=run_games,
    twin=run_games,
    estimate=estimate,
    shapes=shapes,
    main="winner",
    titles={"winner": "winner, share of games", "length": "length in rounds, share of games"},
)
