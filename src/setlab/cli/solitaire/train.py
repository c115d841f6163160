"""`setlab solitaire train`: fit the weights of the players that value positions."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

from setlab.cli.options import Json, option, whole_number
from setlab.cli.screen import print_json
from setlab.cli.solitaire.options import Seed, Threads, check_threads, read_games, read_seed
from setlab.errors import SpecError
from setlab.files import whole_file

LEAST = 100
"""The fewest games to which weights can be fitted."""


def verb(
    output: Annotated[Path, option("--output", "-o", "FILE", "Where the weights are written, as JSON.")],
    seed: Seed = "1",
    games: Annotated[str, option("--games", "N", "Positions for each number of undealt cards.")] = "40000",
    curve_games: Annotated[str, option("--curve-games", "N", "Games for the curves.")] = "60000",
    rounds: Annotated[str, option("--rounds", "N", "Each plays with the weights of the last.")] = "2",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Fit the weights of `fast`, `expert` and `master` to games of a seed, and write them to a file.

    setlab solitaire train --output weights.json --seed 5 --games 2000 --curve-games 2000
    """
    from setlab.solitaire.training import train as trained

    number, curves = read_games(games, LEAST), read_games(curve_games, LEAST)
    times, which = whole_number(rounds, "number of rounds"), read_seed(seed)
    if not 1 <= times <= 100:
        raise SpecError(f"{times} rounds are out of range: choose 1 to 100")
    check_threads(threads)
    if not output.absolute().parent.is_dir() or output.is_dir():
        raise SpecError(f"{output} cannot be written: choose a file in a folder that is there")
    started = time.perf_counter()
    weights = trained(
        which, curves, number, times, threads=threads, report=(lambda line: None) if json else _print_line
    )
    with whole_file(output) as file:
        file.write(weights.to_json().encode())
    if json:
        print_json(
            {
                "path": str(output),
                "seed": which,
                "games": number,
                "curve_games": curves,
                "rounds": times,
                "checksum": weights.checksum,
                "seconds": round(time.perf_counter() - started, 6),
            }
        )
    else:
        print(f"{output}: weights {weights.checksum}")


def _print_line(line: str) -> None:
    print(line, flush=True)
