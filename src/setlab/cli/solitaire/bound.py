"""`setlab solitaire bound`: an upper bound on how much better than a player any strategy can be."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

from setlab.cli.backends import CPU, BackendName, SchedulerAddress, Workers
from setlab.cli.formats import TableFormat, about, chosen_format, print_answer
from setlab.cli.options import Json, NoStore, StorePlace, option
from setlab.cli.running import run_stored
from setlab.cli.screen import say
from setlab.cli.solitaire.options import Games, Seed, Threads, check_threads, read_games, read_seed
from setlab.errors import plural
from setlab.experiment.backends import opened_backend
from setlab.experiment.kernels.solitaire_bound import BoundParameters
from setlab.experiment.run import Result
from setlab.experiment.solitaire import bounded
from setlab.experiment.spec import make_spec
from setlab.solitaire.bounds.relaxation import MOST_CARDS, Bound, gap_range
from setlab.tabular import Column, DataTable, Shown, data_table

HELP = {name: each.help for name, each in BoundParameters.options().items()}


def verb(
    games: Games = "50",
    undealt: Annotated[int, option("--undealt", "U", HELP["undealt"])] = 18,
    deals: Annotated[int, option("--deals", "N", HELP["deals"])] = 4,
    exact: Annotated[int, option("--exact", "U", HELP["exact"])] = 12,
    strategy: Annotated[str, option("--strategy", "NAME", HELP["strategy"])] = "expert",
    seed: Seed = "1",
    threads: Threads = None,
    backend: BackendName = CPU,
    scheduler: SchedulerAddress = None,
    workers: Workers = None,
    store: StorePlace = None,
    no_store: NoStore = False,
    format: TableFormat = "table",
    json: Json = False,
) -> int:
    """Bound how much better than a player any strategy can be from a stage of the game on.

    Positions are those that the player reaches. Before each deal, a few candidate deals are revealed to an informed
    player, one of which will come, and he pays their value: on average no strategy does better. The limit is
    one-sided, at 95 %. Positions that were searched before are in the store.

        setlab solitaire bound --undealt 18 --games 20
    """
    number, which = read_games(games, least=2), read_seed(seed)
    check_threads(threads)
    form = chosen_format(format, json)
    given = {"strategy": strategy, "deals": deals, "exact": exact}
    spec, began = make_spec("solitaire-bound", given | {"undealt": undealt}, which), time.perf_counter()

    def show(result: Result) -> None:
        found, ends = bounded(result), gap_range(undealt, exact)
        seconds = round(time.perf_counter() - began, 6)
        record = {"strategy": strategy, "seed": which, "deals": deals, "exact": exact}

        def text() -> None:
            say(f"from {undealt} undealt cards on, in {found.games:,} games of {strategy}, seed {which}:")
            print(*_figures(found, strategy), sep="\n")
            for sentence in _sentences(found, strategy, ends):
                say(sentence)

        print_answer(
            form,
            record=lambda: record | asdict(found) | {"range": ends, "seconds": seconds},
            tables=lambda: _table(found, record | {"undealt": undealt}),
            text=text,
        )

    with opened_backend(backend, threads=threads, scheduler=scheduler, workers=workers) as engine:
        return run_stored(spec, number, show, store=store, no_store=no_store, backend=engine)


def _table(found: Bound, given: dict[str, Any]) -> DataTable:
    columns = [Column("what", align="left"), Column("share", "%")]
    level = f"{100 * found.level:.0f} %"
    rows = [
        (given["strategy"], found.player),
        ("bound", found.bound),
        ("difference", found.gap),
        ("standard error of the difference", found.standard_error),
        (f"upper limit of the difference, {level}", found.upper),
        (f"the same, normal approximation, {level}", found.upper_normal),
    ]
    cells = [(what, Shown(number, f"{100 * number:.2f}")) for what, number in rows]
    caption = (
        f"Tables cleared from {given['undealt']} undealt cards on: {given['strategy']} and an informed player; "
        f"{found.games:,} games, seed {given['seed']}"
    )
    metadata = about("solitaire bound", games=found.games, level=found.level, **given)
    return data_table(columns, cells, caption, "solitaire-bound", metadata=metadata)


def _figures(found: Bound, strategy: str) -> Iterator[str]:
    """What the player and the informed player reach, and the difference."""
    yield f"{strategy:10}  {_percent(found.player)}"
    yield f"bound       {_percent(found.bound)}"
    yield f"difference  {_percent(found.gap)}, standard error {_percent(found.standard_error)}"


def _sentences(found: Bound, strategy: str, ends: tuple[int, int]) -> Iterator[str]:
    """What the bound says about other strategies."""
    level = f"{100 * found.level:.0f} %"
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
