"""The backends: where trials are computed. One module each, imported when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from setlab.errors import SpecError, unknown_name
from setlab.experiment.backends.backend import Backend
from setlab.experiment.backends.cpu import Cpu
from setlab.experiment.parameters import whole_number

__all__ = ["BACKENDS", "Backend", "check_backend", "find_backend", "open_backend"]

BACKENDS = {
    "cpu": "the threads of this machine",
    "gpu": "an NVIDIA GPU of this machine, by CuPy",
    "dask": "the workers of a Dask cluster",
}
"""Where each computes, by name."""

MOST_WORKERS = 1024
"""The most processes of a local cluster."""


def check_backend(name: str, scheduler: str | None = None, workers: int | None = None) -> None:
    """Raise `SpecError` unless there is such a backend, and the cluster is described for `dask` alone.

    >>> check_backend("cuda")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'cuda' is not a backend: choose cpu, gpu or dask
    """
    if not isinstance(name, str) or name not in BACKENDS:
        raise SpecError(unknown_name(name, "a backend", tuple(BACKENDS)))
    if name != "dask" and (scheduler is not None or workers is not None):
        given = "scheduler" if scheduler is not None else "workers"
        raise SpecError(f"{given} describes a Dask cluster: choose the backend dask for it, not {name}")
    if scheduler is not None and workers is not None:
        raise SpecError("scheduler and workers exclude each other: a cluster that runs has its own workers")
    if workers is not None and not 1 <= whole_number(workers, "workers") <= MOST_WORKERS:
        raise SpecError(f"{workers} workers cannot be started: choose 1 to {MOST_WORKERS}")


def find_backend(
    name: str, *, threads: int | None = None, scheduler: str | None = None, workers: int | None = None
) -> Backend:
    """The backend of this name; `scheduler` or `workers` are for `dask`, whose workers have `threads`
    threads each.

    >>> find_backend("cpu", threads=2).name
    'cpu'
    """
    check_backend(name, scheduler, workers)
    if name == "gpu":
        return _find_gpu()
    if name == "dask":
        return _find_dask(scheduler, workers, threads)
    return Cpu(threads)


@contextmanager
def open_backend(name: str, **options: Any) -> Iterator[Backend]:
    """The backend of this name, with the options of `find_backend`; a cluster that it starts ends afterwards.

    >>> with open_backend("cpu", threads=2) as backend:
    ...     backend.name
    'cpu'
    """
    backend = find_backend(name, **options)
    try:
        yield backend
    finally:
        backend.close()


def _find_gpu() -> Backend:
    try:
        module = import_module("setlab.experiment.backends.gpu")
    except ModuleNotFoundError:
        raise ImportError("the backend gpu needs CuPy and an NVIDIA GPU: install setlab[gpu], or choose cpu") from None
    backend: Backend = module.Gpu()
    return backend


def _find_dask(scheduler: str | None, workers: int | None, threads: int | None) -> Backend:
    try:
        import_module("distributed")
    except ModuleNotFoundError:
        raise ImportError("the backend dask needs the library distributed: install setlab[cluster]") from None
    backend: Backend = import_module("setlab.experiment.backends.dask").Dask(scheduler, workers, threads)
    return backend
