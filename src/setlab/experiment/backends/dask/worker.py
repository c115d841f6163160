"""What a worker of the cluster does: it computes one block at a time, with all its threads or on its GPU."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import cache
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
    """The block of a task, its rare games described here; an experiment that cannot be computed here makes unfit."""
    with _ONE_AT_A_TIME:
        try:
            spec, order = read(task.spec), task.order
            block = compute_range(equipment(task.threads, task.gpu), spec, order.first, order.trials)
            return Answer(order.number, described(spec, block))
        except (ValueError, ImportError) as error:
            return Answer(task.order.number, error=str(error), unfit=True)


@cache
def read(spec: bytes) -> Spec:
    """The experiment of a task; all tasks of a run have the same."""
    found: Spec = pickle.loads(spec)
    return found


@cache
def equipment(threads: int, gpu: bool) -> Backend:
    """What the worker computes with."""
    return find_backend("gpu") if gpu else find_backend("cpu", threads=threads)
