"""`setlab solitaire watch`: a strategy plays, and says why."""

from __future__ import annotations

from dataclasses import dataclass

from setlab.cli.options import Json, NotationName, read_notation
from setlab.cli.screen import in_words, picture, print_json, print_wrapped
from setlab.cli.solitaire.options import (
    Game,
    Seed,
    StrategyName,
    WeightsFile,
    check_strategy,
    checksum_for,
    read_game,
    read_seed,
    read_weights_for,
)
from setlab.cli.solitaire.reasons import Reason, reason_for
from setlab.cli.solitaire.report import digits_of
from setlab.errors import plural
from setlab.notation import DEFAULT, Notation
from setlab.solitaire import Line, Shuffle, State, Weights, strategy


@dataclass(frozen=True)
class Watched:
    """A strategy that plays a game: its moves so far, each with the state before and the reason."""

    shuffle: Shuffle
    moves: list[tuple[State, Line, Reason]]
    state: State
    declared: bool


def verb(
    strategy: StrategyName = "expert",
    seed: Seed = "1",
    game: Game = "0",
    weights: WeightsFile = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Watch a strategy play a game, every move with its reason.

    setlab solitaire watch --strategy expert --seed 1 --game 7
    """
    check_strategy(strategy)
    here = read_notation(notation, 4)
    given = read_weights_for(strategy, weights)
    watched = played(strategy, Shuffle.of(read_seed(seed), read_game(game)), given)
    if json:
        print_json({"strategy": strategy, "weights": checksum_for(strategy, given), **_record(watched, here)})
    else:
        _print_game(strategy, watched, here)


def played(name: str, shuffle: Shuffle, weights: Weights | None = None) -> Watched:
    """The game that a strategy plays, with its reasons."""
    player = strategy(name, weights)
    if begin := getattr(player, "begin", None):
        begin(shuffle)
    moves: list[tuple[State, Line, Reason]] = []
    state = shuffle.dealt(shuffle.start())
    while not state.over:
        line = player.choose(state)
        moves.append((state, line, reason_for(player, state, line)))
        state = shuffle.dealt(state.take(line))
    return Watched(shuffle, moves, state, bool(getattr(player, "declared", False)))


def _record(watched: Watched, here: Notation) -> dict[str, object]:
    return {
        "seed": watched.shuffle.seed,
        "game": watched.shuffle.game,
        "moves": [
            {
                "set": digits_of(line, here),
                "table": digits_of(state.cards, here),
                "undealt": state.table.undealt,
                "reason": reason.words,
                "chance": None if reason.chance is None else float(reason.chance),
            }
            for state, line, reason in watched.moves
        ],
        "left": digits_of(watched.state.cards, here),
        "clear": watched.state.clear,
        "declared": watched.declared,
    }


def _print_game(name: str, watched: Watched, here: Notation) -> None:
    print(f"{name} plays game {watched.shuffle.game} of seed {watched.shuffle.seed}\n")
    print(picture(watched.shuffle.start().cards, here, codes=False))
    print()
    for number, (state, line, reason) in enumerate(watched.moves, 1):
        print_wrapped(in_words(line, here), f"{number:>3}. ")
        seen = f"{len(state.cards)} on the table, {state.table.undealt} undealt, {plural(len(state.sets), 'SET')}"
        print_wrapped(f"{seen}: {reason.words}", " " * 5)
    if watched.state.clear:
        print("\nThe table is clear.")
        return
    print(f"\n{plural(len(watched.state.cards), 'card')} left:\n{picture(watched.state.cards, here, codes=False)}")
    if watched.declared:
        print("\nThe game had been declared won.")
