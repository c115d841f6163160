"""`antiset`: a game of anti-SET between two strategies on a design (D3, D5): the winner, and the round.

The strategies are Python, and so is the kernel. A random choice at ply k of trial i takes draw k of the trial.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from setlab.antiset.strategies import STRATEGIES, find_strategy, play, strategy_of
from setlab.errors import SpecError, unknown_name
from setlab.experiment.estimate import Quantity, proportions
from setlab.experiment.kernel import Kernel, KernelFigure, Outcome, Panel
from setlab.experiment.kernels.comparison import Contest, Contestant
from setlab.experiment.parameters import Parameters, option, parameter, strategy_name, text
from setlab.experiment.tally import Histogram, Histograms
from setlab.geometry.design import find_design

PLAYERS = ("xavier", "olivia")
MOST_ROUNDS = 1 << 20
OWN = "setlab.compare or setlab.antiset.play"


def _strategy_of(who: str, seat: str, default: str) -> Any:
    """The parameter that names a player's strategy."""
    about = option(f"--{seat} NAME", f"The {who} player's strategy; default {default}.")
    return parameter(strategy_name(text(seat), seat, OWN), about, default=default)


@dataclass(frozen=True)
class AntisetParameters(Parameters):
    """The design, and the strategies of the two players."""

    design: str = parameter(
        text("design"), option("--design NAME", "AG(3,3), PG(2,2), STS:FILE …; default AG(3,3)."), default="AG(3,3)"
    )
    xavier: str = _strategy_of("first", "xavier", "theorem7")
    olivia: str = _strategy_of("second", "olivia", "max-cap")

    @classmethod
    def complete(cls, given: Mapping[str, Any]) -> Self:
        """The parameters with the given values; each strategy must be playable on the design and from its seat."""
        found = super().complete(given)
        board = find_design(found.design)
        for seat, strategy in enumerate((found.xavier, found.olivia)):
            find_strategy(strategy).check(board, seat)
        return found

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> Self:
        """The parameters that a stored spec has. The design is not built: its file may be elsewhere by now."""
        if set(record) != set(cls.names()) or not all(isinstance(value, str) for value in record.values()):
            raise SpecError("they must be a design and two strategies")
        return cls(**record)


def run_games(p: AntisetParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The winners and the lengths of a range of games."""
    board = find_design(p.design)
    winners, lengths = Counter[str](), Counter[int]()
    for trial in range(first, first + trials):
        result = play(board, p.xavier, p.olivia, seed=seed, trial=trial).result
        winners[result.winner] += 1
        lengths[result.length] += 1
    return Outcome({"winner": dict(sorted(winners.items())), "length": dict(sorted(lengths.items()))})


def histograms(p: AntisetParameters) -> Histograms:
    """A winner and a length per game."""
    return {
        "winner": Histogram("winner", (*PLAYERS, "draw")),
        "length": Histogram("length in rounds", range(MOST_ROUNDS)),
    }


def quantities(p: AntisetParameters) -> dict[str, Quantity]:
    """The proportion of games by winner and by length."""
    return {name: proportions(f"{h.title}, proportion of games", name) for name, h in histograms(p).items()}


FIGURE = KernelFigure("Length of a game of anti-SET", (Panel("length", "rounds", "proportion of games"),))
KERNELS = {
    "antiset": Kernel("antiset", AntisetParameters, run_games, histograms, quantities, main="winner", figure=FIGURE)
}


def contestant(given: Any, settings: Mapping[str, Any], weights: Any = None) -> Contestant:
    """The player for a name, a function or an object, at its seat against the strategy `against`."""
    if weights is not None:
        raise SpecError("anti-SET uses no weights: leave them out")
    if settings["seat"] not in PLAYERS:
        raise SpecError(unknown_name(settings["seat"], "a seat", PLAYERS))
    design, seat = find_design(settings["design"]), PLAYERS.index(settings["seat"])
    own, against = strategy_of(given), strategy_of(settings["against"])
    sides = (own, against) if seat == 0 else (against, own)
    for number, side in enumerate(sides):
        side.check(design, number)

    def outcomes(seed: int, first: int, games: int, threads: int | None) -> list[int]:
        results = (play(design, *sides, seed=seed, trial=trial).result for trial in range(first, first + games))
        return [int(result.winner == PLAYERS[seat]) for result in results]

    return Contestant(own.name, outcomes)


SETTINGS = {"design": "AG(3,3)", "seat": "olivia", "against": "random"}

CONTEST = Contest("antiset", "anti-SET", "game won", True, STRATEGIES, SETTINGS, contestant)
