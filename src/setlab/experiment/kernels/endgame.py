"""`endgame`: a whole game, from the shuffled deck to the cards that are left (A10, B1–B6, C2–C4).

`setlab.reference.endgame` defines it in plain Python, and docs/experiments.md in words. `play` gives one game event by
event: the core says which SETs are taken, the rules make the events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import index
from typing import Any

from setlab.arguments import name_of
from setlab.counting import impossible_leftovers
from setlab.draws import Draws
from setlab.errors import RuleError, SpecError, shown
from setlab.experiment.estimate import Estimates, Quantity, leftover_proportions, proportion_estimates, proportions
from setlab.experiment.kernel import Figure, GpuTrials, Kernel, Outcome, Panel, Rare
from setlab.experiment.kernels.comparison import Contest, Player
from setlab.experiment.kernels.endgame_parameters import CHOICES, GREEDY, EndgameParameters
from setlab.experiment.kernels.endgame_sets import (
    count_sets,
    searched_without_set,
    sets_histograms,
    sets_quantities,
)
from setlab.experiment.tally import Counts, Histogram, Histograms, Joint, histogram_of
from setlab.rules import Event, Search, Table, play_game, search_in_order

COUNTED = ("leftover", "largest_table", "turns", "searches", "no_set", "first_no_set")
MOST_JOINT = 243
"""With more cards than this, leftover and largest table are not tallied jointly."""


def core_arguments(p: EndgameParameters) -> dict[str, Any]:
    """The rules of the game as the compiled core takes them."""
    import numpy as np

    return {
        "dimension": p.dimension,
        "values": p.values,
        "deck": np.array(p.deck, dtype=np.uint16),
        "dealt": p.dealt,
        "table": p.table,
        "choice": p.choice,
        "refill": p.refill,
    }


def run_engine(p: EndgameParameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of a range of games by the compiled core."""
    from setlab import _core

    leftover, table = p.rare_from
    found = _core.play_endgame(
        seed,
        first,
        trials,
        **core_arguments(p),
        rare_leftover=leftover,
        rare_table=table,
        count_sets=p.counts_sets,
        threads=threads,
    )
    histograms: dict[str, Counts] = {name: histogram_of(found[name]) for name in COUNTED}
    if p.dealt <= MOST_JOINT:
        joint = found["joint"]
        pairs = zip(*(axis.tolist() for axis in joint.nonzero()), strict=True)
        histograms["largest_table_and_leftover"] = {pair: int(joint[pair]) for pair in pairs}
    if p.counts_sets:
        histograms |= count_sets(found["sets"].tolist(), found["sum_squares"], found["first_sets"])
    return Outcome(histograms, tuple(Rare(int(trial)) for trial in found["rare"]))


def games_on_gpu(device: Any, p: EndgameParameters, seed: int) -> GpuTrials:
    """The games of a seed on a GPU."""
    from setlab.experiment.backends.gpu.games import Games
    from setlab.experiment.backends.gpu.standard import StandardGames, is_standard

    return (StandardGames if is_standard(p) else Games)(device, p, seed)


def histograms(p: EndgameParameters) -> Histograms:
    """Leftover, largest table and turns: one of each per game. The searches are any number, some of them in vain.

    Where the SETs on the tables are counted, there are five more (`endgame_sets`).
    """
    cards = range(p.dealt + 1)
    joint = Histogram("largest table and cards left", Joint("largest_table", "leftover"))
    return {
        "leftover": Histogram("cards left", cards),
        "largest_table": Histogram("cards on the table at its largest", cards),
        "turns": Histogram("turns", range(2 * p.dealt + 1)),
        "searches": Histogram("searches of a table of n cards", cards, "events"),
        "no_set": Histogram("searches of a table of n cards that found no SET", cards, "events", "searches"),
        "first_no_set": Histogram("those before the first SET of a game", cards, "events", "no_set"),
        **({"largest_table_and_leftover": joint} if p.dealt <= MOST_JOINT else {}),
        **(sets_histograms(p) if p.counts_sets else {}),
    }


def quantities(p: EndgameParameters) -> dict[str, Quantity]:
    """The proportion of games by leftover, largest table and turns; of searches, those that find no SET.

    Where the SETs on the tables are counted, their number by cards on the table (`endgame_sets`).
    """
    titles = histograms(p)
    per_game = {
        name: proportions(f"{titles[name].title}, proportion of games", name) for name in ("largest_table", "turns")
    }
    leftover = proportions(
        "cards left, proportion of games",
        "leftover",
        lambda: leftover_proportions(p.dimension, p.table) if p.is_plain else None,
    )
    no_set = Quantity("no SET on a table of n cards, proportion of searches", _no_set)
    return {"leftover": leftover, **per_game, "no_set": no_set, **(sets_quantities(p) if p.counts_sets else {})}


def _no_set(histograms: Mapping[str, Counts], trials: int, confidence: float) -> Estimates:
    if "sets" in histograms:
        return searched_without_set(histograms, confidence)
    searches, no_set = histograms.get("searches", {}), histograms.get("no_set", {})
    return {
        cards: proportion_estimates({cards: no_set.get(cards, 0)}, number, confidence)[cards]
        for cards, number in searches.items()
    }


def describe(p: EndgameParameters, seed: int, trial: int) -> tuple[str, tuple[int, ...]]:
    """The reason why a game is rare, and the cards it left: dealt and in no SET that was taken.

    >>> describe(EndgameParameters(), seed=2026, trial=26_363_188)
    ('leftover 0, largest table 21', ())
    """
    from setlab import _core

    rows, moves = _core.play_endgame_moves(seed, trial, 1, **core_arguments(p))
    leftover, largest, taken, _ = rows[0].tolist()
    dealt = p.deck if p.dealt == len(p.deck) else shuffled(p, seed, trial)
    left = set(dealt).difference(moves[0, : taken * p.values].tolist())
    return rarity(leftover, largest), tuple(sorted(left))


def rarity(leftover: int, largest_table: int) -> str:
    """The reason why a game is rare, in words."""
    return f"leftover {leftover}, largest table {largest_table}"


def count_rare(p: EndgameParameters, histograms: Mapping[str, Counts]) -> int:
    """The number of rare games, which the joint histogram counts.

    >>> count_rare(EndgameParameters(), {"largest_table_and_leftover": {(15, 6): 9, (18, 18): 2, (21, 0): 1}})
    3
    """
    leftover, table = p.rare_from
    joint = histograms.get("largest_table_and_leftover", {})
    return sum(count for (most, left), count in joint.items() if most >= table or left >= leftover)


def impossible(p: EndgameParameters) -> dict[str, tuple[int, ...]]:
    """The numbers of cards that cannot be left, by the sums of the cards."""
    return {"leftover": impossible_leftovers(p.dimension, p.lost) if p.values == 3 else ()}


KERNELS = {
    "endgame": Kernel(
        name="endgame",
        version=1,
        parameters=EndgameParameters,
        engine=run_engine,
        gpu=games_on_gpu,
        histograms=histograms,
        quantities=quantities,
        main="leftover",
        figure=Figure(
            "Cards left at the end of the game",
            (
                Panel("leftover", "cards left", "proportion of games"),
                Panel("leftover", "cards left", "proportion of games, logarithmic", log=True),
            ),
        ),
        describe=describe,
        count_rare=count_rare,
        impossible=impossible,
    )
}


@dataclass(frozen=True)
class Game:
    """A game: its events, the table at the end, and the numbers that the tallies count."""

    events: tuple[Event, ...]
    table: Table
    largest_table: int
    turns: int

    @property
    def leftover(self) -> int:
        """The number of cards left."""
        return len(self.table.cards)


def play(p: EndgameParameters, seed: int, trial: int) -> Game:
    """The game of one trial.

    >>> game = play(EndgameParameters(), seed=1, trial=0)
    >>> game.leftover + 3 * len(game.table.taken)
    81
    """
    from setlab import _core

    rows, moves = _core.play_endgame_moves(seed, trial, 1, **core_arguments(p))
    _, largest, taken, turns = rows[0].tolist()
    sets = moves[0, : taken * p.values].reshape(taken, p.values).tolist()
    events, table = play_game(shuffled(p, seed, trial), search_in_order(sets), p.rules)
    return Game(events, table, largest, turns)


def shuffled(p: EndgameParameters, seed: int, trial: int) -> list[int]:
    """The cards of a game in the order in which they are dealt."""
    return Draws(seed).shuffled(trial, p.deck, p.dealt)


def contestant(given: Any, settings: Mapping[str, Any], weights: Any = None) -> Player:
    """The player that chooses SETs by a name or by a function."""
    if weights is not None:
        raise SpecError("the choice of SETs uses no weights: leave them out")
    if settings.get("refill") == GREEDY:
        raise SpecError("the greedy reduction leaves no choice to compare: take another refill")
    chosen = {name: value for name, value in settings.items() if value is not None}
    if isinstance(given, str):
        return _compiled_choice(given, EndgameParameters.complete(chosen | {"choice": given}))
    if not callable(given):
        raise TypeError(f"{shown(given)} is not a choice: give a name, or a function from the table to one of its SETs")
    return _own_choice(given, EndgameParameters.complete(chosen))


def _compiled_choice(name: str, p: EndgameParameters) -> Player:
    def outcomes(seed: int, first: int, games: int, threads: int | None) -> list[int]:
        from setlab import _core

        rows = _core.play_endgame_trials(seed, first, games, **core_arguments(p), threads=threads)
        left: list[int] = rows[:, 0].tolist()
        return left

    return Player(name, outcomes)


def _own_choice(choice: Callable[[Table], Any], p: EndgameParameters) -> Player:
    search = search_by(choice)

    def outcomes(seed: int, first: int, games: int, threads: int | None) -> list[int]:
        trials = range(first, first + games)
        return [len(play_game(shuffled(p, seed, trial), search, p.rules)[1].cards) for trial in trials]

    return Player(name_of(choice), outcomes)


def search_by(choice: Callable[[Table], Any]) -> Search:
    """The search that takes the SET that a function chooses. It is asked where there is one, and is checked.

    >>> search = search_by(lambda table: table.sets()[-1])
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

CONTEST = Contest("endgame", "the ordinary game", "cards left", False, CHOICES, SETTINGS, contestant)
