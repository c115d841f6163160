"""Several processes on one store: all trials are kept, all tallies are right, nobody complains."""

import json
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from setlab.experiment.run import run
from setlab.experiment.spec import Spec, make_spec
from setlab.experiment.store import Store

WORKER = """
import json, sys
from setlab.experiment.run import run
from setlab.experiment.spec import read_spec
from setlab.experiment.store import Store
import numpy
from setlab import _core

text, first, trials, block, place = json.loads(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
with Store(place) as store:
    result = run(read_spec(text), trials, first=first, block=block, threads=1, store=store)
print(json.dumps([result.tally.trials, result.tally.as_record(), result.warning]))
"""
SPEC = make_spec("endgame", {"dimension": 3}, seed=11)
SPECS = [SPEC, make_spec("first-set", {}, seed=11), make_spec("set-count", {"dimension": 3}), make_spec("first-plane")]


@dataclass(frozen=True)
class Work:
    """What a process is to run."""

    spec: Spec
    first: int
    trials: int
    block: int | None


def started(works: list[Work], place: str) -> list[subprocess.Popen[str]]:
    """The processes, which all begin at the same moment."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, json.dumps([w.spec.to_json(), w.first, w.trials, w.block, place])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for w in works
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return processes


def answer(process: subprocess.Popen[str]) -> Any:
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    return json.loads(out)


def assert_right(works: list[Work], answers: list[Any], place: str) -> None:
    for work, (trials, histograms, warning) in zip(works, answers, strict=True):
        expected = run(work.spec, work.trials, first=work.first).tally
        assert (trials, warning) == (work.trials, "")
        assert histograms == expected.as_record()
    with Store(place) as store:
        for spec in {work.spec for work in works}:
            mine = [work for work in works if work.spec == spec]
            first, end = min(w.first for w in mine), max(w.first + w.trials for w in mine)
            assert store.ranges(spec.id) == [(first, end)]
            assert store.tally(spec.id) == run(spec, end - first, first=first).tally
        assert store.set_aside() == []


@pytest.mark.parametrize(
    "works",
    [
        pytest.param([Work(SPEC, 0, 20_000, 500)] * 4, id="the same"),
        pytest.param([Work(SPEC, 0, 20_000, block) for block in (500, 700, 1000, 333)], id="other blocks"),
        pytest.param([Work(SPEC, 0, 60_000, None)] * 4, id="blocks of half a second"),
        pytest.param(
            [
                Work(SPEC, first, 10_000, block)
                for first, block in ((0, 900), (4_000, 256), (7_777, 1000), (9_000, 450))
            ],
            id="ranges that overlap",
        ),
        pytest.param([Work(SPEC, 10_000 * i, 10_000, 700) for i in range(4)], id="ranges side by side"),
        pytest.param([Work(spec, 0, 10_000, 500) for spec in SPECS], id="other experiments"),
    ],
)
def test_four_processes_keep_all_their_trials(works: list[Work], place: str) -> None:
    answers = [answer(process) for process in started(works, place)]
    assert_right(works, answers, place)


def test_four_processes_of_which_some_are_killed(place: str) -> None:
    """kill −9 at random moments; those that are left, and those that are started again, finish the work."""
    moments = random.Random(9)
    works = [Work(SPEC, 0, 40_000, block) for block in (500, 700, 1000, 333)]
    for _ in range(3):
        processes = started(works, place)
        time.sleep(moments.uniform(0.0, 0.3))
        for process in processes:
            process.send_signal(signal.SIGKILL)
            process.communicate()
    survivors, victims = started(works[:2], place), started(works[2:], place)
    for process in victims:
        time.sleep(moments.uniform(0.0, 0.1))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert_right(works[:2], [answer(process) for process in survivors], place)


def test_four_command_lines(tmp_path: Path) -> None:
    place = str(tmp_path / "runs.sqlite")
    command = [
        sys.executable,
        "-m",
        "setlab.cli.main",
        "simulate",
        "endgame",
        "--seed",
        "9",
        "--json",
        "--store",
        place,
    ]
    sizes = ("150000", "200000", "250000", "250000")
    processes = [
        subprocess.Popen([*command, "--trials", size], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for size in sizes
    ]
    spec = make_spec("endgame", {}, seed=9)
    for size, process in zip(sizes, processes, strict=True):
        out, err = process.communicate()
        assert (process.returncode, err) == (0, "")
        tally = json.loads(out)["tally"]
        assert tally == run(spec, int(size)).tally.as_record()
    with Store(place) as store:
        assert store.ranges(spec.id) == [(0, 250_000)]
