"""`setlab solitaire bound`: how much better than a player can anybody be?"""

from __future__ import annotations

import time
from typing import Annotated

from setlab.cli.options import Json, option
from setlab.cli.screen import print_json
from setlab.cli.solitaire.options import Games, Seed, Threads, check_threads, read_games, read_seed
from setlab.cli.solitaire.report import shown_progress
from setlab.solitaire.bound import MOST_CARDS
from setlab.solitaire.bound import bound as bounded


def bound(
    games: Games = "50",
    undealt: Annotated[int, option("--undealt", "U", "From how many undealt cards on: 18, 21, 24 or 27.")] = 18,
    deals: Annotated[int, option("--deals", "N", "Deals known at every stage; more come nearer.")] = 4,
    exact: Annotated[int, option("--exact", "U", "Exact values with so many undealt cards or fewer: 12, 15, 18.")] = 12,
    strategy: Annotated[str, option("--strategy", "NAME", "The player: fast, expert or master.")] = "expert",
    seed: Seed = "1",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Bound how much better than a player any strategy can be from a stage of the game on.

    Somebody who is told what may come, and pays for what it tells him, is at least as good as everybody else.

        setlab solitaire bound --undealt 18 --games 20
    """
    number, which = read_games(games, least=2), read_seed(seed)
    check_threads(threads)
    started = time.perf_counter()
    with shown_progress("games", number) as report:
        found = bounded(
            number,
            undealt,
            which,
            strategy=strategy,
            deals=deals,
            exact_to=exact,
            threads=threads,
            progress=lambda done: report(done, ""),
        )
    seconds = round(time.perf_counter() - started, 6)
    if json:
        print_json(
            {
                "undealt": found.undealt,
                "games": found.games,
                "left_out": found.left_out,
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
    print(f"{strategy:6}  {100 * found.player:.2f} %")
    print(f"bound   {100 * found.bound:.2f} %")
    if found.left_out:
        print(f"{found.left_out:,} positions with more than {MOST_CARDS} cards are left out")
    print(f"nobody who comes to these positions is better by more than {gap}")
