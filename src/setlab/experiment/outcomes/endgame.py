"""The ordinary game: how many cards are left, by the choice of SETs. A function from the table to a SET is a choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import index
from typing import Any

from setlab.arguments import name_of
from setlab.errors import RuleError, SpecError, shown
from setlab.experiment.kernels.endgame import core_arguments, shuffled
from setlab.experiment.kernels.endgame_parameters import CHOICES, GREEDY, EndgameParameters
from setlab.experiment.outcomes.contest import Contest, Player
from setlab.rules import Search, Table, play_game


def player(given: Any, settings: Mapping[str, Any], weights: Any = None) -> Player:
    """The player that chooses SETs by a name or by a function."""
    if weights is not None:
        raise SpecError("the choice of SETs uses no weights: leave them out")
    if settings.get("refill") == GREEDY:
        raise SpecError("the greedy reduction leaves no choice to compare: take another refill")
    chosen = {name: value for name, value in settings.items() if value is not None}
    if isinstance(given, str):
        return _named(given, EndgameParameters.complete(chosen | {"choice": given}))
    if not callable(given):
        raise TypeError(f"{shown(given)} is not a choice: give a name, or a function from the table to one of its SETs")
    return _own(given, EndgameParameters.complete(chosen))


def _named(name: str, p: EndgameParameters) -> Player:
    def outcomes(seed: int, first: int, games: int, threads: int | None) -> list[int]:
        from setlab import _core

        rows = _core.play_endgame_trials(seed, first, games, **core_arguments(p), threads=threads)
        left: list[int] = rows[:, 0].tolist()
        return left

    return Player(name, outcomes)


def _own(choice: Callable[[Table], Any], p: EndgameParameters) -> Player:
    search = searched_by(choice)

    def outcomes(seed: int, first: int, games: int, threads: int | None) -> list[int]:
        trials = range(first, first + games)
        return [len(play_game(shuffled(p, seed, trial), search, p.rules)[1].cards) for trial in trials]

    return Player(name_of(choice), outcomes)


def searched_by(choice: Callable[[Table], Any]) -> Search:
    """The search that takes the SET that a function chooses. It is asked where there is one, and is checked.

    >>> search = searched_by(lambda table: table.sets()[-1])
    >>> from setlab.rules import Deal, replay
    >>> search(replay([Deal((0, 1, 2, 3, 4, 5, 9, 10, 30, 31, 40, 60))]))
    (3, 4, 5)
    """

    def search(table: Table) -> tuple[int, ...] | None:
        sets = table.sets()
        if not sets:
            return None
        found = choice(table)
        try:
            cards = sorted(map(index, found))
            return next(tuple(line) for line in sets if sorted(line) == cards)
        except (TypeError, StopIteration):
            number = len(table.taken) + 1
            some = ", ".join(map(str, sets[:3])) + ", …" * (len(sets) > 3)
            raise RuleError(
                f"{name_of(choice)} cannot take {shown(found)} as SET number {number}: the SETs on the table are {some}"
            ) from None

    return search


SETTINGS = dict.fromkeys(("dimension", "values", "lost", "table", "refill"))

CONTEST = Contest("endgame", "the ordinary game", "cards left", False, CHOICES, SETTINGS, player)
