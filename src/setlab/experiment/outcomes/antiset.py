"""Anti-SET: whether a player wins against a third strategy. The strategies are Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setlab.antiset.game import NAMES
from setlab.antiset.match import play
from setlab.antiset.strategies import STRATEGIES
from setlab.antiset.strategies.own import strategy_of
from setlab.errors import SpecError, unknown_name
from setlab.experiment.outcomes.contest import Contest, Player
from setlab.geometry.designs import find_design


def player(given: Any, settings: Mapping[str, Any], weights: Any = None) -> Player:
    """The player that a name, a function or an object stands for, at its seat against the strategy `against`."""
    if weights is not None:
        raise SpecError("anti-SET uses no weights: leave them out")
    if settings["seat"] not in NAMES:
        raise SpecError(unknown_name(settings["seat"], "a seat", NAMES))
    design, seat = find_design(settings["design"]), NAMES.index(settings["seat"])
    own, against = strategy_of(given), strategy_of(settings["against"])
    sides = (own, against) if seat == 0 else (against, own)
    for number, side in enumerate(sides):
        side.check(design, number)

    def outcomes(seed: int, first: int, games: int, threads: int | None) -> list[int]:
        results = (play(design, *sides, seed=seed, trial=trial).result for trial in range(first, first + games))
        return [int(result.winner == NAMES[seat]) for result in results]

    return Player(own.name, outcomes)


SETTINGS = {"design": "AG(3,3)", "seat": "olivia", "against": "random"}

CONTEST = Contest("antiset", "anti-SET", "game won", True, STRATEGIES, SETTINGS, player)
