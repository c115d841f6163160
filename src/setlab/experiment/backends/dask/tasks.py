"""What the driver asks of a cluster. Tasks go to workers by name, answers come back in any order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from setlab.experiment.store import Block


@dataclass(frozen=True)
class Member:
    """A worker: its address, its threads, and whether it computes on a GPU."""

    address: str
    threads: int
    gpu: bool = False


@dataclass(frozen=True)
class Order:
    """The trials first … first + trials − 1, to be computed by a worker; the number names this attempt."""

    number: int
    first: int
    trials: int


@dataclass(frozen=True)
class Answer:
    """The block of an order, or why there is none.

    A worker that is `unfit` would answer every order of the run like this one: it gets no more.
    """

    number: int
    block: Block | None = None
    error: str = ""
    unfit: bool = False


class Crew(Protocol):
    """The workers of a cluster, as far as they may compute a spec."""

    def members(self) -> Mapping[str, Member]:
        """The workers that are there now and were found fit, by address. Raise `SpecError` if the cluster is lost."""
        ...

    def is_asking(self) -> bool:
        """True while workers are there of which it is not known yet whether they are fit."""
        ...

    def refused(self) -> Sequence[str]:
        """The sentences about the workers that were refused."""
        ...

    def refuse(self, member: Member, why: str) -> None:
        """Leave a worker out from now on."""
        ...

    def send(self, member: Member, order: Order) -> None:
        """Have a worker compute an order."""
        ...

    def answers(self, seconds: float) -> list[Answer]:
        """The answers that have come; if there is none yet, those that come within the time."""
        ...

    def recall(self, numbers: Collection[int]) -> None:
        """Cancel orders: those that wait are never begun."""
        ...
