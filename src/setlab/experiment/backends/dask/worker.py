"""The work of a Dask worker: one block at a time, with all its threads or on its GPU, and the check of its versions.

Before a worker gets work, it evaluates an expression that tells its versions: a worker with another version of setlab,
or of Python, need not have the functions of this one.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from threading import Lock

from setlab.experiment.backends import Backend, find_backend
from setlab.experiment.backends.dask.driver import Task, TaskResult, Worker
from setlab.experiment.run import describe_rare
from setlab.experiment.spec import Range, Spec

Identity = Mapping[str, object]
"""A process's version of setlab, its version of the kernel's meaning, and its id of the spec."""

QUESTION = """(lambda module: {{
    "setlab": module("setlab").__version__,
    "kernel": module("setlab.experiment.kernels").find_kernel({kernel!r}).version,
    "spec": module("pickle").loads({spec!r}).id,
}})(__import__("importlib").import_module)"""

NAMES = {
    "setlab": "setlab {found}",
    "kernel": "version {found} of {kernel}",
    "spec": "the id {found} for the experiment",
}
REMEDY = "install the same setlab there"

GPU_QUESTION = '__import__("setlab.experiment.backends.dask.worker", fromlist=["*"]).gpu_error({spec!r})'


def pickle_spec(spec: Spec) -> bytes:
    """The spec as it is sent: without its cached values.

    >>> from setlab.experiment.spec import make_spec
    >>> spec = make_spec("endgame", seed=1)
    >>> pickle.loads(pickle_spec(spec)).id == spec.id
    True
    """
    return pickle.dumps(replace(spec))


def question(spec: Spec) -> str:
    """The expression whose value is the identity of an experiment in the process that evaluates it."""
    return QUESTION.format(kernel=spec.kernel, spec=pickle_spec(spec))


def gpu_question(spec: bytes) -> str:
    """The expression whose value says why a worker does not compute the pickled spec on its GPU: empty if it does."""
    return GPU_QUESTION.format(spec=spec)


def identity(spec: Spec) -> Identity:
    """The identity of an experiment in this process.

    >>> from setlab.experiment.spec import make_spec
    >>> spec = make_spec("first-set", seed=1)
    >>> identity(spec)["spec"] == spec.id
    True
    """
    found: Identity = eval(question(spec))
    return found


def refusal(worker: Worker, spec: Spec, answer: object) -> str:
    """The sentence that refuses a worker for its answer; an empty text if it may compute the spec.

    >>> from setlab.experiment.spec import make_spec
    >>> spec, worker = make_spec("endgame", seed=1), Worker("tcp://10.0.0.2:41001", threads=8)
    >>> refusal(worker, spec, identity(spec))
    ''
    >>> print(refusal(worker, spec, {**identity(spec), "kernel": 2}))
    worker tcp://10.0.0.2:41001 is refused: it has version 2 of endgame where this setlab has 1; install the same
    setlab there
    """
    if not isinstance(answer, Mapping):
        return refusal_sentence(worker, f"it cannot read the experiment ({type(answer).__name__}: {answer}); {REMEDY}")
    for key, wanted in identity(spec).items():
        if (found := answer.get(key)) != wanted:
            what = NAMES[key].format(found=found, kernel=spec.kernel)
            return refusal_sentence(worker, f"it has {what} where this setlab has {wanted}; {REMEDY}")
    return ""


def gpu_refusal(worker: Worker, answer: object) -> str:
    """The sentence that refuses a worker whose GPU does not compute an experiment; an empty text if it does.

    >>> print(gpu_refusal(Worker("tcp://10.0.0.2:41001", 8, gpu=True), "the backend gpu needs CuPy"))
    worker tcp://10.0.0.2:41001 is refused: its GPU does not compute this (the backend gpu needs CuPy); without the
    resource GPU a worker computes on its CPU
    """
    if answer == "":
        return ""
    return refusal_sentence(
        worker, f"its GPU does not compute this ({answer}); without the resource GPU a worker computes on its CPU"
    )


def refusal_sentence(worker: Worker, why: str) -> str:
    """The sentence about a worker that gets no tasks."""
    return f"worker {worker.address} is refused: {why}"


_ONE_AT_A_TIME = Lock()
"""A worker with several threads is given the next task early; it begins when the present one is finished."""


def run_task(task: Task, spec: bytes, threads: int, gpu: bool) -> TaskResult:
    """The block of a task, its rare games described here.

    A worker that cannot compute the experiment is unfit, and so is one whose GPU fails.
    """
    with _ONE_AT_A_TIME:
        try:
            found = unpickle_spec(spec)
            block = local_backend(threads, gpu).compute(found, task.trials)
            return TaskResult(task.number, describe_rare(found, block))
        except (ValueError, ImportError) as error:
            return TaskResult(task.number, error=str(error), unfit=True)
        except Exception as error:
            if not gpu:
                raise
            return TaskResult(task.number, error=f"its GPU failed ({type(error).__name__}: {error})", unfit=True)


def gpu_error(spec: bytes) -> str:
    """Why this worker does not compute an experiment on its GPU, tested by one trial; an empty text if it does."""
    try:
        local_backend(1, gpu=True).compute(unpickle_spec(spec), Range(0, 1))
    except Exception as error:  # of a GPU, its driver or its library, whatever they raise
        return str(error)
    return ""


@lru_cache(maxsize=8)
def unpickle_spec(spec: bytes) -> Spec:
    """The experiment of a task; all tasks of a run have the same."""
    found: Spec = pickle.loads(spec)
    return found


@cache
def local_backend(threads: int, gpu: bool) -> Backend:
    """The worker's own backend."""
    return find_backend("gpu") if gpu else find_backend("cpu", threads=threads)
