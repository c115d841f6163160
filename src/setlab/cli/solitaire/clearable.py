"""`setlab solitaire clearable`: how many deals can be cleared, the order of the deck being known."""

from __future__ import annotations

import time
from typing import Any

from setlab.cli.backends import CPU, BackendName, SchedulerAddress, Workers
from setlab.cli.formats import TableFormat, about, chosen_format, print_answer
from setlab.cli.options import Json, NoStore, NotationName, StorePlace, read_notation
from setlab.cli.running import run_stored
from setlab.cli.screen import say, width
from setlab.cli.solitaire.options import Games, Seed, Threads, check_threads, read_games, read_seed
from setlab.cli.solitaire.report import digits_of, interval_text, proportion_text
from setlab.experiment.backends import opened_backend
from setlab.experiment.run import Result
from setlab.experiment.solitaire import searched
from setlab.experiment.spec import make_spec
from setlab.notation import DEFAULT, Notation
from setlab.solitaire import Searched, Shuffle
from setlab.stats import proportion_interval
from setlab.tabular import Column, DataTable, Shown, data_table


def verb(
    games: Games = "1000",
    seed: Seed = "1",
    threads: Threads = None,
    backend: BackendName = CPU,
    scheduler: SchedulerAddress = None,
    workers: Workers = None,
    notation: NotationName = DEFAULT,
    store: StorePlace = None,
    no_store: NoStore = False,
    format: TableFormat = "table",
    json: Json = False,
) -> int:
    """Search which deals can be cleared at all, the order of the deck being known. Deals that cannot are printed.

    Deals that were searched before are in the store.

        setlab solitaire clearable --games 1e4
    """
    number, which, here = read_games(games), read_seed(seed), read_notation(notation, 4)
    check_threads(threads)
    form = chosen_format(format, json)
    began = time.perf_counter()

    def show(result: Result) -> None:
        found = searched(result.tally)
        print_answer(
            form,
            record=lambda: _record(found, which, here) | {"seconds": round(time.perf_counter() - began, 6)},
            tables=lambda: _table(found, which),
            text=lambda: _print(found, which, here),
        )

    spec = make_spec("solitaire-clearable", seed=which)
    with opened_backend(backend, threads=threads, scheduler=scheduler, workers=workers) as engine:
        return run_stored(spec, number, show, store=store, no_store=no_store, backend=engine)


def _record(found: Searched, seed: int, here: Notation) -> dict[str, Any]:
    interval = proportion_interval(found.clear, found.games)
    return {
        "games": found.games,
        "clear": found.clear,
        "share": found.clear / found.games,
        "interval": [interval.low, interval.high],
        "unclearable": [_deal(seed, game, here) for game in found.unclearable],
        "open": [_deal(seed, game, here) for game in found.open],
    }


def _table(found: Searched, seed: int) -> DataTable:
    interval = proportion_interval(found.clear, found.games)
    columns = [
        Column("deals"),
        Column("clear", "can be cleared"),
        Column("share", "proportion"),
        Column("interval", "95 % interval", only="people"),
        Column("low", only="programs"),
        Column("high", only="programs"),
        Column("unclearable", "cannot"),
        Column("open", "not decided"),
    ]
    share = found.clear / found.games
    ends = (interval_text(interval), interval.low, interval.high)
    row = (found.games, found.clear, Shown(share, proportion_text(share)), *ends)
    caption = f"Deals of Solitaire SET that can be cleared; deals from 0 on, seed {seed}"
    metadata = about("solitaire clearable", seed=seed, first=0, games=found.games, level=0.95)
    rows = [(*row, len(found.unclearable), len(found.open))]
    return data_table(columns, rows, caption, "clearable", metadata=metadata)


def _deal(seed: int, game: int, here: Notation) -> dict[str, Any]:
    return {"game": game, "deck": digits_of(Shuffle.of(seed, game).order, here)}


def _print(found: Searched, seed: int, here: Notation) -> None:
    interval = proportion_interval(found.clear, found.games)
    share = f"{proportion_text(found.clear / found.games)}, 95 % interval {interval_text(interval)}"
    say(f"{found.clear:,} of {found.games:,} deals of seed {seed} can be cleared: {share}")
    for what, numbers in (("cannot be cleared", found.unclearable), ("was not decided", found.open)):
        for game in numbers:
            deck = deck_text(Shuffle.of(seed, game), here)
            print(f"\ngame {game} {what}; its deck, in the order of the deal:\n{deck}")


def deck_text(shuffle: Shuffle, here: Notation) -> str:
    """The deck in the order of the deal, twelve cards to a line, fewer on a narrow terminal."""
    digits = digits_of(shuffle.order, here)
    across = max(1, min(12, (width() - 1) // (len(digits[0]) + 1)))
    return "\n".join("  " + " ".join(digits[i : i + across]) for i in range(0, len(digits), across))
