"""Ctrl-C and runs: noted while a run goes on, raised at any other time; what is in flight is given up."""

import signal
import sqlite3
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path

import pytest

from setlab.experiment.backends import BlockPace, Cpu
from setlab.experiment.interrupts import interrupts, leave_if_noted, note_interrupts
from setlab.experiment.run import RunProgress, run
from setlab.experiment.spec import Range, make_spec
from setlab.experiment.store import Store

SLOW = make_spec("solitaire", {"strategy": "master"}, seed=1)
QUICK = make_spec("endgame", {}, seed=1)
HOURS = 10**7
"""Trials of SLOW that take days."""


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_outside_a_run_is_raised_at_once() -> None:
    with interrupts() as stopped:
        assert not stopped()
        with pytest.raises(KeyboardInterrupt):
            press()
        assert stopped()


def test_ctrl_c_in_a_run_is_noted_and_the_second_one_raised() -> None:
    with interrupts() as stopped:
        with note_interrupts():
            press()
            assert stopped()
            with pytest.raises(KeyboardInterrupt):
                leave_if_noted()
            with pytest.raises(KeyboardInterrupt):
                press()
        with pytest.raises(KeyboardInterrupt):
            press()


def test_whoever_does_not_ask_is_interrupted_as_always() -> None:
    before = signal.getsignal(signal.SIGINT)
    leave_if_noted()
    with note_interrupts(), pytest.raises(KeyboardInterrupt):
        press()
    with interrupts():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before


def test_ctrl_c_during_a_run_ends_it_with_what_it_has(tmp_path: Path) -> None:
    with Store(tmp_path / "runs.sqlite") as store, interrupts() as stopped:

        def report(progress: RunProgress) -> None:
            if not stopped():
                press()

        result = run(QUICK, 10**12, store=store, block=1000, stopped=stopped, report=report)
        assert stopped()
        assert not result.complete
        assert 0 < result.tally.trials == store.tally(QUICK.id).trials
        assert result.tally == run(QUICK, result.tally.trials).tally


def test_a_block_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    asked = chain([False], repeat(True))
    with Store(tmp_path / "runs.sqlite") as store:
        result = run(SLOW, HOURS, store=store, block=HOURS, stopped=lambda: next(asked))
        assert (result.complete, result.tally.trials, result.run) == (False, 0, 0)
        assert store.specs() == []


def test_who_leaves_a_run_waits_for_no_block() -> None:
    ranges = iter([Range(0, 2), Range(2, HOURS)])
    with closing(Cpu().blocks(SLOW, lambda size: next(ranges, None), None, lambda: False)) as blocks:
        assert next(blocks).range == (0, 2)


def test_an_error_of_the_engine_comes_out_of_the_run() -> None:
    """No histogram can count so many SETs at once."""
    spec = make_spec("set-count", {"dimension": 6}, seed=1)
    with pytest.raises(ValueError, match="too many at once"):
        run(spec, 2**40, block=2**40)


def test_blocks_begin_small_and_grow_to_half_a_second() -> None:
    pace = BlockPace(threads=6)
    assert pace.trials() == 8
    pace.done, pace.seconds = 8, 16.0
    assert pace.trials() == 8, "two seconds each: one for every thread, still"
    pace.done, pace.seconds = 8, 1e-6
    assert pace.trials() == 128, "sixteen times as many as there were"
    pace.done, pace.seconds = 10_000, 0.5
    assert pace.trials() == 8192
    pace.done, pace.seconds = 2**40, 1.0
    assert pace.trials() == 2**26


def test_a_store_that_somebody_else_holds_is_left_by_ctrl_c(tmp_path: Path) -> None:
    place = tmp_path / "runs.sqlite"
    with Store(place) as store, closing(sqlite3.connect(place, isolation_level=None)) as other, interrupts():
        run(QUICK, 100, store=store)
        other.execute("BEGIN IMMEDIATE")
        with note_interrupts():
            press()
            with pytest.raises(KeyboardInterrupt):
                store.delete(QUICK.id)
        other.execute("ROLLBACK")
        assert store.tally(QUICK.id).trials == 100
        store.delete(QUICK.id)
        assert store.specs() == []
