"""Long lists of orbits on a backend: run as an experiment, with its store, its progress bar and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from setlab.cli.options import option
from setlab.errors import SpecError

if TYPE_CHECKING:
    from setlab.exact.evidence import Evidence
    from setlab.exact.sets.tables import SetTable
    from setlab.experiment.run import Result

ListingBackend = Annotated[
    str | None, option("--backend", "NAME", "Where --recompute computes, with a store: cpu or dask.")
]


def check_listing(
    recompute: bool, backend: str | None, scheduler: str | None, workers: int | None, store: str | None, no_store: bool
) -> None:
    """Raise `SpecError` unless these options go together.

    >>> check_listing(False, "cpu", None, None, None, False)
    Traceback (most recent call last):
    setlab.errors.SpecError: --backend says where to compute: add --recompute, or leave it out to read what ships
    """
    from setlab.experiment.backends import check_backend

    given = {"--scheduler": scheduler, "--workers": workers, "--store": store, "--no-store": no_store or None}
    if backend is None and (named := [name for name, value in given.items() if value is not None]):
        raise SpecError(f"{named[0]} is for a run on a backend: add --backend cpu or --backend dask")
    if backend is not None and not recompute:
        raise SpecError("--backend says where to compute: add --recompute, or leave it out to read what ships")
    if backend is not None:
        check_backend(backend, scheduler, workers)
    if backend == "gpu":
        raise SpecError("the backend gpu lists no orbits: choose --backend cpu or --backend dask")


def list_sets(
    cards: int,
    dimension: int,
    show: Callable[[SetTable, tuple[Evidence, ...]], None],
    *,
    backend: str,
    scheduler: str | None,
    workers: int | None,
    store: str | None,
    no_store: bool,
) -> int:
    """List the orbits for the SETs of a number of cards on a backend, and show the table. The exit status."""
    from setlab.cli.running import run_stored
    from setlab.exact.sets.tables import evidence_of_listing, set_table
    from setlab.experiment.backends import opened_backend
    from setlab.experiment.orbits import listed_set_counts, set_counts_spec

    spec, trials = set_counts_spec(cards, dimension)

    def finish(result: Result) -> None:
        if result.complete:
            table = set_table(listed_set_counts(result, cards), cards)
            show(table, evidence_of_listing(table, trials, trials - result.run))

    with opened_backend(backend, scheduler=scheduler, workers=workers) as engine:
        return run_stored(spec, trials, finish, store=store, no_store=no_store, backend=engine)
