"""`DaskCrew`: the workers of a Dask cluster.

Two threads serve the driver: one looks every moment who is there; the other fetches blocks that are finished. A third
asks who is new what it knows. So neither a worker that hangs nor one that dies while it is asked holds the run up, or
keeps others from being seen to come and go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from setlab.errors import SpecError
from setlab.experiment.backends.dask.driver import LOOK, lost_sentence
from setlab.experiment.backends.dask.tasks import Answer, Member, Order
from setlab.experiment.backends.dask.worker import (
    Task,
    carry_out,
    gpu_question,
    gpu_refusal,
    pickled,
    question,
    refusal,
    refused,
)
from setlab.experiment.spec import Spec

if TYPE_CHECKING:
    from distributed import Client, Future

GPU = "GPU"
"""The resource of a worker that computes on its GPU: `dask worker … --resources "GPU=1"`."""

MOST_QUESTIONS = 3
"""A worker whose answers are lost so often is refused."""


class DaskCrew:
    """The workers of the cluster that a client is connected to, for one spec."""

    def __init__(self, client: Client, address: str, spec: Spec, threads: int | None = None) -> None:
        self._client, self._address, self._spec, self._threads = client, address, spec, threads
        self._sent, self._name = pickled(spec), f"setlab-{spec.id}-{uuid4().hex[:8]}"
        self._there: set[str] = set()
        self._fit: dict[str, Member] = {}
        self._refused: dict[str, str] = {}
        self._asking: set[str] = set()
        self._silent: Counter[str] = Counter()
        self._futures: dict[int, Future[Answer]] = {}
        self._done, self._answers = SimpleQueue[tuple[int, Any]](), SimpleQueue[Answer]()
        self._closed, self._lost = Event(), False
        for service in (self._watch, self._fetch):
            Thread(target=service, daemon=True).start()

    def close(self) -> None:
        """End the threads."""
        self._closed.set()
        self._done.put((-1, None))

    def members(self) -> Mapping[str, Member]:
        """The workers that are there and fit, by address."""
        if self._lost:
            raise self._loss()
        fit = self._fit.copy()
        return {address: fit[address] for address in fit if address in self._there and address not in self._refused}

    def is_asking(self) -> bool:
        """True while workers are asked; a GPU may compile its kernels for long."""
        return bool(self._asking & self._there)

    def refused(self) -> Sequence[str]:
        """The sentences about the workers that were refused."""
        return list(self._refused.values())

    def refuse(self, member: Member, why: str) -> None:
        """Leave a worker out from now on."""
        self._refused[member.address] = refused(member, why)

    def send(self, member: Member, order: Order) -> None:
        """Have a worker compute an order."""
        task = Task(self._sent, order, self._threads or member.threads, member.gpu)
        key = f"{self._name}-{order.number}"
        try:
            future = self._client.submit(carry_out, task, key=key, workers=[member.address], pure=False)
        except Exception:  # the scheduler may be lost, and the thread that looks has not noticed yet
            if not self._is_gone():
                raise
            raise self._loss() from None
        self._futures[order.number] = future
        future.add_done_callback(lambda found, number=order.number: self._done.put((number, found)))

    def answers(self, seconds: float) -> list[Answer]:
        """The answers that have come, or come within the time."""
        found: list[Answer] = []
        try:
            found.append(self._answers.get(timeout=seconds))
            while True:
                found.append(self._answers.get_nowait())
        except Empty:
            pass
        for answer in found:
            self._futures.pop(answer.number, None)
        return found

    def recall(self, numbers: Collection[int]) -> None:
        """Cancel orders."""
        futures = [self._futures.pop(number) for number in numbers if number in self._futures]
        try:
            if futures and not self._is_gone():
                self._client.cancel(futures, force=True)
        except Exception:  # with the scheduler, its orders are gone
            if not self._is_gone():
                raise

    def _loss(self) -> SpecError:
        return SpecError(lost_sentence(self._address, len(self._futures)))

    def _is_gone(self) -> bool:
        return self._lost or self._client.status != "running"

    def _watch(self) -> None:
        """Look who is there, until the run or the scheduler ends."""
        while not self._closed.is_set() and not self._lost:
            try:
                self._look()
            except Exception:  # whatever the libraries below raise, the scheduler does not answer
                self._lost = True
            self._lost = self._is_gone()
            self._closed.wait(LOOK)

    def _look(self) -> None:
        """Note who is there, and have those asked who are new; the answers may take long, and nobody waits for them."""
        self._there = set(self._client.nthreads())
        for address in self._fit.keys() - self._there:
            del self._fit[address]
        new = self._there - self._fit.keys() - self._refused.keys() - self._asking
        if new:
            self._asking |= new
            Thread(target=self._ask, args=(sorted(new),), daemon=True).start()

    def _ask(self, new: Sequence[str]) -> None:
        """Admit new workers, or refuse them; those with a GPU are asked once more."""
        try:
            described = self._client.scheduler_info(n_workers=-1)["workers"]
            members = [_member(address, described[address]) for address in new if address in described]
            able = self._passed(members, question(self._spec), lambda m, said: refusal(m, self._spec, said))
            self._admit(member for member in able if not member.gpu)
            self._admit(self._passed([m for m in able if m.gpu], gpu_question(self._sent), gpu_refusal))
        except Exception:  # the connection is lost, perhaps with the scheduler, which the other thread finds out
            self._lost = self._is_gone()
        finally:
            self._asking.difference_update(new)

    def _admit(self, members: Iterable[Member]) -> None:
        self._fit.update({member.address: member for member in members})

    def _passed(self, members: Sequence[Member], text: str, judged: Callable[[Member, object], str]) -> list[Member]:
        """The workers whose answer is right. Others are refused, unless an answer was lost: they are asked again."""
        workers, passed = [member.address for member in members], []
        said = self._client.run(eval, text, workers=workers, on_error="return") if members else {}
        for member in members:
            answer = said.get(member.address, OSError("it does not answer"))
            self._silent[member.address] += isinstance(answer, OSError)
            if isinstance(answer, OSError) and self._silent[member.address] < MOST_QUESTIONS:
                continue
            if why := judged(member, answer):
                self._refused[member.address] = why
            else:
                passed.append(member)
        return passed

    def _fetch(self) -> None:
        """Fetch what is finished, all that waits at once."""
        while not self._closed.is_set():
            waiting = [self._done.get()]
            while not self._done.empty():
                waiting.append(self._done.get())
            self._fetch_all({number: future for number, future in waiting if future is not None})

    def _fetch_all(self, finished: Mapping[int, Any]) -> None:
        """Take the answers of orders that are finished; one that failed or cannot be fetched is answered here."""
        found: list[Answer] = []
        try:
            futures = [future for future in finished.values() if future.status == "finished"]
            found = self._client.gather(futures, errors="skip") if futures else []
        except Exception:  # perhaps the scheduler is lost, which the other thread finds out, too
            self._lost = self._is_gone()
        missing = finished.keys() - {answer.number for answer in found}
        for answer in (*found, *(Answer(number, error=_failure(finished[number])) for number in sorted(missing))):
            self._answers.put(answer)


def _failure(future: Any) -> str:
    """Why an order has no answer."""
    if future.status == "error":
        return str(future.exception())
    return "its block could not be fetched"


def _member(address: str, described: Mapping[str, Any]) -> Member:
    return Member(address, int(described["nthreads"]), float(described["resources"].get(GPU, 0)) > 0)
