"""Writes the tables and the figure of docs/solitaire.md: the success rate of each strategy, and its time per game.

`python -m scripts.tradeoff measure NAME GAMES` plays games 0 … GAMES − 1 of seed 2026 on one core and keeps the row in
docs/solitaire-measured.json. `python -m scripts.tradeoff` writes the page and docs/solitaire-tradeoff.svg. Printed
figures come from the record of the sources.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.marks import renew
from setlab.experiment.solitaire import clear_proportion, measure
from setlab.plots import new_figure, save_figure
from setlab.plots.charts import series_ink
from setlab.solitaire import NAMES
from setlab.solitaire.strategies import GENERAL
from setlab.sources import find_claim
from setlab.stats import compare_samples, read_printed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOCS = Path(__file__).parents[1] / "docs"
MEASURED = DOCS / "solitaire-measured.json"
SEED = 2026

MARK = "measured"

VALUED = ("fast", "expert", "master")
LABELS = {"basic": (-5, -3), "S0": (0, -12), "S9": (-5, 0)}
"""The offset of a name from its dot, in points, if it is not on the right."""

Row = dict[str, Any]


def rows() -> list[Row]:
    """The measured rows, in the order of the strategies."""
    kept: dict[str, Row] = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    return [kept[name] for name in NAMES if name in kept]


def keep(name: str, games: int) -> Row:
    """Measure a strategy and keep the row. The time is that of the processor, so that a busy machine does not count."""
    measure(name, 1, SEED, threads=1)
    started = time.process_time()
    found = measure(name, games, SEED, threads=1)
    clear = clear_proportion(found)
    row = {
        "strategy": name,
        "seed": SEED,
        "games": games,
        "clear": clear.count,
        "declared": found.tally["declared"].get(1, 0) if name in GENERAL else None,
        "low": clear.low,
        "high": clear.high,
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
            f"| {interval_text(row)} | {declared} | {row['milliseconds']:.3g} ms |"
        )
    return "\n".join(lines)


def interval_text(row: Row) -> str:
    """The interval in percent, with more digits close to 100 %."""
    low, high = 100 * row["low"], 100 * row["high"]
    return f"{low:.3f} – {high:.0f}" if low > 99.9 else f"{low:.2f} – {high:.2f}"


def printed() -> dict[str, tuple[int, int]]:
    """The printed numbers of games won and games played, by strategy."""
    claim = find_claim("E4.results")
    games = {d: claim.trials_at(d) for d in claim.figures}
    return {f"S{d}": (int(read_printed(text).value), games[d] or 0) for d, text in claim.figures.items()}


def beside_the_source() -> str:
    """The games that S(d) declares won, and clears, beside the printed numbers, with p values."""
    lines = ["| strategy | printed | declared here | p | cleared here | p |", "|---|--:|--:|--:|--:|--:|"]
    for row in rows():
        if row["strategy"] in printed():
            won, games = printed()[row["strategy"]]
            ours = " | ".join(_tested(row, kind, won, games) for kind in ("declared", "clear"))
            percent = find_claim("E4.percent").figures[row["strategy"][1:]]
            lines.append(f"| `{row['strategy']}` | {won:,} of {games:,}, {percent} | {ours} |")
    return "\n".join(lines)


def _tested(row: Row, kind: str, won: int, games: int) -> str:
    """Our proportion, and the p value of its difference from the printed one."""
    found = compare_samples({0: games - won, 1: won}, {0: row["games"] - row[kind], 1: row[kind]})
    return f"{100 * row[kind] / row['games']:.2f} % | {found.p:.2f}"


def sentence() -> str:
    """Random choice and the basic strategy, beside the printed figures."""
    here = {row["strategy"]: f"{100 * row['clear'] / row['games']:.2f} %" for row in rows()}
    said = find_claim("E1.random").figures["all clear"], find_claim("E2.basic").data["above"]
    return (
        f"Random choice clears {here['random']} here, and {said[0]} is printed. For the basic strategy the source has "
        f"“more than {said[1]}”; here it clears {here['basic']}."
    )


def parts() -> dict[str, str]:
    """The contents of the marked parts of the page."""
    return {"table": f"\n{table()}\n", "printed": f"\n{beside_the_source()}\n", "sentence": sentence()}


def draw(path: Path) -> None:
    """Draw rate against time per game, with intervals: the simple strategies, and those that value positions."""
    shown = [row for row in rows() if row["strategy"] != "clairvoyant"]
    games = sorted({row["games"] for row in shown})
    subtitle = f"games from 0 on, {games[0]:,} to {games[-1]:,} a strategy, seed {SEED}; 95 % intervals; one core"
    title, titles = "Solitaire SET: tables cleared, and time a game", ("without values", "with values")
    fig, axes = new_figure(title, columns=2, size=(9.6, 4.3), titles=titles, subtitle=subtitle)
    for axis, valued in zip(axes, (False, True), strict=True):
        here = [row for row in shown if (row["strategy"] in VALUED) == valued]
        for row in here:
            draw_row(axis, row)
        most = max(row["milliseconds"] for row in here)
        axis.set(xlabel="milliseconds a game", ylabel="tables cleared, %", xlim=(0, 1.3 * most), ylim=(0, 15))
        if valued:
            axis.set(xscale="log", xlim=(0.1, 4 * most), ylim=(47, 53), xlabel="milliseconds a game, logarithmic")
            axis.set_xticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
    save_figure(fig, path)


def draw_row(axis: Axes, row: Row) -> None:
    """Draw a dot with its interval and its name."""
    x, y = row["milliseconds"], 100 * row["clear"] / row["games"]
    ends = [[y - 100 * row["low"]], [100 * row["high"] - y]]
    axis.errorbar([x], [y], yerr=ends, fmt="o", color=series_ink(0), markersize=4, capsize=2)
    where = LABELS.get(row["strategy"], (6, -3))
    side: Any = "right" if where[0] < 0 else "left"
    axis.annotate(row["strategy"], (x, y), xytext=where, textcoords="offset points", fontsize=8, ha=side)


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        print(keep(sys.argv[2], int(sys.argv[3])))
    else:
        renew(DOCS / "solitaire.md", MARK, parts())
        draw(DOCS / "solitaire-tradeoff.svg")
