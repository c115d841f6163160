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
from setlab.experiment.backends import opened_backend
from setlab.experiment.result import Result
from setlab.experiment.run import Progress, run
from setlab.experiment.spec import check_confidence, make_spec
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
    command line. What a store has is not computed again. `progress=True` shows a line on stderr.
    A `KeyboardInterrupt` leaves no thread behind; a store has the finished blocks then.

    >>> simulate("endgame", 1000, seed=1, choice="random").tally["leftover"]
    {0: 13, 6: 465, 9: 447, 12: 73, 15: 2}
    >>> simulate("endgame", 1000, choise="popular")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'choise' is not a parameter of endgame: did you mean choice? endgame takes …
    """
    spec = make_spec(kernel, parameters, seed)
    check_confidence(confidence)
    chosen = opened_backend(backend, threads=threads, scheduler=scheduler, workers=workers)
    with _opened(store) as kept, _shown(kernel, progress) as report, chosen as engine:
        result = run(spec, trials, first=first, backend=engine, store=kept, report=report)
    if result.warning:
        warnings.warn(result.warning, stacklevel=2)
    return replace(result, confidence=confidence)


@contextmanager
def _opened(store: SomeStore) -> Iterator[Store | None]:
    """The store that is asked for; one that was opened here is closed again."""
    if store is None or isinstance(store, Store):
        yield store
        return
    if store is not True and not isinstance(store, str | PathLike):
        raise TypeError(f"store={shown(store)} is not a store: give a file, an address, a Store, or True")
    location = default_location() if store is True else fspath(store)
    with Store(location) as opened:
        yield opened


@contextmanager
def _shown(kernel: str, wanted: bool) -> Iterator[Callable[[Progress], None] | None]:
    """A line on stderr that says how far the run is."""
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
