"""Measures how long long-running commands take to stop after Ctrl-C, and appends a table to results.md.

Run `python benchmarks/interrupts.py [WORD…]`. Each command of long_verbs.txt is started afresh for every moment of
interruption, while two other processes keep two cores busy. The table shows wall-clock seconds, which other work
lengthens, and processor seconds.
"""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from resource import struct_rusage

from rich.console import Console
from run import HERE, RESULTS, commit, machine

COMMANDS = HERE / "long_verbs.txt"
HANGS = 60.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Ended:
    """The end of a command: wall-clock and processor seconds after Ctrl-C, exit status, last line on stderr."""

    clock: float
    processor: float
    status: int
    line: str


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only commands with all these words")
    parser.add_argument("--after", default="1,2,3", help="seconds until Ctrl-C (default 1,2,3)")
    parser.add_argument("--busy", type=int, default=2, help="number of processes that do other work (default 2)")
    parser.add_argument(
        "--python", default=sys.executable, help="the Python whose setlab is measured (default: this one)"
    )
    parser.add_argument("--dry", action="store_true", help="print the table without appending it")
    return parser.parse_args()


def commands(words: list[str]) -> list[str]:
    lines = COMMANDS.read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#") and set(words) <= set(line.split())]


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep the given number of processes busy meanwhile."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def processor_time(process: int) -> float:
    """The processor seconds of a process, over all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def interrupted(python: str, command: str, after: float) -> Ended | None:
    """Start a command and interrupt it after the given number of seconds; None if it ended before."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [python, "-m", "setlab.cli.main", *shlex.split(command)],
            stdout=subprocess.DEVNULL,
            stderr=said,
            cwd=folder,
            env=os.environ | {"SETLAB_STORE": f"{folder}/runs.sqlite"},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        time.sleep(after)
        if process.poll() is not None:
            return None
        used, pressed = processor_time(process.pid), time.perf_counter()
        process.send_signal(signal.SIGINT)
        status, resources = _ended(process, pressed + HANGS)
        clock = time.perf_counter() - pressed
        said.seek(0)
        lines = said.read().decode().splitlines() or [""]
        return Ended(clock, resources.ru_utime + resources.ru_stime - used, status, lines[-1])


def _ended(process: subprocess.Popen[bytes], until: float) -> tuple[int, struct_rusage]:
    """Wait for a process, and kill it at the deadline; its exit status and resources."""
    while True:
        done, status, resources = os.wait4(process.pid, os.WNOHANG)
        if done:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, resources
        if time.perf_counter() > until:
            process.kill()
        time.sleep(0.002)


def row(command: str, ends: list[Ended]) -> str:
    if not ends:
        return f"| `{command}` | ended before |  |  |  |\n"
    worst = max(ends, key=lambda end: end.clock)
    processor = max(end.processor for end in ends)
    statuses = ", ".join(map(str, sorted({end.status for end in ends})))
    line = worst.line.removeprefix("setlab: ")
    return f"| `{command}` | {worst.clock:.2f} | {max(0.0, processor):.2f} | {statuses} | {line} |\n"


def section(chosen: argparse.Namespace, table: str) -> str:
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    command = " ".join(["python", "benchmarks/interrupts.py", *sys.argv[1:]])
    load = f"{chosen.busy} processes beside it, load {os.getloadavg()[1]:.1f}"
    head = "| Ctrl-C | longest, s | processor, s | status | what it says |\n|---|---:|---:|---:|---|\n"
    return f"\n## {when}, commit {commit()}\n\n`{command}` on {machine()}, {load}.\n\n{head}{table}"


def main() -> None:
    chosen, console = options(), Console()
    table = ""
    with busy(chosen.busy):
        for command in commands(chosen.words):
            moments = [interrupted(chosen.python, command, float(after)) for after in chosen.after.split(",")]
            table += (new := row(command, [end for end in moments if end is not None]))
            console.print(new, end="", markup=False, highlight=False, soft_wrap=True)
    if not chosen.dry:
        RESULTS.write_text(RESULTS.read_text() + section(chosen, table))
        console.print(f"appended to {RESULTS}")


if __name__ == "__main__":
    main()
