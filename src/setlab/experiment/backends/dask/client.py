"""`DaskCrew`: the workers of a Dask cluster.

Two threads serve the driver: one looks every moment who is there, and asks who is new what it knows; the other fetches
blocks that are finished. So neither a worker that hangs nor one that dies while it is asked holds the run up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from setlab.errors import SpecError
from setlab.experiment.backends.dask.crew import Answer, Member, Order
from setlab.experiment.backends.dask.driver import LOOK, lost_sentence
from setlab.experiment.backends.dask.versions import GPU_QUESTION, pickled, question, refusal, refused
from setlab.experiment.backends.dask.worker import Task, carry_out
from setlab.experiment.spec import Spec

if TYPE_CHECKING:
    from distributed import Client, Future

GPU = "GPU"
"""The resource of a worker that computes on its GPU: `dask worker … --resources "GPU=1"`."""


class DaskCrew:
    """The workers of the cluster that a client is connected to, for one spec."""

    def __init__(self, client: Client, address: str, spec: Spec, threads: int | None = None) -> None:
        self._client, self._address, self._spec, self._threads = client, address, spec, threads
        self._sent, self._name = pickled(spec), f"setlab-{spec.id}-{uuid4().hex[:8]}"
        self._members: dict[str, Member] = {}
        self._refused: dict[str, str] = {}
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
            raise SpecError(lost_sentence(self._address, len(self._futures)))
        return self._members

    def refused(self) -> Sequence[str]:
        """The sentences about the workers that were refused."""
        return list(self._refused.values())

    def refuse(self, member: Member, why: str) -> None:
        """Leave a worker out from now on."""
        self._refused[member.address] = refused(member, why)
        self._members = {address: other for address, other in self._members.items() if address != member.address}

    def send(self, member: Member, order: Order) -> None:
        """Have a worker compute an order."""
        task = Task(self._sent, order, self._threads or member.threads, member.gpu)
        key = f"{self._name}-{order.number}"
        future = self._client.submit(carry_out, task, key=key, workers=[member.address], pure=False)
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
        if futures and not self._is_gone():
            self._client.cancel(futures, force=True)

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
        there = self._client.nthreads()
        known = {address: member for address, member in self._members.items() if address in there}
        new = [address for address in there if address not in known and address not in self._refused]
        self._members = known
        if new:
            self._ask(new)

    def _ask(self, new: Sequence[str]) -> None:
        """Admit new workers, or refuse them."""
        described = self._client.scheduler_info(n_workers=-1)["workers"]
        members = [_member(address, described[address]) for address in new if address in described]
        said = self._client.run(eval, question(self._spec), workers=[m.address for m in members], on_error="return")
        for member in members:
            why = refusal(member, self._spec, said[member.address]) if member.address in said else "it does not answer"
            why = why or self._gpu_refusal(member)
            if why:
                self._refused[member.address] = why
        fit = {member.address: member for member in members if member.address not in self._refused}
        self._members = self._members | fit

    def _gpu_refusal(self, member: Member) -> str:
        if not member.gpu:
            return ""
        said = self._client.run(eval, GPU_QUESTION, workers=[member.address], on_error="return").get(member.address)
        return "" if said == "gpu" else refused(member, str(said))

    def _fetch(self) -> None:
        """Fetch what is finished, all that waits at once."""
        while not self._closed.is_set():
            waiting = [self._done.get()]
            while not self._done.empty():
                waiting.append(self._done.get())
            self._fetch_all([(number, future) for number, future in waiting if future is not None])

    def _fetch_all(self, finished: Sequence[tuple[int, Any]]) -> None:
        for number, future in finished:
            if future.status == "error":
                self._answers.put(Answer(number, error=str(future.exception())))
        futures = [future for _, future in finished if future.status == "finished"]
        try:
            for answer in self._client.gather(futures, errors="skip") if futures else ():
                self._answers.put(answer)
        except Exception:  # the scheduler is lost, which the other thread finds out, too
            self._lost = self._lost or self._client.status != "running"


def _member(address: str, described: Mapping[str, Any]) -> Member:
    return Member(address, int(described["nthreads"]), float(described["resources"].get(GPU, 0)) > 0)
