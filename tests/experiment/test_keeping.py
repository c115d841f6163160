"""A run beside others: it uses what they store, stores what they did not, and says so when it cannot."""

import random
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from setlab.experiment import run as module
from setlab.experiment.run import Plan, RunProgress, run
from setlab.experiment.spec import Range, make_spec
from setlab.experiment.store import Block, Store
from setlab.experiment.store.database import SqliteStore
from setlab.experiment.tally import Tally

SPEC = make_spec("first-set", {}, seed=1)
EXPECTED = run(SPEC, 10_000).tally


def after(block: int, action: Callable[[], object]) -> Callable[[RunProgress], None]:
    """A report that does something after so many blocks."""
    blocks = count(1)

    def report(_: RunProgress) -> None:
        if next(blocks) == block:
            action()

    return report


@pytest.mark.parametrize("block", [1000, 700, 1024, 3000, None])
@pytest.mark.parametrize(("first", "trials"), [(0, 10_000), (2_500, 3_000), (1_999, 2), (9_000, 5_000), (0, 2_500)])
def test_another_process_stores_trials_of_this_run(tmp_path: Path, block: int | None, first: int, trials: int) -> None:
    """The other one comes after the second block, when the third is being computed."""
    with Store(tmp_path / "runs.sqlite") as mine, Store(tmp_path / "runs.sqlite") as others:
        meanwhile = after(2, lambda: run(SPEC, trials, first=first, block=block, store=others))
        result = run(SPEC, 10_000, block=1000, store=mine, report=meanwhile)
        assert (result.tally, result.warning, result.complete) == (EXPECTED, "", True)
        end = max(10_000, first + trials)
        assert mine.ranges(SPEC.id) == [(0, end)]
        assert mine.tally(SPEC.id) == run(SPEC, end).tally


def test_what_others_stored_is_not_computed_again(tmp_path: Path) -> None:
    with Store(tmp_path / "runs.sqlite") as mine, Store(tmp_path / "runs.sqlite") as others:
        meanwhile = after(1, lambda: run(SPEC, 6_000, first=4_000, block=1000, store=others))
        result = run(SPEC, 10_000, block=1000, store=mine, report=meanwhile)
    assert (result.tally, result.run) == (EXPECTED, 4_000)


def test_blocks_end_at_multiples_of_their_size() -> None:
    plan = Plan(SPEC, 77, 5_000, None)
    spans = [plan.next(size) for size in (512, 512, 1024, 2048, 64, 4096, 4096)]
    ends = [span.end for span in spans if span is not None]
    assert ends == [512, 1024, 2048, 4096, 4160, 5000]
    assert spans[-1] is None


def test_a_stored_block_that_sticks_out_is_computed_and_not_stored(tmp_path: Path) -> None:
    with Store(tmp_path / "runs.sqlite") as store:
        store.add(SPEC, Block(500, run(SPEC, 1000, first=500).tally, 0.1))
        plan = Plan(SPEC, 0, 1200, store)
        assert [plan.next(4096) for _ in range(3)] == [(0, 500), (500, 1200), None]
        assert plan.tally.trials == 0
        assert run(SPEC, 1200, block=4096, store=store).tally == run(SPEC, 1200).tally
        assert [(block.first, block.end) for block in store.blocks(SPEC.id)] == [(0, 500), (500, 1500)]


@pytest.mark.parametrize("jumps", [1, 3, 50])
def test_going_elsewhere_leaves_nothing_out(jumps: int) -> None:
    random.seed(jumps)  # one jump in fifty would lead to where it started
    plan = Plan(SPEC, 5, 3_005, None)
    spans: list[Range] = []
    while (span := plan.next(64)) is not None:
        spans.append(span)
        if len(spans) <= jumps:
            plan.go_elsewhere()
    assert sorted(trial for span in spans for trial in range(span.first, span.end)) == list(range(5, 3_005))
    assert [span.first for span in spans] != sorted(span.first for span in spans)


def sqlite_of(store: Store) -> SqliteStore:
    assert isinstance(store._db, SqliteStore)
    return store._db


def test_a_store_that_was_locked_for_a_while_gets_all_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setlab.experiment.store.database.WAIT", 0.05)
    place = tmp_path / "runs.sqlite"
    with Store(place) as mine, Store(place) as others:
        holder = sqlite_of(others).connection
        holder.execute("BEGIN IMMEDIATE")
        result = run(SPEC, 10_000, block=1000, store=mine, report=after(5, lambda: holder.execute("ROLLBACK")))
        assert (result.tally, result.warning) == (EXPECTED, "")
        assert mine.ranges(SPEC.id) == [(0, 10_000)]


def test_a_store_that_stays_locked_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setlab.experiment.store.database.WAIT", 0.05)
    place = tmp_path / "runs.sqlite"
    with Store(place) as mine, Store(place) as others:
        sqlite_of(others).connection.execute("BEGIN IMMEDIATE")
        result = run(SPEC, 10_000, block=1000, store=mine)
    assert result.tally == EXPECTED
    assert "is locked by another process" in result.warning
    assert result.warning.endswith("; 10000 trials of this run were not stored")


def test_a_full_disk_loses_what_did_not_fit_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.0)
    with Store(tmp_path / "runs.sqlite") as store:
        connection = sqlite_of(store).connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        result = run(
            SPEC,
            200_000,
            block=1000,
            store=store,
            report=after(1, lambda: connection.execute(f"PRAGMA max_page_count = {pages + 4}")),
        )
        stored = store.tally(SPEC.id)
    assert result.tally == run(SPEC, 200_000).tally
    assert f"is full: free some space, or choose another --store; {200_000 - stored.trials} trials" in result.warning
    assert stored == run(SPEC, stored.trials).tally


def test_a_run_that_is_stopped_computes_nothing_again(tmp_path: Path) -> None:
    """Another process stores part of the block in flight, and then Ctrl-C is pressed."""
    with Store(tmp_path / "runs.sqlite") as mine, Store(tmp_path / "runs.sqlite") as others:
        asked: list[bool] = []

        def meanwhile() -> None:
            run(SPEC, 100, first=1500, store=others, block=100)
            asked.append(True)

        result = run(SPEC, 10_000, block=1000, store=mine, report=after(1, meanwhile), stopped=lambda: bool(asked))
        assert (result.tally, result.warning) == (run(SPEC, 2000).tally, "")
        assert (mine.ranges(SPEC.id), mine.stored) == ([(0, 1000), (1500, 1600)], 1000)


def test_another_tally_of_the_same_trials_is_named_and_the_rest_is_stored(tmp_path: Path) -> None:
    """It comes while this process computes the very same block."""
    wrong = Block(1000, Tally(SPEC.id, 1000, {"first_set": {3: 1000}}), 0.1)
    with Store(tmp_path / "runs.sqlite") as mine, Store(tmp_path / "runs.sqlite") as others:
        result = run(SPEC, 10_000, block=1000, store=mine, report=after(1, lambda: others.add(SPEC, wrong)))
        assert mine.ranges(SPEC.id) == [(0, 10_000)]
    assert result.tally == EXPECTED
    assert result.warning.startswith(f"trials 1000 to 1999 of {SPEC.id} gave two tallies: the stored block ")
    assert "has 1000 in 'first_set' at '3', the other block" in result.warning
