"""`setlab solitaire compare`: strategies on the same games, with intervals of their differences."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from setlab.cli.formats import TableFormat, chosen_format, print_answer, print_data
from setlab.cli.options import Json, option
from setlab.cli.progress import shown_bar
from setlab.cli.running import check_run
from setlab.cli.screen import say
from setlab.cli.solitaire.options import Seed, Threads, check_strategy, read_game, read_games, read_seed
from setlab.cli.stopping import NOTHING, StoppedEarly, say_stopped
from setlab.errors import SpecError, plural
from setlab.experiment.compared import Compared
from setlab.experiment.comparing import compare, compare_many
from setlab.experiment.estimate import Estimate
from setlab.experiment.interrupts import interrupts
from setlab.experiment.ranking import Ranking
from setlab.solitaire import NAMES, Weights, read_weights
from setlab.solitaire.strategies.registry import check_weights

FIRST_BLOCK, LONGEST_BLOCK = 16, 0.5
"""The games between two looks at Ctrl-C: 16 at first, doubled while they take less than half a second."""

MOST_NAMED = 5
"""The largest number of differing games that are named on the screen; JSON has all."""

MOST = 8
"""The largest number of strategies: 28 differences."""

Names = Annotated[
    list[str],
    typer.Argument(
        metavar="STRATEGY STRATEGY…",
        help=f"Two or more of {', '.join(NAMES)}.",
        show_default=False,
        autocompletion=lambda: list(NAMES),
    ),
]


Found = TypeVar("Found", Compared, Ranking)


def verb(
    names: Names,
    games: Annotated[str, option("--games", "N", "How many, such as 1000 or 1e6.")] = "1000",
    seed: Seed = "1",
    first: Annotated[str, option("--first", "I", "The number of the first game.")] = "0",
    weights: Annotated[
        list[Path] | None,
        option("--weights", "FILE", "Weights that `train` wrote, for the first strategy; again for each further one."),
    ] = None,
    confidence: Annotated[float, option("--confidence", "C", "Of the intervals.")] = 0.95,
    threads: Threads = None,
    format: TableFormat = "table",
    json: Json = False,
) -> int:
    """Compare strategies on the same games: how often each clears the table, and an interval of every difference.

    All play every deal, so that good and bad cards count for all, and a difference is known more precisely than
    from two measurements. The intervals of three and more strategies are simultaneous: all hold together with the
    stated confidence.

        setlab solitaire compare thrifty basic --games 1000

        setlab solitaire compare thrifty S9 S6 basic --games 1e5 --seed 2 --format latex
    """
    for name in names:
        check_strategy(name)
    if not 2 <= len(names) <= MOST:
        many = plural(len(names), "strategy")
        raise SpecError(f"{many} cannot be compared: name 2 to {MOST}, see `setlab solitaire compare --help`")
    number, which, start = read_games(games), read_seed(seed), read_game(first)
    check_run(threads, confidence)
    given, form = _read_weights(names, weights or ()), chosen_format(format, json)
    options: dict[str, Any] = {"seed": which, "weights": given, "confidence": confidence, "threads": threads}

    found: Compared | Ranking
    if len(names) == 2:
        one, other = names
        found = pair = _played(lambda at, size: compare(one, other, size, first=at, **options), start, number)
        print_answer(form, record=lambda: _record(pair), tables=lambda: pair.table(), text=lambda: _print(pair))
    else:
        _check_distinct(names, given)
        found = several = _played(lambda at, size: compare_many(names, size, first=at, **options), start, number)
        print_answer(
            form,
            record=lambda: _ranking_record(several),
            tables=lambda: several.tables(),
            text=lambda: _print_ranking(several),
        )
    if found.games == number:
        return 0
    return say_stopped("the result is that of these games", f"{found.games:,} of {number:,} games")


def _played(block: Callable[[int, int], Found], first: int, games: int) -> Found:
    """The comparison on all games, or on those that were finished before Ctrl-C."""
    found: Found | None = None
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


def _read_weights(names: Sequence[str], paths: Sequence[Path]) -> tuple[Weights | None, ...]:
    """The weights of each strategy, None for those that ship."""
    if len(paths) > len(names):
        raise SpecError(f"{len(paths)} files of weights are too many: give --weights once for each strategy")
    given = (*paths, *[None] * (len(names) - len(paths)))
    for name, path in zip(names, given, strict=True):
        check_weights(name, path)
    return tuple(None if path is None else read_weights(path) for path in given)


def _check_distinct(names: Sequence[str], weights: Sequence[Weights | None]) -> None:
    """Raise `SpecError` if a strategy is there twice with the same weights."""
    players = [(name, None if w is None else w.checksum) for name, w in zip(names, weights, strict=True)]
    if twice := next((name for name, w in players if players.count((name, w)) > 1), None):
        raise SpecError(f"{twice} is named twice: name each strategy once")


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


def _ranking_record(found: Ranking) -> dict[str, Any]:
    described = found.described()
    kept = ("strategies", "weights", "seed", "first", "games", "level", "method", "simultaneous", "level_of_each")
    return {name: described[name] for name in kept} | {
        "clear": [mean.count for mean in found.means],
        "share": [mean.value for mean in found.means],
        "intervals": [_ends(mean) for mean in found.means],
        "differences": [
            {
                "strategies": pair.strategies,
                "difference": pair.difference.value,
                "interval": _ends(pair.difference),
                "differ": pair.differ,
                "more": pair.more[0],
                "less": pair.more[1],
                "p": found.p(pair),
            }
            for pair in found.pairs
        ],
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
    _print_differing(found.differing, found.strategies[0], found.seed)


def _print_ranking(found: Ranking) -> None:
    strategies, differences = found.tables()
    say(strategies.caption)
    print()
    print_data(strategies)
    print()
    print_data(differences)
    print()
    for note in differences.notes:
        say(f"{note}.")
    _print_differing(found.differing, found.strategies[0], found.pairs[0].seed)


def _print_differing(differing: Sequence[int], strategy: str, seed: int) -> None:
    """Name the first games that differ, and the command that shows one."""
    if differing:
        shown = ", ".join(map(str, differing[:MOST_NAMED]))
        name = strategy.partition(" ")[0]
        watch = f"setlab solitaire watch --strategy {name} --seed {seed} --game {differing[0]}"
        say(f"The first games that differ: {shown}. `{watch}` shows one.")
