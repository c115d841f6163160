"""The GPU in one command: equality with tallies of the CPU, the sanitizers of CUDA, then the speed.

    PYTHONPATH=src python benchmarks/gpu.py [check] [sanitize] [time]

Nothing beyond NumPy and CuPy is needed. `python benchmarks/gpu.py write` makes the tallies anew on the CPU, for which
the compiled core is needed. The exit status is 1 where a tally differs or a sanitizer finds an error.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from setlab.experiment.backends import Backend, find_backend
from setlab.experiment.backends.gpu import Device, Gpu, games
from setlab.experiment.kernel import Rare
from setlab.experiment.kernels.endgame import EndgameParameters
from setlab.experiment.run import RunProgress, run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Store

TALLIES = Path(__file__).with_name("gpu_tallies.json")
TOOLS = ("memcheck", "racecheck", "synccheck")
FAR = 5_000_000_000
"""A trial beyond 2^32."""


@dataclass(frozen=True)
class Case:
    """A range of trials of a spec."""

    kernel: str
    trials: int
    parameters: Mapping[str, Any] = field(default_factory=dict)
    first: int = FAR
    seed: int = 1

    @property
    def spec(self) -> Spec:
        return make_spec(self.kernel, self.parameters, self.seed)

    @property
    def title(self) -> str:
        given = " ".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"{self.kernel} {given}".strip()

    @property
    def key(self) -> str:
        return f"{self.spec.id} {self.first}+{self.trials}"


CASES = (
    Case("endgame", 1 << 26, first=0),
    Case("endgame", 8_400_953, seed=9223372036854788153),
    Case("endgame", 6_000_001, first=2**32 - 3_000_000, seed=2026),
    *(Case("endgame", 10_000_000, {"choice": choice}) for choice in ("popular", "reject", "first", "last")),
    Case("endgame", 10_000_000, {"refill": "always-three"}),
    Case("endgame", 2_000_000, {"refill": "always-three", "choice": "reject"}),
    Case("endgame", 2_000_000, {"refill": "greedy-deck"}),
    Case("endgame", 10_000_000, {"lost": 1}),
    Case("endgame", 2_000_000, {"lost": "set", "choice": "popular"}),
    Case("endgame", 2_000_000, {"table": 15}),
    Case("endgame", 500_000, {"table": 30}),
    Case("endgame", 10_000_000, {"dimension": 3, "table": 9}),
    Case("endgame", 500_000, {"dimension": 5}),
    Case("endgame", 100_000, {"dimension": 5, "refill": "always-three", "choice": "popular"}),
    Case("endgame", 20_000, {"dimension": 6}),
    Case("endgame", 10_000, {"dimension": 6, "choice": "popular"}),
    Case("endgame", 10_000_000, {"count": "sets"}),
    Case("endgame", 2_000_000, {"count": "sets", "choice": "popular"}),
    Case("endgame", 1_000_000, {"count": "sets", "refill": "always-three"}),
    Case("endgame", 1_000_000, {"count": "sets", "dimension": 3, "table": 9}),
    Case("endgame", 100_000, {"count": "sets", "dimension": 5}),
    *(Case("solitaire", 10_000_000, {"strategy": name}) for name in ("random", "basic", "thrifty")),
    Case("first-set", 10_000_000),
    Case("first-set", 1_000_000, {"dimension": 6}),
    Case("first-plane", 10_000_000),
    Case("first-plane", 200_000, {"dimension": 5}),
    Case("set-count", 10_000_000, {"histogram_at": [12, 15]}),
    Case("set-count", 50_000, {"dimension": 6}),
    Case("plane-count", 10_000_000, {"histogram_at": [40]}),
    Case("plane-count", 50_000, {"dimension": 5}),
)

SMALL = (
    Case("endgame", 5 * 8192 + 77, first=2**32 - 8192),
    Case("endgame", 300, {"choice": "popular"}),
    Case("endgame", 300, {"refill": "always-three"}),
    Case("endgame", 300, {"dimension": 5}),
    Case("endgame", 300, {"dimension": 5, "refill": "greedy-deck"}),
    Case("endgame", 300, {"dimension": 6}),
    Case("endgame", 300, {"count": "sets"}),
    Case("endgame", 300, {"count": "sets", "dimension": 5}),
    *(Case("solitaire", 300, {"strategy": name}) for name in ("basic", "thrifty")),
    Case("first-set", 1_200),
    Case("first-plane", 1_200),
    Case("set-count", 1_200, {"histogram_at": [12]}),
    Case("plane-count", 1_200),
)
"""For the sanitizers, on two blocks: every thread has more than one turn of the outer loop."""

TIMED = (
    (Case("endgame", 0), 20.0),
    *((Case("endgame", 0, {"choice": choice}), 2.0) for choice in ("popular", "reject", "first", "last")),
    (Case("endgame", 0, {"lost": 1}), 2.0),
    (Case("endgame", 0, {"refill": "always-three"}), 2.0),
    (Case("endgame", 0, {"dimension": 3, "table": 9}), 2.0),
    (Case("endgame", 0, {"dimension": 5}), 2.0),
    (Case("endgame", 0, {"dimension": 6}), 3.0),
    (Case("endgame", 0, {"count": "sets"}), 2.0),
    *((Case("solitaire", 0, {"strategy": name}), 2.0) for name in ("random", "basic", "thrifty")),
    *((Case(kernel, 0), 2.0) for kernel in ("first-set", "first-plane", "set-count", "plane-count")),
)
"""What is timed, and about how many seconds."""


def tally_of(case: Case, backend: Backend) -> dict[str, Any]:
    """The tally of a case, and its rare trials."""
    with Store(":memory:") as store:
        result = run(case.spec, case.trials, first=case.first, backend=backend, store=store)
    return result.tally.as_record()


def write() -> None:
    """Make the tallies of all cases on the CPU."""
    found = json.loads(TALLIES.read_text()) if TALLIES.exists() else {}
    cpu = find_backend("cpu")
    for case in (*CASES, *SMALL):
        if case.key not in found:
            started = time.perf_counter()
            found[case.key] = tally_of(case, cpu)
            print(f"{case.title}: {time.perf_counter() - started:.1f} s", flush=True)
            TALLIES.write_text(json.dumps(found, separators=(",", ":"), sort_keys=True).replace('},"', '},\n"') + "\n")


def check(cases: tuple[Case, ...], backend: Backend) -> bool:
    """Compare tallies of the GPU with those of the CPU; True if all are equal."""
    expected = json.loads(TALLIES.read_text())
    equal = True
    for case in cases:
        started = time.perf_counter()
        wrong = _differences(tally_of(case, backend), expected[case.key])
        verdict = f"DIFFERENT: {', '.join(wrong)}" if wrong else "equal"
        took = time.perf_counter() - started
        print(
            f"check  {case.title}, seed {case.seed}, {case.first}+{case.trials}: {verdict} ({took:.2f} s)", flush=True
        )
        equal = equal and not wrong
    return equal


def _differences(found: Mapping[str, Any], expected: Mapping[str, Any]) -> list[str]:
    return sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name))


def sanitize() -> bool:
    """Run the small cases under each tool; True if all of them are equal and none of the tools finds an error."""
    program = shutil.which("compute-sanitizer")
    if program is None:
        print("sanitize: compute-sanitizer is not on the PATH", flush=True)
        return False
    clean = True
    for tool in TOOLS:
        started = time.perf_counter()
        command = [program, "--tool", tool, "--error-exitcode", "9", sys.executable, __file__, "small"]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [line for line in found.stdout.splitlines() if "SUMMARY" in line or "DIFFERENT" in line]
        equal, took = found.stdout.count(": equal"), time.perf_counter() - started
        runs = f"{equal} of {len(SMALL)} runs equal"
        print(
            f"sanitize  {tool}: exit status {found.returncode}, {runs}, {'; '.join(lines)} ({took:.0f} s)", flush=True
        )
        good = found.returncode == 0 and equal == len(SMALL)
        if not good:
            print(found.stdout[-3000:], found.stderr[-1000:], flush=True)
        clean = clean and good
    return clean


class TwoBlocks(Device):
    """A GPU that runs two blocks at the same time."""

    def blocks_at_once(self, kernel: Any, threads: int, shared: int) -> int:
        return min(2, super().blocks_at_once(kernel, threads, shared))


def small() -> bool:
    """The small cases on two blocks, and the kernel that shows rare games."""
    gpu = Gpu()
    object.__setattr__(gpu, "device", TwoBlocks())
    gpu.device.processors = 2
    games.MOST_THREADS = 64
    shown = games.Games(gpu.device, EndgameParameters(), 1).describe(tuple(map(Rare, range(300))))
    return check(SMALL, gpu) and len(shown) == 300


def measure(backend: Backend) -> None:
    """Time runs with a store on disk and progress, by the clock of the host, after a run that compiles and warms up."""
    print("| kernel | trials | seconds | trials per second |\n|---|---:|---:|---:|")
    for case, seconds in TIMED:
        *_, (trials, took) = _longer_runs(case, seconds, backend)
        print(f"| {case.title} | {trials:,} | {took:.2f} | {trials / took:,.0f} |", flush=True)
    trials, took = _general_standard()
    print(f"| endgame, one game per thread, no store | {trials:,} | {took:.2f} | {trials / took:,.0f} |", flush=True)


def _general_standard(trials: int = 1 << 29) -> tuple[int, float]:
    """Standard games by the general kernel, which otherwise plays those that the fast one leaves."""
    standard = games.Games(Device(), EndgameParameters(), 1)
    standard.outcome(0, 1 << 20)
    started = time.perf_counter()
    standard.outcome(0, trials)
    return trials, time.perf_counter() - started


def _longer_runs(case: Case, seconds: float, backend: Backend) -> Iterator[tuple[int, float]]:
    """Runs of growing length, the last of about so many seconds: their trials and seconds."""
    trials, took = 1 << 17, 0.0
    while took < seconds / 2:
        if took:
            trials = int(trials * min(64.0, seconds / took))
        took = _timed(case.spec, trials, backend)
        yield trials, took


def _timed(spec: Spec, trials: int, backend: Backend) -> float:
    shown: list[RunProgress] = []
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "runs.db") as store:
        started = time.perf_counter()
        result = run(spec, trials, first=0, backend=backend, store=store, report=shown.append)
        took = time.perf_counter() - started
    assert result.tally.trials == shown[-1].done == trials
    return took


def main(words: list[str]) -> int:
    """Do what is asked; the exit status."""
    wanted = words or ["check", "sanitize", "time"]
    if wanted == ["write"]:
        write()
        return 0
    try:
        backend = find_backend("gpu")
    except (ImportError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if wanted == ["small"]:
        return 0 if small() else 1
    good = True
    if "check" in wanted:
        good = check(CASES, backend)
    if "sanitize" in wanted:
        good = sanitize() and good
    if "time" in wanted:
        measure(backend)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
