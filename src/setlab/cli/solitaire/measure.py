"""`setlab solitaire measure`: how often a strategy clears the table."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setlab.cli.options import Json
from setlab.cli.screen import print_json, print_table
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
from setlab.cli.solitaire.report import interval_text, proportion_text, shown_progress, time_text
from setlab.cli.stopping import answered
from setlab.solitaire import NAMES, Measured, Weights
from setlab.solitaire import measure as measured
from setlab.solitaire.strategies.registry import GENERAL

ALL = "all"


@dataclass(frozen=True)
class Row:
    """What was measured of one strategy, the seconds it took, and the checksum of its weights, if it uses any."""

    strategy: str
    found: Measured
    seconds: float
    weights: str | None = None

    @property
    def declared(self) -> int | None:
        """The games that were declared won; none for a strategy that does not declare."""
        return self.found.declared if self.strategy in GENERAL else None

    def record(self) -> dict[str, Any]:
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
            "seconds": round(self.seconds, 6),
        }


def measure(
    strategy: StrategyName = "thrifty",
    games: Games = "1000",
    seed: Seed = "1",
    weights: WeightsFile = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Measure how often a strategy clears the table, with a 95 % interval. `--strategy all` is a table of all.

    setlab solitaire measure --strategy S9 --games 1e5

    setlab solitaire measure --strategy all --games 200

    setlab solitaire measure --strategy fast --weights weights.json
    """
    check_strategy(strategy, (*NAMES, ALL))
    number, which = read_games(games), read_seed(seed)
    check_threads(threads)
    given = read_weights_for(strategy, weights)
    with answered(lambda: "nothing was kept: `setlab simulate solitaire` stores the games that it plays"):
        rows = [measure_one(name, number, which, threads, given) for name in _names(strategy)]
    if json:
        print_json({"strategies": [row.record() for row in rows]} if strategy == ALL else rows[0].record())
    elif strategy == ALL:
        _print_all(rows)
    else:
        _print_one(rows[0], which, threads, weights)


def _names(strategy: str) -> Sequence[str]:
    return NAMES if strategy == ALL else (strategy,)


def measure_one(name: str, games: int, seed: int, threads: int | None, weights: Weights | None = None) -> Row:
    """One strategy measured, with a bar."""
    import numpy  # noqa: F401 - loaded before the clock starts

    from setlab import _core  # noqa: F401

    with shown_progress(name, games) as report:
        started = time.perf_counter()
        found = measured(
            name,
            games,
            seed,
            weights=weights,
            threads=threads,
            progress=lambda m: report(m.games, f"clear {proportion_text(m.proportion)}"),
        )
        return Row(name, found, time.perf_counter() - started, checksum_for(name, weights))


def _print_all(rows: list[Row]) -> None:
    """Print all strategies, one to a line."""
    print_table(
        ["strategy", "games", "clear", "share", "95 % interval", "declared", "ms a game"],
        (
            [
                row.strategy,
                f"{row.found.games:,}",
                f"{row.found.clear:,}",
                proportion_text(row.found.proportion),
                interval_text(row.found.interval),
                "" if row.declared is None else f"{row.declared:,}",
                f"{1000 * row.seconds / row.found.games:.3g}",
            ]
            for row in rows
        ),
        left=1,
    )


def _print_one(row: Row, seed: int, threads: int | None, weights: Path | None) -> None:
    found = row.found
    print(f"{row.strategy}: {found.clear:,} of {found.games:,} tables cleared (games from 0 on, seed {seed})")
    print(f"share     {proportion_text(found.proportion)}, 95 % interval {interval_text(found.interval)}")
    if row.declared is not None:
        print(f"declared  {row.declared:,} games were declared won, {proportion_text(row.declared / found.games)}")
    if row.weights is not None:
        print(f"weights   {row.weights}, {'those that ship' if weights is None else weights}")
    print(f"time      {time_text(row.seconds, found.games, threads)}")
