"""Runs on a cluster of real processes: whatever happens to them, the tally is that of one thread."""

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from setlab import simulate
from setlab.errors import SpecError
from setlab.exact.sets import exact_set_counts
from setlab.experiment.backends.dask import FIRST_BLOCK_OF_A_GPU, LOOK, Dask
from setlab.experiment.kernels.orbits import listed_set_counts
from setlab.experiment.run import RunProgress, run
from setlab.experiment.spec import make_spec
from setlab.experiment.store import Store
from tests.experiment.clusters import Cluster, kill, wait_until

SPEC = make_spec("endgame", {"lost": 1}, seed=21)
BLOCK, TRIALS = 1 << 14, 40 << 14
OLD = 'import setlab\nsetlab.__version__ = "0.0.9"\n'
OTHER = """from dataclasses import replace
from setlab.experiment.kernels import endgame
endgame.KERNELS["endgame"] = replace(endgame.KERNELS["endgame"], version=7)
"""
STAND_IN = """
from setlab.experiment.backends import gpu
from setlab.experiment.backends import Cpu
from setlab.experiment.backends.gpu import trials_on

class StandIn(Cpu):
    def compute(self, spec, trials):
        if spec.kernel != "endgame":
            trials_on(None, spec)
        found = super().compute(spec, trials)
        with open(LOG, "a") as file:
            print(found.tally.trials, file=file)
        return found

gpu.Gpu = lambda: StandIn(1)
"""
"""Computes on the CPU what a GPU would, refuses what a GPU does, and notes the numbers of trials."""


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_run_survives_a_killed_worker_and_a_lost_scheduler(tmp_path: Path) -> None:
    """One worker begins, one of another version is refused, one comes late; the first dies, then the scheduler."""
    wanted = run(SPEC, TRIALS, threads=1).tally
    with Cluster(tmp_path) as cluster, Store(tmp_path / "runs.sqlite") as store:
        first = cluster.start_worker()
        cluster.start_worker(OLD)
        backend = Dask(cluster.address)
        client, _ = backend._open()
        wait_until(lambda: len(client.nthreads()) == 2)

        def change_workers(progress: RunProgress) -> None:
            if progress.run == BLOCK:
                cluster.start_worker()
                wait_until(lambda: len(client.nthreads()) == 3)
                kill(first)

        half = run(SPEC, TRIALS // 2, backend=backend, block=BLOCK, store=store, report=change_workers)
        assert half.complete
        assert half.tally == run(SPEC, TRIALS // 2, threads=1).tally == store.tally(SPEC.id)
        assert "it has setlab 0.0.9 where this setlab has" in half.warning
        assert half.warning.count("is refused") == 1

        def lose_scheduler(progress: RunProgress) -> None:
            if progress.run == BLOCK:
                kill(cluster.scheduler)

        with pytest.raises(SpecError, match=f"the scheduler {cluster.address} is lost, and .* same command goes on"):
            run(SPEC, 100 * TRIALS, backend=backend, block=BLOCK, store=store, report=lose_scheduler)
        backend.close()
        assert store.tally(SPEC.id).trials > TRIALS // 2
        resumed = run(SPEC, TRIALS, store=store)
        assert (resumed.tally, resumed.run < TRIALS // 2) == (wanted, True)


@pytest.mark.full
def test_a_worker_whose_kernel_means_something_else_is_refused(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        cluster.start_worker(OTHER)
        backend = Dask(cluster.address)
        with pytest.raises(SpecError, match=r"worker tcp://\S+ is refused: it has version 7 of endgame where this"):
            run(SPEC, 1000, backend=backend)
        backend.close()


def test_cpu_and_gpu_workers_share_a_run_and_orbits_are_listed_by_those_that_can(tmp_path: Path) -> None:
    """One worker has a stand-in for a GPU and one a GPU that does not work; then a CPU worker dies over the orbits."""
    log = tmp_path / "gpu.log"
    hide = 'import os\nos.environ["CUDA_VISIBLE_DEVICES"] = ""\n'
    listing = make_spec("orbits", {"until": 9, "root": 7})
    with Cluster(tmp_path) as cluster, Store(tmp_path / "runs.sqlite") as store:
        cluster.start_worker(hide, resources="GPU=1")
        cluster.start_worker(f"LOG = {str(log)!r}\n{STAND_IN}", resources="GPU=1")
        first = cluster.start_worker()
        cluster.start_worker()
        backend = Dask(cluster.address)
        client, _ = backend._open()
        wait_until(lambda: len(client.nthreads()) == 4)

        def wait_for_gpu(progress: RunProgress) -> None:
            if not log.exists() or len(log.read_text().split()) < 2:
                time.sleep(1.2 * LOOK)  # so that the driver looks again before the next blocks

        games = run(SPEC, TRIALS, backend=backend, store=store, report=wait_for_gpu)
        assert games.tally == run(SPEC, TRIALS, threads=1).tally == store.tally(SPEC.id)
        assert games.warning.count("is refused: its GPU does not compute this (") == 1
        question, *on_gpu = map(int, log.read_text().split())
        assert question == 1
        assert FIRST_BLOCK_OF_A_GPU // 2 < on_gpu[0] <= FIRST_BLOCK_OF_A_GPU  # the first multiple of this size
        assert min(block.tally.trials for block in store.each_block(SPEC.id)) == 1  # of a CPU that feels its way
        assert sum(on_gpu) < TRIALS

        def kill_first(progress: RunProgress) -> None:
            if progress.run == 2:
                kill(first)

        orbits = run(listing, 34, backend=backend, store=store, block=2, report=kill_first)
        backend.close()
    assert orbits.tally == run(listing, 34, threads=1).tally
    assert listed_set_counts(orbits, 12) == exact_set_counts(12)
    assert orbits.warning.count("the backend gpu cannot run the kernel orbits") == 1


@pytest.mark.full
def test_two_drivers_share_a_cluster_and_a_store(tmp_path: Path) -> None:
    """Both compute the same trials: what comes twice is kept once."""
    place, tallies = str(tmp_path / "runs.sqlite"), []
    with Cluster(tmp_path) as cluster:
        for _ in range(2):
            cluster.start_worker()

        def drive() -> None:
            backend = Dask(cluster.address)
            with Store(place) as store:
                tallies.append(run(SPEC, TRIALS, backend=backend, block=BLOCK, store=store).tally)
            backend.close()

        threads = [threading.Thread(target=drive) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    wanted = run(SPEC, TRIALS, threads=1).tally
    assert tallies == [wanted, wanted]
    with Store(place) as store:
        assert store.tally(SPEC.id) == wanted


@pytest.mark.full
@pytest.mark.parametrize(
    ("kernel", "trials", "parameters"),
    [
        ("endgame", 300_000, {"dimension": 3}),
        ("first-plane", 50_000, {}),
        ("set-count", 50_000, {}),
        ("solitaire", 300, {"strategy": "fast"}),
        ("antiset", 40, {}),
    ],
)
def test_a_local_cluster_gives_the_same_tallies(kernel: str, trials: int, parameters: dict[str, Any]) -> None:
    found = simulate(kernel, trials, seed=5, backend="dask", workers=2, **parameters)
    assert found.tally == simulate(kernel, trials, seed=5, threads=1, **parameters).tally


@pytest.mark.full
def test_ctrl_c_keeps_what_is_done_and_leaves_no_process(tmp_path: Path) -> None:
    place = tmp_path / "runs.sqlite"
    words = ["simulate", "endgame", "--trials", "1e12", "--backend", "dask", "--workers", "2", "--store", str(place)]
    driver = subprocess.Popen(
        [sys.executable, "-m", "setlab.cli.main", *words, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: place.exists() and _trials(place) > 0)
    driver.send_signal(signal.SIGINT)
    out, err = driver.communicate(timeout=60)
    assert driver.returncode == 130
    assert "trials were stored: the same command goes on from there" in err
    assert json.loads(out)["trials"] == _trials(place) > 0


def _trials(place: Path) -> int:
    with Store(place) as store:
        return sum(store.tally(spec.id).trials for spec in store.specs())
