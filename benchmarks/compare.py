"""Compares the engines of two installations: `python benchmarks/compare.py OLD/bin/python NEW/bin/python`.

Each installation runs in a process of its own. The two take turns job by job on one thread, and processor time is
measured, not wall-clock time, so that other work on the machine matters little. A ratio above 1 means that the new
installation is faster.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path
from statistics import median

JOBS = Path(__file__).parent / "engine_jobs.py"


class Installation:
    """A process that runs jobs with one installation of setlab."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen([python, str(JOBS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.jobs = list(iter(self._line, ""))

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def seconds(self, job: str) -> float:
        assert self.process.stdin is not None
        print(job, file=self.process.stdin, flush=True)
        return float(self._line())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="the Python of the installation to compare with")
    parser.add_argument("new", help="the Python of the installation to judge")
    parser.add_argument("--rounds", type=int, default=7, help="runs of every job by each installation (default 7)")
    parser.add_argument("--only", default="", help="only jobs whose name contains this")
    return parser.parse_args()


def ratio(job: str, old: Installation, new: Installation, rounds: int) -> float:
    """The speed of the new installation relative to the old one, by the median over the rounds."""
    return median(old.seconds(job) / new.seconds(job) for _ in range(rounds))


def main() -> None:
    chosen = options()
    old, new = Installation(chosen.old), Installation(chosen.new)
    print("| engine | instruction set | new / old |\n|---|---|---:|")
    for job in new.jobs:
        if chosen.only in job and job in old.jobs:
            name, isa = job.split("|")
            print(f"| {name} | {isa} | {ratio(job, old, new, chosen.rounds):.2f} |", flush=True)
    old.close()
    new.close()


if __name__ == "__main__":
    main()
