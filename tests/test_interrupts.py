"""Long work in the core can be ended: by a `Stop` of another thread, by a signal, by an error in one of its threads."""

import signal
import threading
from collections.abc import Callable

import numpy as np
import pytest

from setlab import _core
from setlab.antiset.solver import Solver
from setlab.antiset.strategies import tournament
from setlab.exact.extremes import subset_orbits
from setlab.exact.orbits import orbit_levels
from setlab.exact.planes import pairs_of_sections
from setlab.experiment.kernels import KERNELS, find_kernel
from setlab.geometry.design import affine
from setlab.solitaire.bounds import informed_games
from setlab.solitaire.strategies import core_games
from setlab.solitaire.values import Budgets, engine_for

MANY = 1 << 30
"""Trials that no test waits for."""

VALUED = engine_for("valued", Budgets(sums_from=27))


def kernel(name: str, trials: int = MANY, **parameters: object) -> Callable[[], object]:
    found = find_kernel(name)
    complete = found.complete(parameters)
    return lambda: found.engine(complete, 1, 0, trials, 2)


def plane_sums() -> object:
    masks, images, _ = _core.plane_unions(4, 21)
    return _core.sum_plane_unions(4, masks, images, 21, 40, threads=2)


def three_sections() -> object:
    first, second = (subset_orbits(9, 3, affine=affinely)[0] for affinely in (True, False))
    return _core.fewest_lines_over(first, second, 9, 40, dimension=3)


def third_sections() -> object:
    pairs = pairs_of_sections(7, 7, 4)
    return _core.third_sections(4, pairs.first, pairs.second, 13)


def antiset(d: int, q: int) -> _core.AntisetEngine:
    return Solver(affine(d, q)).engine


WORK: dict[str, Callable[[], object]] = {
    "endgame": kernel("endgame"),
    "endgame in five dimensions": kernel("endgame", dimension=5, table="all", choice="popular"),
    "one game in six dimensions": kernel("endgame", 1, dimension=6, table="all", choice="popular"),
    "endgame, four values": kernel("endgame", values=4, dimension=5),
    "one game with all on the table": kernel("endgame", 1, values=5, table="all", choice="popular"),
    "first-set": kernel("first-set"),
    "first-plane": kernel("first-plane", dimension=5),
    "set-count": kernel("set-count", dimension=6),
    "plane-count": kernel("plane-count", dimension=4),
    "antiset": kernel("antiset"),
    "draws": lambda: _core.draw_bits_table(1, 0, 1 << 22, 128, threads=2),
    "solitaire, S9": lambda: core_games("S9", 1, 0, 1 << 22, threads=2),
    "solitaire, master": lambda: core_games("master", 1, 0, 1 << 12, threads=2),
    "solitaire, clairvoyant": lambda: _core.solitaire_clairvoyant(1, 0, 1 << 16, nodes=1 << 12, threads=2),
    "solitaire-clearable": kernel("solitaire-clearable", 1 << 16),
    "solitaire-bound": kernel("solitaire-bound", 1 << 12),
    "solitaire-value": kernel("solitaire-value", 1 << 14),
    "solitaire, sums": lambda: VALUED.log_sums(1, 0, 1 << 14),
    "solitaire, samples": lambda: VALUED.samples(1, 0, 1 << 14, undealt=30, deals=4),
    "solitaire, one bound": lambda: informed_games(1, 27, 1, deals=4, exact_to=12, threads=2),
    "solitaire, one exact bound": lambda: informed_games(1, 18, 1, deals=1, exact_to=18, threads=2),
    "antiset, one question": lambda: antiset(4, 3).forces(True, [], [], 40, 1 << 60),
    "antiset, all positions": lambda: antiset(4, 3).reachable([], [], 1 << 60),
    "antiset, a large group": lambda: Solver(affine(2, 9)).solve(),
    "orbits": lambda: list(orbit_levels(5, "cap", until=11, threads=2)),
    "plane unions": lambda: _core.plane_unions(4, 50),
    "plane sums": plane_sums,
    "line extremes": lambda: _core.line_extremes(3),
    "subset orbits": lambda: _core.subset_orbits(3, 13, affine=True),
    "three sections": three_sections,
    "third sections": third_sections,
    "leftovers": lambda: _core.game_graph(table=0, undealt=(1 << 27) - 1, due=12, size=12),
}


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_a_stop_ends_all_work(work: Callable[[], object]) -> None:
    """It was asked just now whether to go on: so it is the loops in the middle of the work that ask again."""
    stop = _core.Stop()
    with stop:
        _core.check_interrupt()
        stop.set()
        with pytest.raises(_core.Interrupted):
            work()


def test_every_kernel_is_among_them() -> None:
    assert set(KERNELS) - {"solitaire"} <= set(WORK)


def test_a_stop_is_heard_in_the_thread_that_listens_and_in_no_other() -> None:
    stop, listening = _core.Stop(), threading.Event()
    ended: list[str] = []

    def listen() -> None:
        with stop:
            listening.set()
            with pytest.raises(_core.Interrupted):
                core_games("master", 1, 0, 1 << 12)
            ended.append("by the stop")

    thread = threading.Thread(target=listen)
    thread.start()
    listening.wait()
    stop.set()
    assert len(core_games("S9", 1, 0, 1000)["turns"]) == 1000, "nobody listens here"
    thread.join()
    assert ended == ["by the stop"]
    assert stop.is_set()


def test_stops_are_heard_within_each_other() -> None:
    outer, inner = _core.Stop(), _core.Stop()
    outer.set()
    with outer, inner, pytest.raises(_core.Interrupted):
        core_games("master", 1, 0, 1 << 12)
    with inner:
        assert len(core_games("S9", 1, 0, 100)["turns"]) == 100


def test_a_signal_ends_work_on_several_threads() -> None:
    def leave(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, leave)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            core_games("master", 1, 0, 1 << 12, threads=2)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_an_error_in_a_thread_comes_out(threads: int) -> None:
    """All cards but those of a plane: more planes than the engine can take."""
    masks = np.array([[2**64 - 2**9, 2**17 - 1]] * 50, dtype=np.uint64)
    with pytest.raises(ValueError, match="more than 64 planes"):
        _core.sum_plane_unions(4, masks, np.ones(50, dtype=np.int64), 72, 81, threads=threads)


def test_work_that_was_stopped_leaves_the_engine_as_it_was() -> None:
    found, stop = Solver(affine(4, 3)), _core.Stop()
    stop.set()
    with stop, pytest.raises(_core.Interrupted):
        found.engine.forces(True, [], [], 40, 1 << 60)
    assert found.engine.canonical([5], []) == ([0], [])
    assert found.engine.forces(True, [], [], 10, 1 << 60) is False


def test_python_that_lasts_asks_too() -> None:
    stop = _core.Stop()
    stop.set()
    with stop, pytest.raises(_core.Interrupted):
        tournament("AG(3,3)", ["theorem7"], ["max-cap"], games=10**6)
