"""`setlab solitaire compare`: two strategies on the same games, with an interval of the difference."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from setlab.cli.formats import TableFormat, chosen_format, print_answer, print_data
from setlab.cli.options import Json, option
from setlab.cli.progress import shown_bar
from setlab.cli.running import check_run
from setlab.cli.screen import say
from setlab.cli.solitaire.options import Seed, Threads, check_strategy, read_game, read_games, read_seed
from setlab.cli.stopping import NOTHING, StoppedEarly, say_stopped
from setlab.errors import SpecError
from setlab.experiment.compared import Compared
from setlab.experiment.comparing import compare
from setlab.experiment.estimate import Estimate
from setlab.experiment.interrupts import interrupts
from setlab.solitaire import NAMES, Weights, read_weights
from setlab.solitaire.strategies.registry import check_weights

FIRST_BLOCK, LONGEST_BLOCK = 16, 0.5
"""The games between two looks at Ctrl-C: 16 at first, doubled while they take less than half a second."""

MOST_NAMED = 5
"""The largest number of differing games that are named on the screen; JSON has all."""

Name = Annotated[str, typer.Argument(metavar="STRATEGY", help=f"Two of {', '.join(NAMES)}.", show_default=False)]


def verb(
    one: Name,
    other: Name,
    games: Annotated[str, option("--games", "N", "How many, such as 1000 or 1e6.")] = "1000",
    seed: Seed = "1",
    first: Annotated[str, option("--first", "I", "The number of the first game.")] = "0",
    weights: Annotated[
        list[Path] | None,
        option("--weights", "FILE", "Weights that `train` wrote, for the first strategy; a second time for the other."),
    ] = None,
    confidence: Annotated[float, option("--confidence", "C", "Of the intervals.")] = 0.95,
    threads: Threads = None,
    format: TableFormat = "table",
    json: Json = False,
) -> int:
    """Compare two strategies on the same games: how often each clears the table, and an interval of the difference.

    Both play every deal, so that good and bad cards count for both, and the difference is known more precisely than
    from two measurements.

        setlab solitaire compare thrifty basic --games 1000

        setlab solitaire compare S9 S6 --games 1e5 --seed 2 --format latex
    """
    for name in (one, other):
        check_strategy(name)
    number, which, start = read_games(games), read_seed(seed), read_game(first)
    check_run(threads, confidence)
    given, form = _read_weights((one, other), weights or ()), chosen_format(format, json)

    def block(at: int, size: int) -> Compared:
        return compare(one, other, size, seed=which, first=at, weights=given, confidence=confidence, threads=threads)

    found = _played(block, start, number)
    print_answer(form, record=lambda: _record(found), tables=lambda: found.table(), text=lambda: _print(found))
    if found.games == number:
        return 0
    return say_stopped("the result is that of these games", f"{found.games:,} of {number:,} games")


def _played(block: Callable[[int, int], Compared], first: int, games: int) -> Compared:
    """The comparison on all games, or on those that were finished before Ctrl-C."""
    found: Compared | None = None
    size = FIRST_BLOCK
    with shown_bar("{task.completed:,.0f} games", "left", total=games, what="compare") as update, interrupts():
        try:
            while (done := found.games if found else 0) < games:
                began = time.perf_counter()
                more = block(first + done, min(size, games - done))
                found = more if found is None else found.followed_by(more)
                size *= 2 if time.perf_counter() - began < LONGEST_BLOCK else 1
                if update is not None:
                    update(completed=found.games)
        except KeyboardInterrupt:
            if found is None:
                raise StoppedEarly(NOTHING) from None
    assert found is not None
    return found


def _read_weights(names: Sequence[str], paths: Sequence[Path]) -> tuple[Weights | None, Weights | None]:
    """The weights of both strategies, None for those that ship."""
    if len(paths) > 2:
        raise SpecError(f"{len(paths)} files of weights are too many: give --weights once for each strategy")
    one, other = (*paths, None, None)[:2]
    for name, path in zip(names, (one, other), strict=True):
        check_weights(name, path)
    return None if one is None else read_weights(one), None if other is None else read_weights(other)


def _record(found: Compared) -> dict[str, Any]:
    described = found.described()
    kept = ("strategies", "weights", "seed", "first", "games", "level", "method", "differ", "more", "less", "p")
    return {name: described[name] for name in kept} | {
        "clear": [mean.count for mean in found.means],
        "share": [mean.value for mean in found.means],
        "intervals": [_ends(mean) for mean in found.means],
        "difference": found.difference.value,
        "interval": _ends(found.difference),
        "differing": found.differing,
    }


def _ends(estimate: Estimate) -> list[float | None]:
    return [estimate.low, estimate.high]


def _print(found: Compared) -> None:
    table = found.table()
    say(table.caption)
    print()
    print_data(table)
    print()
    for note in table.notes:
        say(f"{note}.")
    if found.differing:
        shown = ", ".join(map(str, found.differing[:MOST_NAMED]))
        name = found.strategies[0].partition(" ")[0]
        watch = f"setlab solitaire watch --strategy {name} --seed {found.seed} --game {found.differing[0]}"
        say(f"The first games that differ: {shown}. `{watch}` shows one.")
