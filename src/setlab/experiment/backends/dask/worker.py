"""What a worker of the cluster does: it computes one block at a time, with all its threads or on its GPU."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock

from setlab.experiment.backends import Backend, find_backend
from setlab.experiment.backends.backend import compute_range
from setlab.experiment.backends.dask.crew import Answer, Order
from setlab.experiment.keeper import described
from setlab.experiment.spec import Spec

_ONE_AT_A_TIME = Lock()
"""A worker with several threads is given the next order early; it begins when the present one is finished."""


@dataclass(frozen=True)
class Task:
    """An order with the experiment that it belongs to, pickled, and how it is to be computed."""

    spec: bytes
    order: Order
    threads: int
    gpu: bool


def carry_out(task: Task) -> Answer:
    """The block of a task, its rare games described here.

    A worker that cannot compute the experiment is unfit, and so is one whose GPU fails.
    """
    with _ONE_AT_A_TIME:
        try:
            spec, order = read(task.spec), task.order
            block = compute_range(equipment(task.threads, task.gpu), spec, order.first, order.trials)
            return Answer(order.number, described(spec, block))
        except (ValueError, ImportError) as error:
            return Answer(task.order.number, error=str(error), unfit=True)
        except Exception as error:
            if not task.gpu:
                raise
            return Answer(task.order.number, error=f"its GPU failed ({type(error).__name__}: {error})", unfit=True)


def gpu_trouble(spec: bytes) -> str:
    """Why this worker does not compute an experiment on its GPU, found out by a trial; an empty text if it does."""
    try:
        compute_range(equipment(1, gpu=True), read(spec), 0, 1)
    except Exception as error:  # of a GPU, its driver or its library, whatever they raise
        return str(error)
    return ""


@lru_cache(maxsize=8)
def read(spec: bytes) -> Spec:
    """The experiment of a task; all tasks of a run have the same."""
    found: Spec = pickle.loads(spec)
    return found


@cache
def equipment(threads: int, gpu: bool) -> Backend:
    """What the worker computes with."""
    return find_backend("gpu") if gpu else find_backend("cpu", threads=threads)
