"""`setlab solitaire bound`: an upper bound on how much better than a player any strategy can be."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

from setlab.cli.options import Json, option
from setlab.cli.screen import print_json
from setlab.cli.solitaire.options import Games, Seed, Threads, check_threads, read_games, read_seed
from setlab.cli.solitaire.report import shown_progress
from setlab.errors import plural
from setlab.solitaire.bounds.relaxation import MOST_CARDS, Bound, gap_range
from setlab.solitaire.bounds.relaxation import bound as bounded


def bound(
    games: Games = "50",
    undealt: Annotated[int, option("--undealt", "U", "From how many undealt cards on: 18, 21, 24 or 27.")] = 18,
    deals: Annotated[int, option("--deals", "N", "Deals revealed at every stage; more come nearer.")] = 4,
    exact: Annotated[int, option("--exact", "U", "Exact values with so many undealt cards or fewer: 12, 15, 18.")] = 12,
    strategy: Annotated[str, option("--strategy", "NAME", "The player: fast, expert or master.")] = "expert",
    seed: Seed = "1",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Bound how much better than a player any strategy can be from a stage of the game on.

    Positions are those that the player reaches. Before each deal an informed player knows a few deals, one of which
    will come, and pays what they are worth: on average no strategy does better. The limit is one-sided, at 95 %.

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
        given = {"strategy": strategy, "seed": which, "deals": deals, "exact": exact}
        print_json(given | asdict(found) | {"range": gap_range(undealt, exact), "seconds": seconds})
        return
    print(f"from {undealt} undealt cards on, in {found.games:,} games of {strategy}, seed {which}:")
    for line in _lines(found, strategy, gap_range(undealt, exact)):
        print(line)


def _lines(found: Bound, strategy: str, ends: tuple[int, int]) -> Iterator[str]:
    """What was found, and what it says about other strategies."""
    level = f"{100 * found.level:.0f} %"
    yield f"{strategy:10}  {_percent(found.player)}"
    yield f"bound       {_percent(found.bound)}"
    yield f"difference  {_percent(found.gap)}, standard error {_percent(found.standard_error)}"
    yield (
        f"With confidence {level}: from the positions that {strategy} reaches, no strategy clears the table more often "
        f"than {strategy} by more than {100 * found.upper:.2f} percentage points on average."
    )
    yield (
        f"This limit holds for all differences from {ends[0]} to {ends[1]}, however they are distributed; "
        f"the normal approximation gives {_percent(found.upper_normal)}."
    )
    if found.left_out:
        number = plural(found.left_out, "position")
        yield f"Left out: {number} of more than {MOST_CARDS} cards; the limit counts each as a difference of 1."


def _percent(number: float) -> str:
    return f"{100 * number:.2f} %"
