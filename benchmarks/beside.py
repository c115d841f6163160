"""Compares this installation with another one: `python benchmarks/beside.py OTHER_PYTHON`, appended to results.md.

The command lines take turns, one thread each, so that a slow moment of the machine hits both alike. A ratio above 1
means that this installation is faster: rates of trials by instruction set, and the time to start a command.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from rich.console import Console
from run import RESULTS, commit, machine, short

RATES = {
    "endgame": "endgame --trials 3e6",
    "endgame, plain": "endgame --trials 3e5",
    "endgame, popular": "endgame --choice popular --trials 3e5",
    "endgame, always three": "endgame --refill always-three --trials 3e5",
    "endgame, five properties": "endgame --dimension 5 --trials 2e4",
    "endgame, four values": "endgame --values 4 --trials 5e3",
    "first-set": "first-set --trials 2e7",
    "first-plane": "first-plane --trials 1e6",
    "set-count": "set-count --trials 4e6",
    "plane-count": "plane-count --trials 1e6",
    "solitaire, thrifty": "solitaire --strategy thrifty --trials 1e5",
    "solitaire, S9": "solitaire --strategy S9 --trials 5e4",
    "solitaire, expert": "solitaire --strategy expert --trials 600",
    "solitaire, clairvoyant": "solitaire --strategy clairvoyant --trials 4e3",
}
"""What is simulated; `plain` stands for the instruction set with which the standard game takes ten times as long."""

STARTS = {
    "help": "--help",
    "find": "find 1221 1020 1122 2111",
    "count": "count",
    "simulate": "simulate first-set --trials 10 --no-store",
    "solitaire advise": "solitaire advise 0000 0001 0010 0011 0020 0021 0100 0101 0110 0111 0120 0121",
    "sources": "sources",
}
"""Short commands: their time is that of starting."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", metavar="OTHER_PYTHON", help="the Python of the other installation")
    parser.add_argument("--rounds", type=int, default=5, help="how often every command line runs (default 5)")
    parser.add_argument("--isas", default="plain,avx2,avx512", help="instruction sets (default plain,avx2,avx512)")
    parser.add_argument("--only", default="", help="only rows with these words in their names")
    parser.add_argument("--dry", action="store_true", help="print only, append nothing")
    return parser.parse_args()


def setlab(python: str, words: str, isa: str = "") -> subprocess.CompletedProcess[str]:
    """A command line; compiled modules are kept, so that only the first start compiles them."""
    command = [python, "-m", "setlab.cli.main", *words.split()]
    settings = {**os.environ, "SETLAB_ISA": isa}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=True, cwd="/")


def rate(python: str, words: str, isa: str) -> float:
    """Trials per second, as the command reports them."""
    done = setlab(python, f"simulate {words} --seed 1 --no-store --threads 1 --json", isa)
    return float(json.loads(done.stdout)["rate"])


def starts(python: str, words: str) -> float:
    """Starts per second."""
    began = time.perf_counter()
    setlab(python, words)
    return 1 / (time.perf_counter() - began)


def row(name: str, pairs: list[tuple[float, float]]) -> str:
    ratios = sorted(here / there for here, there in pairs)
    here, there = (median(column) for column in zip(*pairs, strict=True))
    return f"| {name} | {short(here)} | {short(there)} | {median(ratios):.2f} | {ratios[0]:.2f} – {ratios[-1]:.2f} |\n"


def tables(chosen: argparse.Namespace) -> str:
    console, rows = Console(), ""
    both = sys.executable, chosen.other
    for isa in chosen.isas.split(","):
        for name, words in RATES.items():
            if chosen.only in name and ("plain" in name) <= (isa == "plain") and (name, isa) != ("endgame", "plain"):
                with console.status(f"{name}, {isa}"):
                    pairs = [(rate(both[0], words, isa), rate(both[1], words, isa)) for _ in range(chosen.rounds)]
                rows += row(f"{name.removesuffix(', plain')}, {isa}", pairs)
    for name, words in STARTS.items():
        if chosen.only in name:
            for python in both:
                starts(python, words)
            pairs = [(starts(both[0], words), starts(both[1], words)) for _ in range(2 * chosen.rounds)]
            rows += row(f"start: {name}", pairs)
    return f"| per second | here | there | ratio | lowest – highest |\n|---|---:|---:|---:|---:|\n{rows}"


def there(python: str) -> str:
    """The commit of the other installation's checkout, as far as it has one."""
    folder = Path(python).parent
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "no checkout"


def main() -> None:
    chosen = options()
    text = tables(chosen)
    print(text)
    if not chosen.dry:
        when = datetime.now(UTC).strftime("%Y-%m-%d")
        head = f"\n## {when}, commit {commit()} beside commit {there(chosen.other)}\n\n"
        command = f"`python benchmarks/beside.py OTHER_PYTHON` ({chosen.rounds} rounds, one thread) on {machine()}."
        RESULTS.write_text(RESULTS.read_text() + f"{head}{command}\n\n{text}")


if __name__ == "__main__":
    main()
