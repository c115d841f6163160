"""`setlab solitaire bound`: how much better than a player can anybody be?"""

from __future__ import annotations

import time
from typing import Annotated

from setlab.cli.options import Json, option
from setlab.cli.screen import print_json
from setlab.cli.solitaire.options import Games, Seed, read_games, read_seed
from setlab.cli.solitaire.report import shown_progress
from setlab.solitaire.bound import bound as bounded


def bound(
    games: Games = "50",
    undealt: Annotated[int, option("--undealt", "U", "From how many undealt cards on: 18, 21 or 24.")] = 18,
    deals: Annotated[int, option("--deals", "N", "Deals looked at for every mean; more come nearer.")] = 200,
    seed: Seed = "1",
    json: Json = False,
) -> None:
    """Bound how much better than `expert` any strategy can be from a stage of the game on.

    Somebody who sees the order of the cards, and pays for what it tells him, is at least as good as everybody else.

        setlab solitaire bound --undealt 18 --games 20
    """
    number, which = read_games(games, least=2), read_seed(seed)
    started = time.perf_counter()
    with shown_progress("games", number) as report:
        found = bounded(number, undealt, which, deals=deals, progress=lambda done: report(done, ""))
    seconds = round(time.perf_counter() - started, 6)
    if json:
        print_json(
            {
                "undealt": found.undealt,
                "games": found.games,
                "player": found.player,
                "bound": found.bound,
                "gap": found.gap,
                "error": found.error,
                "seconds": seconds,
            }
        )
        return
    gap = f"{100 * found.gap:.2f} % ± {100 * found.error:.2f}"
    print(f"from {found.undealt} undealt cards on, {found.games:,} games of seed {which}:")
    print(f"expert  {100 * found.player:.2f} %")
    print(f"bound   {100 * found.bound:.2f} %")
    print(f"nobody who comes to these positions is better by more than {gap}")
