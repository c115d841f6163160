"""`Gpu`: the blocks of a run on one GPU. One block is played while the one before it is described and stored."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock

from setlab.experiment.backends.backend import Backend, Pace, SomePart
from setlab.experiment.backends.gpu.device import Device
from setlab.experiment.backends.gpu.engines import Trials, trials_on
from setlab.experiment.interrupts import Stopped
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block
from setlab.experiment.tally import Tally

FIRST_BLOCK = 1 << 16
LARGEST_BLOCK = 1 << 30


@dataclass(frozen=True)
class Gpu(Backend):
    """Computes on the GPU of this number. Where there is none, making it raises one sentence."""

    number: int = 0
    name: str = "gpu"
    device: Device = field(init=False, repr=False, compare=False)
    playing: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "device", Device(self.number))

    @property
    def where(self) -> str:
        """Which GPU."""
        return f"GPU {self.number}"

    def blocks(
        self, spec: Spec, parts: Callable[[int], SomePart | None], block: int | None, stopped: Stopped
    ) -> Generator[tuple[Block, SomePart]]:
        """The blocks of a run with their ranges, in order. While one is being used, the next is computed."""
        with self.device.used():
            trials = trials_on(self.device, spec)
        pace = Pace(FIRST_BLOCK, largest=LARGEST_BLOCK)

        def begun() -> Iterator[tuple[Future[Block], SomePart]]:
            while not stopped() and (part := parts(block or pace.trials())) is not None:
                yield worker.submit(self.compute, trials, spec, part.first, part.end - part.first), part

        with ThreadPoolExecutor(2) as worker:
            coming = begun()
            ahead = next(coming, None)
            while ahead is not None:
                (now, part), ahead = ahead, next(coming, None)
                finished = now.result()
                pace.note(finished)
                yield finished, part

    def compute(self, trials: Trials, spec: Spec, first: int, number: int) -> Block:
        """One block. Its rare games are described while the next block is being played."""
        with self.device.used():
            with self.playing:
                started = time.perf_counter()
                outcome = trials.outcome(first, number)
            rare = trials.rare(outcome.rare)
        return Block(first, Tally(spec.id, number, outcome.histograms), time.perf_counter() - started, rare)
