"""Measures the engines, prints tables, and appends them to results.md: `python benchmarks/run.py [NAME…]`.

Every file bench_*.py has a function `groups()`; a new engine adds rows to one of them, or a file of its own.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from measure import Figure, Group, measure
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
RESULTS = HERE / "results.md"
HEADER = """# Measured

`make bench` appends a section. A rate is in units per second: the median of the rounds, followed by the lowest and the
highest round. A ratio is relative to the first row of the same group in the same round, and is again a median.
If the rounds differ widely, the machine was busy with other work: compare such figures with care.
"""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"the benchmarks to run, by default all: {', '.join(names)}"
    )
    parser.add_argument("--rounds", type=int, default=7, help="rounds of measurements (default 7)")
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds for each row in a round (default 0.3)")
    parser.add_argument("--dry", action="store_true", help="print the tables without appending them")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - set(names):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}: choose from {', '.join(names)}")
    chosen.names = chosen.names or names
    return chosen


def groups(names: list[str]) -> Iterator[Group]:
    for name in names:
        yield from importlib.import_module(f"bench_{name}").groups()


def short(number: float) -> str:
    """Three significant digits and a power of a thousand: 12.3 k, 456 M."""
    for unit in ("", " k", " M"):
        if number < 999.5:
            return f"{number:.3g}{unit}"
        number /= 1000
    return f"{number:.3g} G"


def cells(figure: Figure) -> tuple[str, str, str, str]:
    low, high = figure.spread
    ratio = f"{figure.ratio:.3g}" if figure.ratio < 99.5 else f"{figure.ratio:,.0f}"
    return figure.name, short(figure.rate), f"{short(low)} – {short(high)}", ratio


def rich_table(group: Group, figures: list[Figure]) -> Table:
    table = Table(title=f"{group.title}: {group.unit} per second", title_justify="left")
    table.add_column("way")
    for name in ("median", "lowest – highest", "ratio"):
        table.add_column(name, justify="right")
    for figure in figures:
        table.add_row(*cells(figure))
    return table


def markdown_table(group: Group, figures: list[Figure]) -> str:
    head = f"| {group.title} | {group.unit} per second | lowest – highest | ratio |\n|---|---:|---:|---:|\n"
    return head + "".join(f"| {' | '.join(cells(figure))} |\n" for figure in figures)


def answer(*command: str) -> str:
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def commit() -> str:
    name = answer("git", "rev-parse", "--short", "HEAD") or "no commit yet"
    return f"{name}, with local changes" if answer("git", "status", "--porcelain") else name


def machine() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = names[0] if names else platform.processor() or platform.machine()
    return f"{processor}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def section(chosen: argparse.Namespace, tables: list[str]) -> str:
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    rounds = f"{chosen.rounds} rounds of {chosen.seconds:g} s a row"
    command = " ".join(["python", "benchmarks/run.py", *sys.argv[1:]])
    return f"\n## {when}, commit {commit()}\n\n`{command}` ({rounds}) on {machine()}.\n\n" + "\n".join(tables)


def main() -> None:
    chosen = options()
    console = Console()
    tables = []
    for group in groups(chosen.names):
        with console.status(f"{group.title} …"):
            figures = measure(group, chosen.rounds, chosen.seconds)
        console.print(rich_table(group, figures))
        tables.append(markdown_table(group, figures))
    if not chosen.dry:
        text = RESULTS.read_text() if RESULTS.exists() else HEADER
        RESULTS.write_text(text + section(chosen, tables))
        console.print(f"appended to {RESULTS}")


if __name__ == "__main__":
    main()
