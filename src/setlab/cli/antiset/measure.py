"""`setlab antiset measure`: strategies against each other, through the store."""

from __future__ import annotations

from typing import Annotated

import typer

from setlab.cli.antiset.solve import DesignName
from setlab.cli.noticed import name_spoilt
from setlab.cli.options import Json, StorePlace, option, whole_number
from setlab.cli.report import print_report
from setlab.cli.running import interrupts, opened, run_shown, say_ended_early
from setlab.cli.screen import print_json
from setlab.experiment.run import Result, make_spec
from setlab.experiment.store import default_place


def verb(
    design: DesignName = "AG(3,3)",
    xavier: Annotated[str, option("--xavier", "NAME", "The strategy of the first player.")] = "theorem7",
    olivia: Annotated[str, option("--olivia", "NAME", "The strategy of the second player.")] = "max-cap",
    games: Annotated[str, option("--games", "N", "How many games.")] = "100",
    seed: Annotated[str, option("--seed", "S", "0 to 2^64 − 1.")] = "0",
    store: StorePlace = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Keep nothing.")] = False,
    json: Json = False,
) -> int:
    """Let two strategies play: who wins, and in which round (D3, D5).

    Strategies are theorem7, theorem17, mirror, max-cap, random, safe and perfect.

        setlab antiset measure "AG(4,3)" --xavier theorem7 --olivia max-cap --games 20
    """
    spec = make_spec("antiset", {"design": design, "xavier": xavier, "olivia": olivia}, whole_number(seed, "seed"))
    number = whole_number(games, "number of games")
    place = None if no_store else store or default_place()
    with opened(place) as kept, interrupts() as stopped:
        result = run_shown(spec, number, 0, threads=None, store=kept, stopped=stopped)
        ended_early = stopped() and not result.complete
        if json:
            print_json(_record(result))
        else:
            print_report(result, 0.95)
        name_spoilt(kept)
        return say_ended_early(result, number, kept) if ended_early else 0


def _record(result: Result) -> dict[str, object]:
    lengths = result.tally["length"]
    return {
        **result.spec.parameters,
        "games": result.tally.trials,
        "winner": dict(result.tally["winner"]),
        "length": dict(lengths),
        "positions": sum(2 * int(rounds) * count for rounds, count in lengths.items()),
        "id": result.spec.id,
        "seconds": round(result.seconds, 6),
    }
