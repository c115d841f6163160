"""Blocks that are ready at the same moment are committed together; kill −9 loses none that was committed."""

import random
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from setlab.experiment import run as module
from setlab.experiment.backends.dask import Driver, TaskResult
from setlab.experiment.run import RunProgress, run
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block, BlockError, Store, StoreError, check_store
from setlab.experiment.tally import Tally
from tests.experiment.groups import BLOCK, SPEC, TRIALS, Groups
from tests.experiment.test_driver import SPEC as OF_WORKERS
from tests.experiment.test_driver import A, B, FakeWorkers, ranges

ROOT = Path(__file__).parents[2]
EXPECTED = run(SPEC, 1000).tally


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the groups that are committed."""
    sizes: list[int] = []
    fill_all = Store.fill_all

    def counted(store: Store, spec: Spec, blocks: Sequence[Block]) -> list[Any]:
        sizes.append(len(blocks))
        return fill_all(store, spec, blocks)

    monkeypatch.setattr(Store, "fill_all", counted)
    return sizes


@pytest.mark.parametrize(("size", "together"), [(1, [1] * 20), (8, [8, 8, 4]), (50, [20])])
def test_blocks_that_are_ready_together_are_committed_together(
    place: str, commits: list[int], size: int, together: list[int]
) -> None:
    with Store(place) as store:
        assert run(SPEC, 1000, store=store, backend=Groups(size), block=BLOCK).tally == EXPECTED
        assert commits == together
        assert len(store.blocks(SPEC.id)) == 20
        assert (store.tally(SPEC.id), store.stored) == (EXPECTED, 1000)
        assert run(SPEC, 1000, store=store, backend=Groups(size)).run == 0


class Flood(FakeWorkers):
    """All results that there are come at once."""

    def results(self, seconds: float) -> list[TaskResult]:
        return [result for _ in range(len(self._tasks)) for result in super(Flood, self).results(seconds)]


def test_the_driver_says_how_many_blocks_have_come_with_one() -> None:
    driver = Driver(Flood(A, B), OF_WORKERS, ranges(), 250, lambda: False)
    ready = [driver.ready for _ in driver.blocks()]
    assert ready == [3, 2, 1, 0] * 4


def test_a_group_is_not_larger_than_what_may_be_lost(
    tmp_path: Path, commits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_TOGETHER", 6)
    with Store(tmp_path / "runs.sqlite") as store:
        run(SPEC, 1000, store=store, backend=Groups(20), block=BLOCK)
    assert commits == [6, 6, 6, 2]


def test_each_block_of_a_group_has_its_own_answer(place: str) -> None:
    """One is there, one has a part that is missing, one is contradicted, one cannot be right, one is new."""
    blocks = [Block(first, run(SPEC, 50, first=first).tally, 0.1) for first in range(0, 250, 50)]
    wrong = Tally(SPEC.id, 50, {"first_set": {3: 50}})
    with Store(place) as store:
        store.add(SPEC, blocks[0])
        store.add(SPEC, Block(60, run(SPEC, 10, first=60).tally, 0.1))
        store.add(SPEC, Block(100, wrong, 0.1))
        impossible = Block(150, Tally(SPEC.id, 50, {"first_set": {3: 49}}), 0.1)
        found = store.fill_all(SPEC, [blocks[0], blocks[1], blocks[2], impossible, blocks[4], blocks[4]])
        assert found[:2] == [(False, []), (False, [(50, 60), (70, 100)])]
        assert "gave two tallies" in str(found[2])
        assert "adds up to 49" in str(found[3])
        assert all(isinstance(result, BlockError) for result in found[2:4])
        assert found[4:] == [(True, []), (False, [])]
        assert store.ranges(SPEC.id) == [(0, 50), (60, 70), (100, 150), (200, 250)]
        assert store.stored == 110 + 50


def test_another_process_stores_trials_of_a_group(tmp_path: Path) -> None:
    with Store(tmp_path / "runs.sqlite") as mine, Store(tmp_path / "runs.sqlite") as others:

        def report(now: RunProgress) -> None:
            if now.done == 400:
                run(SPEC, 90, first=520, block=30, store=others)

        result = run(SPEC, 1000, store=mine, backend=Groups(4), block=BLOCK, report=report)
        assert (result.tally, result.warning) == (EXPECTED, "")
        assert (mine.ranges(SPEC.id), mine.tally(SPEC.id)) == ([(0, 1000)], EXPECTED)


def test_a_disk_that_is_nearly_full_gets_the_blocks_that_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first groups fit, a later one does not; at the end its blocks are tried one by one."""
    monkeypatch.setattr(module, "PAUSE", 0.0)
    with Store(tmp_path / "runs.sqlite") as store:
        (pages,) = store._db.rows("PRAGMA page_count")[0]

        def report(now: RunProgress) -> None:
            if now.done == 40 * BLOCK:
                store._db.rows(f"PRAGMA max_page_count = {pages + 6}")

        result = run(SPEC, 400 * BLOCK, store=store, backend=Groups(40), block=BLOCK, report=report)
        stored = store.tally(SPEC.id).trials
        assert result.tally == run(SPEC, 400 * BLOCK).tally
        assert 40 * BLOCK < stored < 400 * BLOCK
        assert stored % (40 * BLOCK), "a part of a group fitted"
        assert f"{400 * BLOCK - stored} trials of this run were not stored" in result.warning
        assert store.tally(SPEC.id) == run(SPEC, stored).tally


def test_what_was_finished_is_stored_whatever_ends_the_run(tmp_path: Path) -> None:
    def report(now: RunProgress) -> None:
        if now.done == 300:
            raise RuntimeError("the screen is gone")

    with Store(tmp_path / "runs.sqlite") as store:
        with pytest.raises(RuntimeError, match="the screen is gone"):
            run(SPEC, 1000, store=store, backend=Groups(20), block=BLOCK, report=report)
        assert store.ranges(SPEC.id) == [(0, 300)]


def test_a_group_is_there_whole_or_not_at_all(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store fails after some blocks of a group were written."""
    with Store(place) as store:
        store.add(SPEC, Block(0, run(SPEC, 50).tally, 0.1))
        change, written = store._db.change, []

        def failing(sql: str, *rows: Sequence[object]) -> None:
            written.append(sql.startswith("INSERT INTO blocks"))
            if sum(written) > 3:
                raise StoreError("the disk is gone")
            change(sql, *rows)

        monkeypatch.setattr(store._db, "change", failing)
        with pytest.raises(StoreError, match="the disk is gone"):
            store.fill_all(SPEC, [Block(first, run(SPEC, 50, first=first).tally, 0.1) for first in range(50, 400, 50)])
        assert (store.ranges(SPEC.id), store.stored) == ([(0, 50)], 50)


@pytest.mark.parametrize("size", [7, 60])
def test_kill_9_loses_no_block_that_was_committed(place: str, size: int) -> None:
    """Killed at a random moment after its first commit: what was committed is there, and a last run completes it."""
    moments = random.Random(size)
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.experiment.groups", place, str(size)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        with Store(place) as store:
            before = store.tally(SPEC.id).trials
        told = [0]
        while not told[-1]:  # nothing is committed yet
            told.append(int(process.stdout.readline()))
        time.sleep(moments.uniform(0.0, 0.2))
        process.kill()
        rest = process.communicate()[0].splitlines(keepends=True)
        told += [int(line) for line in rest if line.endswith("\n") and line != "finished\n"]
        with Store(place) as store:
            report = check_store(store)
            assert report.is_sound
            assert report.trials >= before + max(told)
            assert report.trials % BLOCK == 0
    with Store(place) as store:
        assert run(SPEC, TRIALS, store=store).tally == run(SPEC, TRIALS).tally
