"""`Gpu`: trials on an NVIDIA GPU, by CuPy; tallies are those of the CPU, bit for bit."""

from __future__ import annotations

import time
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock

from setlab.errors import SpecError
from setlab.experiment.backends.backend import Backend, NextRange, Pace, blocks_ahead
from setlab.experiment.backends.gpu.device import Device
from setlab.experiment.interrupts import Stopped
from setlab.experiment.kernel import GpuTrials
from setlab.experiment.ranges import Range
from setlab.experiment.spec import Spec
from setlab.experiment.store import Block
from setlab.experiment.tally import Tally

__all__ = ["Gpu"]

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

    def compute(self, spec: Spec, trials: Range) -> Block:
        """One block."""
        with self.device.used():
            games = trials_on(self.device, spec)
        return self._compute(games, spec, trials)

    def blocks(self, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> Generator[Block]:
        """The blocks of a run in order. While one is described and stored, the next is played."""
        with self.device.used():
            games = trials_on(self.device, spec)
        pace = Pace(FIRST_BLOCK, largest=LARGEST_BLOCK)
        with ThreadPoolExecutor(2) as engine:
            yield from blocks_ahead(
                lambda trials: engine.submit(self._compute, games, spec, trials),
                Future.result,
                lambda: None if stopped() else ranges(size or pace.trials()),
                pace,
            )

    def _compute(self, games: GpuTrials, spec: Spec, trials: Range) -> Block:
        """One block. Its rare games are described while the next block is being played."""
        with self.device.used():
            with self.playing:
                started = time.perf_counter()
                outcome = games.outcome(trials.first, trials.trials)
            rare = games.describe(outcome.rare)
        tally = Tally(spec.id, trials.trials, outcome.histograms)
        return Block(trials.first, tally, time.perf_counter() - started, rare)


def trials_on(device: Device, spec: Spec) -> GpuTrials:
    """The trials of a spec on a GPU. Raise `SpecError` for a kernel that declares no engine for GPUs."""
    engine = spec.definition.gpu
    if engine is None:
        raise SpecError(f"the backend gpu cannot run the kernel {spec.kernel}: use --backend cpu")
    return engine(device, spec.parameters, spec.seed)
