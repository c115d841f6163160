"""Compares the start-up times of two installations: `python benchmarks/starts.py OLD/bin/python NEW/bin/python`.

The command lines take turns, and processor time is measured, so that other work on the machine matters little. A ratio
above 1 means that the new installation starts faster.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

COMMANDS = {
    "--help": "--help",
    "find": "find 1221 1020 1122 2111",
    "count": "count",
    "simulate": "simulate first-set --trials 10 --no-store --threads 1",
    "solitaire advise": "solitaire advise 0000 0001 0010 0011 0020 0021 0100 0101 0110 0111 0120 0121",
    "sources": "sources",
}
"""Short commands, whose time is mainly that of starting."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="the Python of the installation to compare with")
    parser.add_argument("new", help="the Python of the installation to judge")
    parser.add_argument(
        "--rounds", type=int, default=15, help="runs of every command by each installation (default 15)"
    )
    chosen = parser.parse_args()
    chosen.old, chosen.new = (str(Path(python).absolute()) for python in (chosen.old, chosen.new))
    return chosen


def seconds(python: str, words: str) -> float:
    """The processor time of a command; bytecode is kept, so only the first start compiles it."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    command = [python, "-m", "setlab.cli.main", *words.split()]
    subprocess.run(command, env=settings, stdout=subprocess.DEVNULL, check=True, cwd="/")
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    chosen = options()
    print("| command | old | new | new / old |\n|---|---:|---:|---:|")
    for name, words in COMMANDS.items():
        seconds(chosen.old, words), seconds(chosen.new, words)
        pairs = [(seconds(chosen.old, words), seconds(chosen.new, words)) for _ in range(chosen.rounds)]
        old, new = (median(column) for column in zip(*pairs, strict=True))
        ratio = median(one / other for one, other in pairs)
        print(f"| `setlab {name}` | {old:.3f} s | {new:.3f} s | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
