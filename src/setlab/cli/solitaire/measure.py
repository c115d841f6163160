"""`setlab solitaire measure`: how often a strategy clears the table."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setlab.cli.backends import CPU, BackendName, SchedulerAddress, Workers
from setlab.cli.figures import Font, NoTitle, Panels, Plot, Title, Width, draw, looking, read_look
from setlab.cli.formats import TERMINAL, TableFormat, about, chosen_format, print_answer, print_data
from setlab.cli.options import Json, NoStore, StorePlace, check_picture
from setlab.cli.running import run_each
from setlab.cli.screen import say
from setlab.cli.solitaire.options import (
    Games,
    Seed,
    StrategyName,
    Threads,
    WeightsFile,
    check_strategy,
    check_threads,
    checksum_for,
    read_games,
    read_seed,
    read_weights_for,
)
from setlab.cli.solitaire.report import interval_text, proportion_text, time_text
from setlab.errors import SpecError
from setlab.experiment.backends import opened_backend
from setlab.experiment.run import Result
from setlab.experiment.solitaire import Measured, measured, measured_parameters
from setlab.experiment.spec import make_spec
from setlab.solitaire import NAMES
from setlab.solitaire.strategies.registry import GENERAL
from setlab.tabular import Cell, Column, DataTable, Shown, data_table

ALL = "all"


@dataclass(frozen=True)
class Row:
    """The games of one strategy, those of them played now and the seconds it took, and the checksum of its weights."""

    strategy: str
    found: Measured
    run: int
    seconds: float
    weights: str | None = None

    @property
    def declared(self) -> int | None:
        """The games that were declared won; None for a strategy that does not declare."""
        return self.found.declared if self.strategy in GENERAL else None

    def record(self, seconds: float) -> dict[str, Any]:
        """The row as a JSON object."""
        interval = self.found.interval
        return {
            "strategy": self.strategy,
            "weights": self.weights,
            "games": self.found.games,
            "clear": self.found.clear,
            "declared": self.declared,
            "share": self.found.proportion,
            "interval": [interval.low, interval.high],
            "seconds": round(seconds, 6),
        }


def verb(
    strategy: StrategyName = "thrifty",
    games: Games = "1000",
    seed: Seed = "1",
    weights: WeightsFile = None,
    threads: Threads = None,
    backend: BackendName = CPU,
    scheduler: SchedulerAddress = None,
    workers: Workers = None,
    store: StorePlace = None,
    no_store: NoStore = False,
    plot: Plot = None,
    title: Title = None,
    no_title: NoTitle = False,
    width: Width = None,
    font: Font = "sans",
    panels: Panels = None,
    format: TableFormat = "table",
    json: Json = False,
) -> int:
    """Measure how often a strategy clears the table, with a 95 % interval. `--strategy all` is a table of all.

    Games that were played before are in the store; asking for more games plays only the missing ones.

    setlab solitaire measure --strategy S9 --games 1e5

    setlab solitaire measure --strategy all --games 200 --plot strategies.svg

    With weights of your own, which take a minute to fit:

        setlab solitaire train -o weights.json --games 2000 --curve-games 2000

        setlab solitaire measure --strategy fast --weights weights.json
    """
    check_strategy(strategy, (*NAMES, ALL))
    number, which = read_games(games), read_seed(seed)
    check_threads(threads)
    check_picture(plot)
    if plot is not None and panels is not None and strategy == ALL:
        raise SpecError("--panels is about the figure of one strategy: leave it out, or choose one by --strategy")
    form, look = chosen_format(format, json), read_look(plot, title, no_title, width, font)
    given = read_weights_for(strategy, weights)
    names, began = NAMES if strategy == ALL else (strategy,), time.perf_counter()

    def show(results: list[Result]) -> None:
        seconds = time.perf_counter() - began
        rows = [_row(name, result, checksum_for(name, given)) for name, result in zip(names, results, strict=False)]
        table = measured_table(rows, which)
        if plot is not None:
            _draw(rows, results, plot, look, panels, which)
        print_answer(
            form,
            record=lambda: _record(rows, strategy, seconds) | ({} if plot is None else {"path": str(plot)}),
            tables=lambda: table,
            text=lambda: print_data(table) if strategy == ALL else _print_one(rows[0], which, engine.where, weights),
        )
        if plot is not None and form == TERMINAL:
            print("", plot, sep="\n")

    specs = [make_spec("solitaire", measured_parameters(name, given), which) for name in names]
    with opened_backend(backend, threads=threads, scheduler=scheduler, workers=workers) as engine:
        return run_each(specs, number, show, store=store, no_store=no_store, backend=engine)


def _draw(rows: list[Row], results: list[Result], plot: Path, look: Any, panels: str | None, seed: int) -> None:
    """Draw what one strategy leaves, or how often each of several clears the table."""
    if len(rows) == 1:
        draw(results, plot, look, panels)
        return
    from setlab.cli.pictures import plot_strategies

    found = {row.strategy: (row.found.proportion, row.found.interval) for row in rows}
    subtitle = f"solitaire: games 0 to {rows[0].found.games - 1:,} of seed {seed}; 95 % intervals"
    with looking(look):
        plot_strategies(found, plot, "Tables cleared in Solitaire SET", "tables cleared", subtitle)


def _row(name: str, result: Result, weights: str | None) -> Row:
    return Row(name, measured(result), result.run, result.seconds, weights)


def _record(rows: list[Row], strategy: str, seconds: float) -> dict[str, Any]:
    """The strategies as a JSON object, or the only one."""
    if strategy == ALL:
        return {"strategies": [row.record(row.seconds) for row in rows]}
    return rows[0].record(seconds)


def measured_table(rows: list[Row], seed: int) -> DataTable:
    """The strategies, one to a row; every interval is at 95 %."""
    columns = [
        Column("strategy", align="left"),
        Column("games"),
        Column("clear"),
        Column("share"),
        Column("interval", "95 % interval", only="people"),
        Column("low", only="programs"),
        Column("high", only="programs"),
        Column("declared"),
        Column("milliseconds", "ms a game"),
    ]
    names = ", ".join(row.strategy for row in rows) if len(rows) < 3 else f"{len(rows)} strategies"
    caption = f"Solitaire SET: tables cleared by {names}; games from 0 on, seed {seed}"
    return data_table(columns, map(_cells, rows), caption, "solitaire", metadata=_metadata(rows, seed))


def _cells(row: Row) -> tuple[Cell, ...]:
    found, milliseconds = row.found, 1000 * row.seconds / row.run if row.run else None
    return (
        row.strategy,
        found.games,
        found.clear,
        Shown(found.proportion, proportion_text(found.proportion)),
        interval_text(found.interval),
        found.interval.low,
        found.interval.high,
        row.declared if row.declared is not None else Shown(None, ""),
        Shown(milliseconds, "stored" if milliseconds is None else f"{milliseconds:.3g}"),
    )


def _metadata(rows: list[Row], seed: int) -> dict[str, Any]:
    weights = {row.strategy: row.weights for row in rows if row.weights is not None}
    first = {"seed": seed, "first": 0, "games": rows[0].found.games, "level": 0.95}
    return about("solitaire measure", **first, **({"weights": weights} if weights else {}))


def _print_one(row: Row, seed: int, where: str, weights: Path | None) -> None:
    found = row.found
    say(f"{row.strategy}: {found.clear:,} of {found.games:,} tables cleared (games from 0 on, seed {seed})")
    print(f"share     {proportion_text(found.proportion)}, 95 % interval {interval_text(found.interval)}")
    if row.declared is not None:
        print(f"declared  {row.declared:,} games were declared won, {proportion_text(row.declared / found.games)}")
    if row.weights is not None:
        print(f"weights   {row.weights}, {'those that ship' if weights is None else weights}")
    print(f"time      {time_text(row.seconds, row.run, where)}")
