"""The table and the figure of docs/solitaire.md: how often each strategy clears the table, and what a game costs.

`python scripts/tradeoff.py measure NAME GAMES` plays games 0 … GAMES − 1 of seed 2026 on one core and keeps the row in
docs/solitaire-measured.json; without arguments the table is printed and docs/solitaire-tradeoff.svg is drawn.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from setlab.plots import figure, save_figure
from setlab.solitaire import NAMES, measure
from setlab.solitaire.registry import GENERAL

DOCS = Path(__file__).parents[1] / "docs"
MEASURED = DOCS / "solitaire-measured.json"
SEED = 2026

Row = dict[str, Any]


def rows() -> list[Row]:
    """What was measured, in the order of the strategies."""
    kept: dict[str, Row] = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    return [kept[name] for name in NAMES if name in kept]


def keep(name: str, games: int) -> Row:
    """Measure a strategy and keep the row. The time is that of the processor, so that a busy machine does not count."""
    measure(name, 1, SEED, threads=1)
    started = time.process_time()
    found = measure(name, games, SEED, threads=1)
    row = {
        "strategy": name,
        "seed": SEED,
        "games": games,
        "clear": found.clear,
        "declared": found.declared if name in GENERAL else None,
        "low": found.interval.low,
        "high": found.interval.high,
        "milliseconds": round(1000 * (time.process_time() - started) / games, 6),
    }
    kept = {row["strategy"]: row for row in [*rows(), row]}
    lines = ",\n".join(f'"{key}": {json.dumps(value)}' for key, value in kept.items())
    MEASURED.write_text(f"{{\n{lines}\n}}\n")
    return row


def table() -> str:
    """The rows as a table for the page."""
    lines = ["| strategy | games | cleared | 95 % interval | declared won | time a game |", "|---|--:|--:|--:|--:|--:|"]
    for row in rows():
        declared = "" if row["declared"] is None else f"{100 * row['declared'] / row['games']:.2f} %"
        lines.append(
            f"| `{row['strategy']}` | {row['games']:,} | {100 * row['clear'] / row['games']:.2f} % "
            f"| {100 * row['low']:.2f} – {100 * row['high']:.2f} | {declared} | {row['milliseconds']:.3g} ms |"
        )
    return "\n".join(lines)


def draw(path: Path) -> None:
    """Rate over time a game, with intervals; the time on a logarithmic scale."""
    fig, (axis,) = figure("Solitaire SET: tables cleared, and time a game on one core", f"seed {SEED}")
    for row in rows():
        x, share = row["milliseconds"], row["clear"] / row["games"]
        ends = [[max(0.0, 100 * (share - row["low"]))], [max(0.0, 100 * (row["high"] - share))]]
        axis.errorbar([x], [100 * share], yerr=ends, fmt="o", color="#1f5fa8", markersize=4, capsize=2)
        axis.annotate(row["strategy"], (x, 100 * share), xytext=(5, 4), textcoords="offset points", fontsize=8)
    axis.set_xscale("log")
    axis.set_ylim(0, 104)
    axis.set_xlabel("milliseconds a game, logarithmic")
    axis.set_ylabel("tables cleared, %")
    save_figure(fig, path)


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        print(keep(sys.argv[2], int(sys.argv[3])))
    else:
        print(table())
        draw(DOCS / "solitaire-tradeoff.svg")
