"""`setlab antiset play`: a game in the terminal."""

from __future__ import annotations

import sys
from typing import Annotated

from setlab.antiset.game import NAMES
from setlab.antiset.strategies import find_strategy
from setlab.cli.antiset.board import Board
from setlab.cli.antiset.sitting import SOLVED, Sitting
from setlab.cli.options import Json, NotationName, option, whole_number
from setlab.cli.prompting import Conversation
from setlab.cli.screen import print_json
from setlab.draws import Draws
from setlab.errors import SpecError
from setlab.geometry.designs import affine
from setlab.limits import ANTISET_GAMES, between
from setlab.notation import DEFAULT


def verb(
    dimension: Annotated[int, option("--dimension", "--properties", "-d", "D", "2 to 5 properties.")] = 2,
    seat: Annotated[str, option("--as", "NAME", "xavier, who begins, or olivia.")] = "olivia",
    against: Annotated[
        str | None, option("--against", "STRATEGY", "The other player's; the best known if none.")
    ] = None,
    seed: Annotated[str, option("--seed", "S", "For strategies that draw.")] = "0",
    moves: Annotated[str, option("--moves", "MOVES", "Go on after these moves, as `quit` prints them.")] = "",
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Play anti-SET: you and a strategy take cards in turn, and the first to hold a SET loses.

    Type cards as digits, letters or words, or `help`; `hint` asks for advice, `undo` takes back. Whoever leaves is told
    the command that goes on with the same game. With `--json` the conversation goes to stderr.

        setlab antiset play --dimension 2 --as olivia

        setlab antiset play --dimension 4 --as olivia --against theorem7
    """
    if dimension not in ANTISET_GAMES:
        raise SpecError(f"{dimension} is not a dimension for play: choose {between(ANTISET_GAMES)}")
    if seat not in NAMES:
        raise SpecError(f"'{seat}' is not a player: choose xavier or olivia")
    me = NAMES.index(seat)
    board = Board(affine(dimension, 3), notation)
    other = find_strategy(against or _best(1 - me, dimension))
    other.check(board.design, 1 - me)
    draws = Draws(whole_number(seed, "seed"))
    command = ["setlab", "antiset", "play", "--dimension", str(dimension), "--as", seat, "--against", other.name]
    command += ["--seed", str(draws.seed)] * bool(draws.seed) + ["--notation", notation] * (notation != DEFAULT)
    sitting = Sitting(board, me, other, draws, command)
    sitting.repeat(moves)
    Conversation(sitting, sys.stderr if json else sys.stdout).run()
    game = sitting.game
    result = game.result()
    if json:
        print_json(
            {
                "design": str(board.design),
                "winner": None if result is None else result.winner,
                "length": game.rounds,
                "moves": board.texts(game.moves),
                "positions": len(game.moves),
                "go_on": sitting.resume() if result is None else None,
            }
        )


def _best(seat: int, dimension: int) -> str:
    """The strongest strategy for a seat."""
    if seat == 0:
        return "theorem7"
    return "perfect" if dimension <= SOLVED else "safe"
