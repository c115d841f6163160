"""Runs: the tally depends on the spec and the range alone, whatever runs it, stops it, stores it or kills it."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from setlab import _core
from setlab.experiment.kernels import KERNELS, find_kernel
from setlab.experiment.run import run, steps
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Store

SPECS = {
    "standard": make_spec("endgame", {}, seed=1),
    "popular": make_spec("endgame", {"choice": "popular", "lost": 1}, seed=2**64 - 1),
    "always": make_spec("endgame", {"refill": "always-three", "choice": "first", "dimension": 3}, seed=3),
    "first-set": make_spec("first-set", {}, seed=4),
    "first-plane": make_spec("first-plane", {}, seed=5),
    "set-count": make_spec("set-count", {"histogram_at": [12, 20]}, seed=6),
    "plane-count": make_spec("plane-count", {"dimension": 3}, seed=7),
}


@pytest.mark.parametrize("name", SPECS)
def test_blocks_threads_and_instruction_sets_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = SPECS[name]
    expected = run(spec, 3000, first=77, threads=1, block=3000).tally
    assert expected.trials == 3000
    for isa in _core.isas():
        monkeypatch.setenv("SETLAB_ISA", isa)
        for block, threads in ((3000, 2), (1024, 1), (701, 3)):
            assert run(spec, 3000, first=77, threads=threads, block=block).tally == expected, (isa, block, threads)


def test_two_ranges_add_up_to_the_whole() -> None:
    spec = SPECS["standard"]
    whole = run(spec, 5000).tally
    assert run(spec, 2000).tally + run(spec, 3000, first=2000).tally == whole


def test_a_run_resumes_and_extends(tmp_path: Path) -> None:
    spec = SPECS["standard"]
    with Store(tmp_path / "runs.sqlite") as store:
        first = run(spec, 4000, store=store, block=1000)
        assert (first.run, first.complete) == (4000, True)
        again = run(spec, 4000, store=store, block=1000)
        assert (again.run, again.tally) == (0, first.tally)
        longer = run(spec, 6000, store=store, block=1000)
        assert (longer.run, longer.tally) == (2000, run(spec, 6000).tally)
        shorter = run(spec, 2500, store=store)
        assert (shorter.run, shorter.tally) == (500, run(spec, 2500).tally), "a block that sticks out is not cut"
        assert shorter.warning == ""
        assert store.tally(spec.id).trials == 6000


def test_a_run_that_is_stopped_keeps_what_it_has(tmp_path: Path) -> None:
    spec = SPECS["standard"]
    with Store(tmp_path / "runs.sqlite") as store:
        seen: list[int] = []
        partial = run(
            spec, 10_000, store=store, block=1000, report=lambda p: seen.append(p.done), stopped=lambda: len(seen) >= 3
        )
        assert (partial.complete, partial.tally.trials) == (False, 4000), "the block in flight is finished"
        assert seen == [1000, 2000, 3000, 4000]
        assert run(spec, 10_000, store=store).tally == run(spec, 10_000).tally


def test_two_machines_and_one_store(tmp_path: Path) -> None:
    spec = SPECS["standard"]
    with Store(tmp_path / "a.sqlite") as a, Store(tmp_path / "b.sqlite") as b:
        run(spec, 3000, store=a)
        run(spec, 3000, first=3000, store=b)
        a.merge(b)
        assert a.tally(spec.id) == run(spec, 6000).tally


def test_steps_are_fixed() -> None:
    assert list(steps(1000)) == [1000]
    assert list(steps(10**6)) == [65536, 131072, 262144, 524288, 1000000]


def test_rare_games_are_kept_with_their_cards(tmp_path: Path) -> None:
    """Of these games of seed 1, one has 18 cards left and one had 21 on the table."""
    spec = make_spec("endgame", {}, seed=1)
    with Store(tmp_path / "runs.sqlite") as store:
        for trial in (5_131_606, 5_540_770):
            run(spec, 1000, first=trial - 500, store=store)
        rare, tally = store.rare(spec.id), store.tally(spec.id)
    assert [(game.trial, game.what) for game in rare] == [
        (5_131_606, "leftover 18, largest table 18"),
        (5_540_770, "leftover 6, largest table 21"),
    ]
    assert [len(game.cards) for game in rare] == [18, 6]
    assert (tally["leftover"][18], tally["largest_table"][21]) == (1, 1)


def simulate(store: Path, trials: int, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "setlab.cli.main", "simulate", "endgame", "--choice", "popular", "--seed", "9"]
    command += ["--trials", str(trials), "--store", str(store), "--json", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def killed_run(store: Path, kills: int, trials: int) -> dict[str, object]:
    """Start, kill −9 at a random moment, start again …, and at last let it finish."""
    moments = random.Random(2026)
    for _ in range(kills):
        process = simulate(store, trials)
        time.sleep(moments.uniform(0.05, 0.6))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    out, _ = simulate(store, trials).communicate()
    answer: dict[str, object] = json.loads(out)
    return answer


@pytest.mark.parametrize("kills", [8, pytest.param(100, marks=pytest.mark.full)])
def test_kill_9_at_any_moment_loses_nothing_that_was_stored(tmp_path: Path, kills: int) -> None:
    trials = 100_000 * kills
    answer = killed_run(tmp_path / "runs.sqlite", kills, trials)
    spec = make_spec("endgame", {"choice": "popular"}, seed=9)
    expected = run(spec, trials)
    assert answer["tally"] == expected.tally.as_record()
    with Store(tmp_path / "runs.sqlite") as store:
        assert store.ranges(spec.id) == [(0, trials)]
        assert store.tally(spec.id) == expected.tally


def test_ctrl_c_saves_what_there_is(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    process = simulate(store, 10**12)
    while process.poll() is None:
        time.sleep(0.2)
        if store.exists():
            with Store(store) as opened:
                if opened.specs():
                    break
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    answer = json.loads(out)
    assert process.returncode == 130
    with Store(store) as opened:
        assert opened.tally(str(answer["id"])).trials == answer["trials"] > 0


def test_every_kernel_is_registered_under_its_name() -> None:
    for name in KERNELS:
        kernel = find_kernel(name)
        assert kernel.name == name
        options = kernel.parameters.options()
        small = {"dimension": 3} if "dimension" in options else {}
        result = run(make_spec(name, small), 100)
        assert kernel.main in result.estimates
    assert os.environ.get("SETLAB_ISA", "") == ""
