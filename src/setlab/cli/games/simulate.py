"""`setlab games simulate`: games of players whose rates are known, to see what an analysis would find."""

from __future__ import annotations

import json as format_json
from math import log
from pathlib import Path
from typing import Annotated

from setlab.cli.options import Json, option, whole_number
from setlab.cli.screen import print_json
from setlab.errors import SpecError, plural, quoted
from setlab.files import whole_file


def verb(
    players: Annotated[int, option("--players", "N", "Number of players.")] = 3,
    rounds: Annotated[int, option("--rounds", "N", "Number of rounds, to the end of the deck.")] = 1,
    pace: Annotated[float, option("--pace", "R", "SETs per minute that a player finds, for each SET there.")] = 1.0,
    effects: Annotated[
        str, option("--effects", "NAME=R,…", "Ratios of rates, such as differ=0.7,same-colour=1.5.")
    ] = "",
    wrong: Annotated[float, option("--wrong", "R", "Wrong claims of a player per minute.")] = 0.0,
    game: Annotated[str, option("--game", "NAME", "standard, junior or five.")] = "standard",
    seed: Annotated[str, option("--seed", "S", "0 to 2^64 − 1.")] = "0",
    output: Annotated[Path | None, option("--output", "-o", "FILE", "Write the games here.")] = None,
    json: Json = False,
) -> None:
    """Simulate a room of players whose rates are known: how many games would show an effect?

    setlab games simulate --players 5 --rounds 4 --effects differ=0.7 -o games.json
    """
    from setlab.seeing import Viewer, simulate_room

    viewer = Viewer(pace, _effects(effects), wrong)
    if not 1 <= players <= MOST_PLAYERS:
        raise SpecError(f"{players} players cannot be simulated: choose 1 to {MOST_PLAYERS}")
    room = simulate_room([viewer] * players, whole_number(seed, "seed"), game=game, rounds=rounds)
    if output is not None:
        with whole_file(output) as file:
            file.write((format_json.dumps(room) + "\n").encode())
    if output is None or json:
        print_json(room)
    else:
        claims = sum(timed["event"]["event"] == "claim" for timed in room["events"])
        print(f"{output}: {plural(claims, 'claim')} of {plural(players, 'player')} in {plural(rounds, 'round')}")


MOST_PLAYERS = 60


def _effects(text: str) -> dict[str, float]:
    """The logarithms of the ratios that were typed."""
    from setlab.seeing.features import columns_of

    found = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, _, ratio = part.partition("=")
        if name in ("same", "differ-each"):
            raise SpecError(f"{name} has several ratios: name one of its parts, such as same-colour or differ-1")
        columns_of([name])
        try:
            found[name] = log(float(ratio))
        except ValueError:
            raise SpecError(f"{quoted(part)} is not an effect: write a ratio above 0, as in differ=0.7") from None
    return found
