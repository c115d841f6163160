"""`setlab solitaire play`: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from typing import Annotated

from setlab.cli.options import Json, NotationName, option, read_notation
from setlab.cli.prompting import Conversation
from setlab.cli.screen import print_json
from setlab.cli.solitaire.advise import ADVISER
from setlab.cli.solitaire.options import Game, WeightsFile, read_game, read_seed, read_weights_for
from setlab.cli.solitaire.report import digits_of
from setlab.cli.solitaire.sitting import Sitting
from setlab.notation import DEFAULT
from setlab.solitaire import Shuffle


def verb(
    seed: Annotated[str | None, option("-s", "--seed", "S", "0 to 2^64 − 1; without it, a new game.")] = None,
    game: Game = "0",
    moves: Annotated[str, option("--moves", "MOVES", "Go on after these moves, as `quit` prints them.")] = "",
    weights: WeightsFile = None,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Play: find the SETs and take them one by one until the table is clear.

    Type the numbers of three cards, or the cards in words, or `help`. `hint` says a little more each time, `advice`
    compares the SETs, `undo` takes back. Whoever leaves is told the command that goes on with the same game. With
    `--json` the conversation goes to stderr, and the game is printed at its end.

        setlab solitaire play --seed 1 --game 7
    """
    here = read_notation(notation, 4)
    chosen = secrets.randbelow(2**32) if seed is None else read_seed(seed)
    shuffle = Shuffle.of(chosen, read_game(game))
    command = ["setlab", "solitaire", "play", "--seed", str(chosen)]
    command += ["--game", str(shuffle.game)] * bool(shuffle.game)
    command += ["--weights", str(weights)] * (weights is not None)
    command += ["--notation", notation] * (notation != DEFAULT)
    sitting = Sitting(shuffle, here, read_weights_for(ADVISER, weights), command)
    sitting.repeat(moves)
    Conversation(sitting, sys.stderr if json else sys.stdout).run()
    state = sitting.state
    if json:
        print_json(
            {
                "seed": shuffle.seed,
                "game": shuffle.game,
                "moves": [digits_of(line, here) for line in state.taken],
                "left": digits_of(state.cards, here),
                "undealt": state.table.undealt,
                "over": state.over,
                "clear": state.clear,
                "go_on": None if state.over else sitting.resume(),
            }
        )
