"""`Driver`: hands the trials of a run out to the workers of a crew, and takes their blocks.

Every worker has at most IN_FLIGHT orders, so that it never waits for the next one, and little is lost with it. What a
lost worker had goes to others. An answer counts once: what comes for an order that is closed is skipped.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Generic

from setlab.errors import SpecError, plural
from setlab.experiment.backends.backend import Pace, SomePart, cut
from setlab.experiment.backends.dask.tasks import Answer, Crew, Member, Order
from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block

IN_FLIGHT = 2
"""Orders of a worker: one that it computes, and the next."""

SECONDS_PER_BLOCK = 2.0
BLOCKS_PER_SECOND = 250
"""The most blocks that are asked of a scheduler: on a large cluster blocks take longer."""

LARGEST_BLOCK = 1 << 36
FIRST_BLOCK_OF_A_GPU = 1 << 16
"""A GPU computes fewer trials in no less time."""

POLL = 0.05
"""Seconds after which `stopped` is asked again."""

PATIENCE = 0.3
"""Seconds that the orders in flight still have after a request to stop."""

LOOK = 0.5
"""Seconds between two looks at who is there."""

GRACE = 3.0
"""Seconds in which another worker may come when all that are there were refused."""

WAIT = 60.0
"""Seconds without any worker after which a run ends."""

MOST_ATTEMPTS = 4
"""Workers that may be lost over the same trials before the run ends."""


@dataclass
class Kind:
    """Workers of equal equipment: how fast they are, and their free places, one for each order that they may have."""

    pace: Pace
    free: deque[Member] = field(default_factory=deque)
    open: int = 0

    def is_ready(self, fixed: int | None) -> bool:
        """True if a free place may be given an order: until the speed is known, one order at a time feels its way."""
        return bool(self.free) and (fixed is not None or self.open == 0 or self.pace.is_settled)


@dataclass
class Flight(Generic[SomePart]):
    """An order on its way: for which part, with whom, and how many were lost over it before."""

    part: SomePart
    member: Member
    kind: Kind
    losses: int


class Driver(Generic[SomePart]):
    """One run on a crew."""

    def __init__(
        self, crew: Crew, spec: Spec, parts: Callable[[int], SomePart | None], block: int | None, stopped: Stopped
    ) -> None:
        self.crew, self.spec, self.parts, self.block, self.stopped = crew, spec, parts, block, stopped
        self._members: dict[str, Member] = {}
        self._kinds: dict[tuple[bool, int], Kind] = {}
        self._flights: dict[int, Flight[SomePart]] = {}
        self._again: deque[tuple[SomePart, int]] = deque()
        self._numbers, self._exhausted = count(), False
        self._look, self._alone = 0.0, time.monotonic()
        self._since = time.perf_counter()
        self.ready = 0
        """The blocks that have come and are not yet yielded."""

    def blocks(self) -> Generator[tuple[Block, SomePart]]:
        """The blocks with their parts, in the order in which they are finished.

        When the run fails, what has come until then is yielded before the error is raised.
        """
        try:
            while not self.stopped():
                self._watch()
                self._hand_out()
                if not self._flights and not self._again and self._exhausted:
                    return
                yield from self._taken(POLL)
            yield from self._last()
        except SpecError:
            yield from self._taken(0.0)
            raise
        finally:
            self.crew.recall(list(self._flights))

    def _last(self) -> Iterator[tuple[Block, SomePart]]:
        """The blocks that are finished within a moment."""
        end = time.monotonic() + PATIENCE
        while self._flights and time.monotonic() < end:
            yield from self._taken(POLL)

    def _taken(self, seconds: float) -> Iterator[tuple[Block, SomePart]]:
        """The blocks that have come, each with its share of the time that has passed: their seconds add up to it."""
        answers = self.crew.answers(seconds)
        blocks, failures = ([each for each in answers if (each.block is None) == fails] for fails in (False, True))
        found = [pair for answer in blocks if (pair := self._accept(answer)) is not None]
        for left, (block, part) in zip(reversed(range(len(found))), found, strict=True):
            now = time.perf_counter()
            share, self._since, self.ready = now - self._since, now, left
            yield replace(block, seconds=share), part
        for answer in failures:
            self._accept(answer)

    def _accept(self, answer: Answer) -> tuple[Block, SomePart] | None:
        """The block of an answer and its part; None for a duplicate, and for an order that has to be given again."""
        flight = self._flights.pop(answer.number, None)
        if flight is None:
            return None
        self._free(flight)
        if answer.block is None or not self._fits(answer.block, flight.part):
            self._failed(flight, answer)
            return None
        flight.kind.pace.note(answer.block)
        return answer.block, flight.part

    def _fits(self, block: Block, part: SomePart) -> bool:
        """True if the block has the trials that were asked for."""
        return (block.tally.spec_id, block.first, block.end) == (self.spec.id, part.first, part.end)

    def _failed(self, flight: Flight[SomePart], answer: Answer) -> None:
        why = answer.error or "its block does not have the trials that were asked for"
        if answer.unfit or answer.block is not None:
            self.crew.refuse(flight.member, why)
            self._again.append((flight.part, flight.losses))
            self._again.extend((other.part, other.losses) for other in self._taken_back(flight.member))
        else:
            self._give_again(flight, why)

    def _give_again(self, flight: Flight[SomePart], why: str) -> None:
        """Put the trials of an order that was lost on the list again, unless too many were lost over it."""
        if flight.losses + 1 >= MOST_ATTEMPTS:
            part = flight.part
            raise SpecError(
                f"trials {part.first} to {part.end - 1} were given up after {MOST_ATTEMPTS} attempts, the last by "
                f"{flight.member.address}: {why}"
            )
        self._again.append((flight.part, flight.losses + 1))

    def _watch(self) -> None:
        """Now and then, note who has come and who is gone."""
        now = time.monotonic()
        if now < self._look:
            return
        self._look = now + LOOK
        there = self.crew.members()
        for address in [address for address in self._members if address not in there]:
            self._lose(self._members[address])
        for address in [address for address in there if address not in self._members]:
            self._join(there[address])
        self._set_lengths()
        self._alone = now if self._members or self.crew.is_asking() else self._alone
        self._check_somebody_is_there(now)

    def _check_somebody_is_there(self, now: float) -> None:
        refused = self.crew.refused()
        if not self._members and refused and now - self._alone > GRACE:
            raise SpecError("; ".join(refused))
        if now - self._alone > WAIT:
            raise SpecError(
                f"no worker of the cluster has been there for {WAIT:.0f} seconds: start some, as with `dask worker "
                "tcp://host:8786`; finished trials are kept in the store, and the same command goes on from there"
            )

    def _set_lengths(self) -> None:
        """Let blocks take longer on a large cluster."""
        for kind in self._kinds.values():
            kind.pace.seconds_per_block = seconds_per_block(len(self._members))

    def _join(self, member: Member) -> None:
        key = member.gpu, member.threads
        if key not in self._kinds:
            first = FIRST_BLOCK_OF_A_GPU if member.gpu else member.threads
            self._kinds[key] = Kind(Pace(first, SECONDS_PER_BLOCK, LARGEST_BLOCK))
        self._members[member.address] = member
        self._kinds[key].free.extend([member] * IN_FLIGHT)

    def _leave(self, member: Member) -> None:
        """Give a worker no more orders."""
        if self._members.pop(member.address, None) is not None:
            kind = self._kinds[member.gpu, member.threads]
            kind.free = deque(other for other in kind.free if other.address != member.address)

    def _lose(self, member: Member) -> None:
        """Give the orders of a worker that is gone to others."""
        for flight in self._taken_back(member):
            self._give_again(flight, "the worker was lost")

    def _taken_back(self, member: Member) -> list[Flight[SomePart]]:
        """The orders of a worker that gets no more; nobody waits for their answers."""
        self._leave(member)
        numbers = [number for number, flight in self._flights.items() if flight.member.address == member.address]
        self.crew.recall(numbers)
        flights = [self._flights.pop(number) for number in numbers]
        for flight in flights:
            self._free(flight)
        return flights

    def _free(self, flight: Flight[SomePart]) -> None:
        flight.kind.open -= 1
        if flight.member.address in self._members:
            flight.kind.free.append(flight.member)

    def _hand_out(self) -> None:
        """Give an order to every free place, as long as there are trials."""
        for kind in self._kinds.values():
            while kind.is_ready(self.block) and (found := self._next(kind)) is not None:
                part, losses = found
                flight = Flight(part, kind.free.popleft(), kind, losses)
                kind.open += 1
                number = next(self._numbers)
                self._flights[number] = flight
                self.crew.send(flight.member, Order(number, part.first, part.end - part.first))

    def _next(self, kind: Kind) -> tuple[SomePart, int] | None:
        """The trials to compute next, not too many for such workers, and how many were lost over them."""
        size = self.block or kind.pace.trials()
        if self._again:
            part, losses = self._again.popleft()
            part, rest = cut(part, size)
            self._again.extendleft([(rest, losses)] if rest is not None else ())
            return part, losses
        new = None if self._exhausted else self.parts(size)
        self._exhausted = new is None
        return None if new is None else (new, 0)


def seconds_per_block(workers: int) -> float:
    """The time that a block should take on a cluster of this number of workers.

    >>> seconds_per_block(8), seconds_per_block(10_000)
    (2.0, 40.0)
    """
    return max(SECONDS_PER_BLOCK, workers / BLOCKS_PER_SECOND)


def lost_sentence(address: str, blocks: int) -> str:
    """The sentence about a scheduler that does not answer any more.

    >>> print(lost_sentence("tcp://10.0.0.1:8786", 12))
    the scheduler tcp://10.0.0.1:8786 is lost, and 12 blocks with it; finished trials are kept in the store, if there is
    one: start the cluster again, and the same command goes on from there
    """
    return (
        f"the scheduler {address} is lost, and {plural(blocks, 'block')} with it; finished trials are kept in the "
        "store, if there is one: start the cluster again, and the same command goes on from there"
    )
