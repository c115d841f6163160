"""Solitaire: whole games of every strategy, partitions, exact values, and the clairvoyant search.

Run `python benchmarks/run.py solitaire`.
"""

from __future__ import annotations

from functools import partial

from measure import REFERENCE, Group, Row

from setlab import _core
from setlab.reference.solitaire import cards_of, partitions_of, value_by_partitions
from setlab.solitaire import Shuffle, exact_values, play, strategy
from setlab.solitaire.game import State, count_partitions
from setlab.solitaire.strategies import core_games, core_moves
from setlab.solitaire.values import search_deals

PLAIN_GAMES = 3
GAMES = {"random": 4000, "basic": 4000, "thrifty": 2000, "S0": 2000, "S9": 2000, "S12": 2000, "fast": 200, "expert": 50}


def play_in_python(name: str) -> None:
    for number in range(PLAIN_GAMES):
        play(strategy(name), Shuffle.of(1, number))


def left_after(turns: int) -> list[int]:
    gone = {card for line in core_moves("thrifty", 1, 0, 1)[0][:turns] for card in line}
    return [card for card in range(81) if card not in gone]


def with_undealt(undealt: int, least: int) -> State:
    """The first state of a game with `undealt` undealt cards and at least `least` partitions."""
    for game in range(1000):
        shuffle, moves = Shuffle.of(1, game), core_moves("fast", 1, game, 1)[0]
        state = shuffle.start()
        while state.due or state.table.undealt > undealt:
            state = state.deal(shuffle.next_cards(state)) if state.due else state.take(moves[len(state.taken)])
        if count_partitions(state.remaining) >= least:
            return state
    raise AssertionError("no such state in 1000 games")


def groups() -> list[Group]:
    whole = [Row(f"basic, {REFERENCE}", partial(play_in_python, "basic"), PLAIN_GAMES)]
    whole += [Row(f"{name}, core", partial(core_games, name, 1, 0, n, threads=1), n) for name, n in GAMES.items()]
    whole += [Row("clairvoyant, core", partial(search_deals, 200, 1, threads=1), 200)]
    few, many = left_after(20), left_after(16)
    covers = [
        Row(f"21 cards, {REFERENCE}", lambda: list(partitions_of(few)), 1),
        Row("21 cards, core", partial(count_partitions, few), 1),
        Row("33 cards, core", partial(count_partitions, many), 1),
    ]
    state = with_undealt(12, least=8)
    values = [
        Row(f"12 undealt, {REFERENCE}", partial(value_by_partitions, *cards_of(state)), 1),
        Row("12 undealt, core", partial(exact_values, state), 1),
    ]
    return [
        Group(f"Games of solitaire, 1 thread, {_core.isa()}", "games", tuple(whole)),
        Group("Partitions into SETs", "collections", tuple(covers)),
        Group("Exact values", "positions", tuple(values)),
    ]
