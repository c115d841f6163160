"""`setlab play`: the ordinary game against the clock."""

from __future__ import annotations

import json as format_json
import secrets
import sys
from pathlib import Path
from typing import Annotated

from setlab.cli.options import Dimension, Json, NotationName, flag, option, whole_number
from setlab.cli.prompting import Conversation
from setlab.cli.screen import print_json
from setlab.cli.verbs.play.game import TerminalGame
from setlab.cli.verbs.play.options import read_options
from setlab.cli.verbs.play.report import summary
from setlab.files import whole_file
from setlab.notation import DEFAULT


def verb(
    junior: Annotated[bool, flag("--junior", "27 cards, all solid, and 9 on the table: for younger players.")] = False,
    dimension: Dimension = 4,
    table: Annotated[int | None, option("--table", "N", "Cards on the table (9 up to 3 properties, else 12).")] = None,
    sets: Annotated[int | None, option("--sets", "N", "A short game: stop after N SETs.")] = None,
    penalty: Annotated[float, option("--penalty", "SECONDS", "The price of a wrong claim.")] = 10,
    seed: Annotated[str | None, option("-s", "--seed", "S", "0 to 2^64 − 1; without it, a new game.")] = None,
    opponent: Annotated[
        str | None, option("--opponent", "SPEED", "Play against Ada, who finds SETs too: calm, steady or quick.")
    ] = None,
    record: Annotated[Path | None, option("--record", "FILE", "Write the game here, for `setlab replay FILE`.")] = None,
    moves: Annotated[str, option("--moves", "MOVES", "Resume after these moves, as `quit` prints them.")] = "",
    clock: Annotated[float, option("--clock", "SECONDS", "The clock's time when you resume.")] = 0,
    notation: NotationName = DEFAULT,
    json: Json = False,
) -> None:
    """Play against the clock: find SETs until the deck is used up.

    Type the numbers of three cards, or the cards in words; `none` if there is no SET, and three more cards are dealt.
    A wrong claim costs 10 seconds. Ctrl-C stops the clock and prints the command that resumes the game. With
    `--json` the conversation goes to stderr, and the result is printed at the end.

        setlab play

        setlab play --junior --sets 5

    Ada searches the same table and takes the SETs that she finds first:

        setlab play --opponent steady

        setlab play --seed 1 --record game.json
    """
    chosen = secrets.randbelow(2**32) if seed is None else whole_number(seed, "seed")
    options = read_options(chosen, notation, junior, dimension, table, sets, penalty, record, opponent)
    options.check_record(resumed=bool(moves))
    game = TerminalGame(options)
    game.restore(moves, clock)
    try:
        Conversation(game, sys.stderr if json else sys.stdout).run()
    finally:
        if record is not None:
            with whole_file(record) as file:
                file.write((format_json.dumps(game.as_record()) + "\n").encode())
    if json:
        print_json(summary(game))
