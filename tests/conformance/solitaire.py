"""Arguments of the engines for solitaire: partitions, decks, and players with budgets that a definition can afford."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from setlab.solitaire.game import Shuffle, State
from setlab.solitaire.strategies import strategy
from setlab.solitaire.values import ESTIMATE_WEIGHTS, STAGES, Budgets, engine_for, shipped_weights
from tests.conformance.engine import Call, Session

Arguments = dict[str, Any]

SEEDS = st.integers(0, 2**64 - 1)
FIRST = st.integers(0, 2**64 - 4)

CHEAP = Budgets(exact_from=6, sums_from=9, beliefs_from=33)
"""Few partitions are listed; with 12 to 24 undealt cards there are no weights, and play is thrifty."""

LOOKS_AHEAD = Budgets(exact_from=6, ahead_from=12, sums_from=0, deals=9)
LOOKS_DEEPER = replace(
    LOOKS_AHEAD, deep_from=12, steps=3, first_deals=8, second_deals=5, third_deals=4, width=2, margin=1 << 18
)
THRIFTY_SEARCH = replace(LOOKS_AHEAD, partitions=4, work=60)
NARROW = replace(LOOKS_DEEPER, narrow=1 << 14)
VALUED = (CHEAP, LOOKS_AHEAD, LOOKS_DEEPER, THRIFTY_SEARCH, NARROW)


# --- searches without a player


def cards(most: int = 24) -> st.SearchStrategy[Arguments]:
    """Any cards, or those of a game that are not yet taken, so that there are partitions."""
    some = st.frozensets(st.integers(0, 80), max_size=most) | st.builds(
        _left, st.integers(0, 200), st.integers(0, most)
    )
    return some.map(lambda chosen: _words(sum(1 << card for card in chosen)))


def some_partitions() -> st.SearchStrategy[Arguments]:
    """The same, and a number of partitions."""
    return st.tuples(cards(18), st.integers(0, 20)).map(lambda chosen: {**chosen[0], "most": chosen[1]})


def decks_of_games() -> st.SearchStrategy[Arguments]:
    """A few games, searched a little or until the end."""
    return st.fixed_dictionaries(
        {"seed": SEEDS, "first": FIRST, "games": st.integers(0, 2), "nodes": st.sampled_from([1, 5, 40, 2000])}
    )


def decks() -> st.SearchStrategy[Arguments]:
    """Decks in any order."""
    orders = st.permutations(range(81)).map(lambda order: np.array(order, dtype=np.uint8))
    return st.fixed_dictionaries({"order": orders, "nodes": st.sampled_from([1, 40, 2000])})


def _left(game: int, most: int) -> frozenset[int]:
    """The last cards of a thrifty game."""
    return frozenset(_states(game)[-1 - most // 3].remaining)


def _words(mask: int) -> Arguments:
    return {"low": mask & (1 << 64) - 1, "high": mask >> 64}


# --- players


def players() -> st.SearchStrategy[Session]:
    """Players of all kinds, each asked a few things."""
    simple = st.sampled_from(["random", "basic", "thrifty"]).flatmap(lambda name: _session(name, Budgets(), 2))
    general = st.sampled_from([0, 3, 6, 9]).flatmap(lambda d: _session("general", Budgets(general_from=d), 2))
    valued = st.sampled_from(VALUED).flatmap(lambda budgets: _session("valued", budgets, 1))
    return simple | general | valued


def _session(name: str, budgets: Budgets, games: int) -> st.SearchStrategy[Session]:
    asked = st.fixed_dictionaries({"seed": SEEDS, "first": FIRST, "games": st.integers(0, games)})
    plays = st.tuples(st.sampled_from(["play", "play_moves"]), asked)
    calls = st.one_of(plays, judged(), log_sums(), samples(), bounds()) if name == "valued" else plays
    constructor = {"strategy": name, "budgets": asdict(budgets), "weights": shipped_weights().arrays()}
    return st.lists(calls, min_size=1, max_size=2).map(lambda chosen: Session(constructor, chosen))


def judged() -> st.SearchStrategy[Call]:
    """Positions of thrifty games with few undealt cards, or with so many that values are linear."""
    numbers = st.sampled_from([9, 12, 12, 12]) | st.sampled_from([0, 3, 6, 27, 30, 33, 36, 48, 69])
    positions = numbers.flatmap(lambda undealt: st.sampled_from(_choices(undealt)))
    return positions.map(lambda state: ("judge", _cards_of(state)))


def log_sums() -> st.SearchStrategy[Call]:
    """Sums in a game."""
    return _one_game({}).map(lambda asked: ("log_sums", asked))


def samples() -> st.SearchStrategy[Call]:
    """Positions late in a game, or early."""
    more = {"undealt": st.sampled_from([9, 12, 30, 33, 69]), "deals": st.integers(1, 2)}
    return _one_game(more).map(lambda asked: ("samples", asked))


def bounds() -> st.SearchStrategy[Call]:
    """Bounds from late positions of games that are neither won nor lost, or of any, with any estimate."""
    estimates = st.lists(st.integers(-3000, 3000), min_size=ESTIMATE_WEIGHTS, max_size=ESTIMATE_WEIGHTS)
    more = {
        "undealt": st.sampled_from([9, 12]),
        "exact_to": st.sampled_from([6, 9]),
        "kind": st.integers(0, 2),
        "deals": st.integers(1, 3).map(lambda deals: [deals] * STAGES),
        "informed": st.booleans(),
        "estimate": estimates.map(lambda row: np.array([row] * STAGES, dtype=np.int64)),
    }
    games = st.sampled_from(_open_games()).map(lambda first: {"seed": 5, "first": first})
    return st.tuples(_one_game(more), games | st.just({})).map(lambda asked: ("bound", {**asked[0], **asked[1]}))


@cache
def _open_games() -> list[int]:
    """Games of seed 5 that come to a late position which best play clears with a probability between 0 and 1."""
    engine = engine_for("valued", CHEAP)
    question: Arguments = {"undealt": 12, "exact_to": 12, "kind": 0, "deals": [1] * STAGES}
    best = engine.bound(5, 0, 400, **question, estimate=np.zeros((STAGES, ESTIMATE_WEIGHTS), dtype=np.int64))["best"]
    return [int(game) for game in ((best > 0) & (best < 1)).nonzero()[0]]


def _one_game(more: Arguments) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries({"seed": SEEDS, "first": FIRST, "games": st.just(1), **more})


def _cards_of(state: State) -> Arguments:
    table, undealt = (np.array(sorted(part), dtype=np.uint8) for part in (state.cards, state.undealt))
    return {"table": table, "undealt": undealt}


@cache
def _choices(undealt: int) -> list[State]:
    """Positions with this many undealt cards and a choice."""
    states = (state for game in range(40) for state in _states(game))
    return [state for state in states if state.table.undealt == undealt and len(state.sets) > 1]


@cache
def _states(game: int) -> list[State]:
    """The states of a thrifty game in which a SET is taken, and the last."""
    shuffle, player = Shuffle.of(77, game), strategy("thrifty")
    state, found = shuffle.start(), []
    while not state.over:
        if state.due:
            state = state.deal(shuffle.next_cards(state))
        else:
            found.append(state)
            state = state.take(player.choose(state))
    return [*found, state]
