"""`endgame`: a whole game, from the shuffled deck to the cards that are left (A10, B1–B6, C2–C4).

Its meaning is in `endgame_twin.py`, in plain Python, and in words in docs/experiments.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from setlab.experiment.kernel import Estimates, Kernel, Outcome, Parameters, check_normal
from setlab.experiment.kernels.endgame_parameters import cards_played, normalise, rare_from
from setlab.experiment.kernels.endgame_twin import MOST_JOINT, Game, play, run_twin
from setlab.experiment.known import leftover_proportions
from setlab.experiment.proportions import proportion_estimates
from setlab.experiment.shape import Pairs, Shape, Shapes
from setlab.experiment.tally import histogram_of

__all__ = ["KERNEL", "Game", "core_arguments", "normalise", "play", "run_engine", "run_twin"]


def core_arguments(p: Parameters) -> dict[str, Any]:
    """The rules of the game as the compiled core takes them."""
    import numpy as np

    deck, dealt = cards_played(p)
    return {
        "dimension": p["dimension"],
        "values": p["values"],
        "deck": np.array(deck, dtype=np.uint16),
        "dealt": dealt,
        "table": p["table"],
        "choice": p["choice"],
        "refill": "standard" if p["refill"] == "standard" else "always",
    }


def run_engine(p: Parameters, seed: int, first: int, trials: int, threads: int | None = None) -> Outcome:
    """The outcome of some trials by the compiled core."""
    from setlab import _core

    rules = core_arguments(p)
    rare_leftover, rare_table = rare_from(p)
    found = _core.play_endgame(
        seed,
        first,
        trials,
        **rules,
        rare_leftover=rare_leftover,
        rare_table=rare_table,
        threads=threads,
    )
    names = {name: name for name in ("leftover", "largest_table", "turns", "no_set", "first_no_set")}
    names["looks"] = "searches"
    histograms = {name: histogram_of(found[array]) for name, array in names.items()}
    if rules["dealt"] <= MOST_JOINT:
        joint = found["joint"]
        histograms["largest_table_and_leftover"] = {
            f"{a}/{b}": int(joint[a, b]) for a, b in zip(*(axis.tolist() for axis in joint.nonzero()), strict=True)
        }
    return Outcome(histograms, tuple(int(trial) for trial in found["rare"]))


def shapes(p: Parameters) -> Shapes:
    """Leftover, largest table, turns: one of each per game. The searches are any number, some of them in vain."""
    check_normal(p, normalise)
    _, dealt = cards_played(p)
    cards = range(dealt + 1)
    joint = {"largest_table_and_leftover": Shape(Pairs("largest_table", "leftover"))} if dealt <= MOST_JOINT else {}
    return {
        "leftover": Shape(cards),
        "largest_table": Shape(cards),
        "turns": Shape(range(2 * dealt + 1)),
        "looks": Shape(cards, "events"),
        "no_set": Shape(cards, "events", part_of="looks"),
        "first_no_set": Shape(cards, "events", part_of="no_set"),
        **joint,
    }


def estimate(p: Parameters, histograms: Mapping[str, Mapping[str, int]], trials: int, confidence: float) -> Estimates:
    """The share of games for every leftover, largest table and number of turns; of looks for tables without a SET."""
    per_game = ("leftover", "largest_table", "turns")
    known = {"leftover": leftover_proportions(p)}
    proportions = {
        name: proportion_estimates(histograms.get(name, {}), trials, confidence, known.get(name)) for name in per_game
    }
    looks, no_set = histograms.get("looks", {}), histograms.get("no_set", {})
    of_looks = {
        cards: proportion_estimates({cards: no_set.get(cards, 0)}, number, confidence)[cards]
        for cards, number in looks.items()
    }
    return {**proportions, "no_set": of_looks}


def describe(p: Parameters, seed: int, trial: int) -> tuple[str, tuple[int, ...]]:
    """What is rare about a game, and the cards it left: it is played again in plain Python."""
    game = play(p, seed, trial)
    return f"leftover {game.leftover}, largest table {game.largest_table}", tuple(sorted(game.table.cards))


KERNEL = Kernel(
    name="endgame",
    version=1,
    what="a whole game: cards left, largest table, turns, tables without a SET",
    options=("dimension", "values", "lost", "table", "choice", "refill"),
    normalise=normalise,
    engine=run_engine,
    twin=run_twin,
    estimate=estimate,
    shapes=shapes,
    main="leftover",
    describe=describe,
    titles={
        "leftover": "cards left, share of games",
        "largest_table": "cards on the table at its largest, share of games",
        "turns": "turns, share of games",
        "no_set": "no SET on a table of so many cards, share of looks",
    },
)
