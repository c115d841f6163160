"""`simulate`: an experiment in one call."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike, fspath
from typing import Any

from setlab.arguments import checked
from setlab.errors import shown
from setlab.experiment.backends import open_backend
from setlab.experiment.result import Result
from setlab.experiment.run import Progress, run
from setlab.experiment.spec import Spec, check_confidence, make_spec
from setlab.experiment.store import Store, default_location

SomeStore = bool | str | PathLike[str] | Store | None


@checked
def simulate(
    kernel: str,
    trials: float | str,
    *,
    seed: int = 0,
    first: float | str = 0,
    confidence: float = 0.95,
    store: SomeStore = None,
    threads: int | None = None,
    backend: str = "cpu",
    scheduler: str | None = None,
    workers: int | None = None,
    progress: bool = False,
    **parameters: Any,
) -> Result:
    """The result of trials first … first + trials − 1 of a kernel; `parameters` are those of the kernel.

    Trial i depends on the seed, the parameters and i alone: threads, backend, machine and store change nothing. The
    backend is cpu, gpu, or dask with the address of a `scheduler` or a number of `workers` to start here. Nothing is
    kept unless `store` is given: a file, the address of a database, an open `Store`, or True for the store of the
    command line. Stored trials are not recomputed. `progress=True` shows a line on stderr.
    A `KeyboardInterrupt` leaves no thread behind, and the finished blocks in the store.

    >>> simulate("endgame", 1000, seed=1, choice="random").tally["leftover"]
    {0: 13, 6: 465, 9: 447, 12: 73, 15: 2}
    >>> simulate("endgame", 1000, choise="popular")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'choise' is not a parameter of endgame: did you mean choice? endgame takes …
    """
    spec = make_spec(kernel, parameters, seed)
    check_confidence(confidence)
    cluster = {"threads": threads, "scheduler": scheduler, "workers": workers}
    result = run_kept(spec, trials, first, store=store, backend=backend, progress=progress, **cluster)
    return replace(result, confidence=confidence)


def run_kept(
    spec: Spec,
    trials: float | str,
    first: float | str = 0,
    *,
    store: SomeStore = None,
    backend: str = "cpu",
    progress: bool = False,
    **options: Any,
) -> Result:
    """The result of a run on a backend by its name, with the `store` and the `options` of `simulate`."""
    chosen = open_backend(backend, **options)
    with open_store(store) as kept, progress_line(spec.kernel, progress) as report, chosen as engine:
        result = run(spec, trials, first=first, backend=engine, store=kept, report=report)
    if result.warning:
        warnings.warn(result.warning, stacklevel=4)  # at the call of `simulate`, whose arguments are checked
    return result


@contextmanager
def open_store(store: SomeStore) -> Iterator[Store | None]:
    """The requested store; one that was opened here is closed again."""
    if store is None or isinstance(store, Store):
        yield store
        return
    if store is not True and not isinstance(store, str | PathLike):
        raise TypeError(f"store={shown(store)} is not a store: give a file, an address, a Store, or True")
    location = default_location() if store is True else fspath(store)
    with Store(location) as opened:
        yield opened


@contextmanager
def progress_line(kernel: str, wanted: bool) -> Iterator[Callable[[Progress], None] | None]:
    """A line on stderr with the progress of the run."""
    if not wanted:
        yield None
        return

    def report(now: Progress) -> None:
        part = f"{now.done:,} of {now.wanted:,} trials, {now.done / now.wanted:.0%}, {now.rate:,.0f} a second"
        print(f"\r{kernel}: {part}", end="", file=sys.stderr, flush=True)

    try:
        yield report
    finally:
        print(file=sys.stderr)
