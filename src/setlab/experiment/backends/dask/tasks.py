"""What the driver asks of a cluster. Tasks go to workers by name, results come back in any order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from setlab.experiment.ranges import Range
from setlab.experiment.store import Block


@dataclass(frozen=True)
class Worker:
    """A worker: its address, its threads, and whether it computes on a GPU."""

    address: str
    threads: int
    gpu: bool = False


@dataclass(frozen=True)
class Task:
    """Trials to be computed as one block by a worker; the number names this attempt."""

    number: int
    trials: Range


@dataclass(frozen=True)
class TaskResult:
    """The block of a task, or why there is none.

    A worker that is `unfit` would fail in every task of the run: it gets no more.
    """

    number: int
    block: Block | None = None
    error: str = ""
    unfit: bool = False


class Workers(Protocol):
    """The workers of a cluster that may compute a spec."""

    def fit(self) -> Mapping[str, Worker]:
        """The connected workers that passed the check, by address. Raise `SpecError` if the cluster is lost."""
        ...

    def is_checking(self) -> bool:
        """True while the check of a connected worker is open."""
        ...

    def refusals(self) -> Sequence[str]:
        """The sentences about the workers that were refused."""
        ...

    def refuse(self, worker: Worker, why: str) -> None:
        """Give a worker no more tasks."""
        ...

    def send(self, worker: Worker, task: Task) -> None:
        """Have a worker compute a task."""
        ...

    def results(self, seconds: float) -> list[TaskResult]:
        """The results that have come; if there is none yet, those that come within the time."""
        ...

    def cancel(self, numbers: Collection[int]) -> None:
        """Cancel tasks: those that wait are never begun."""
        ...
