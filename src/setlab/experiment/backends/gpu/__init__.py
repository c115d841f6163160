"""`Gpu`: trials on an NVIDIA GPU, by CuPy; tallies are those of the CPU, bit for bit.

A `Device` has compiled kernels, arrays and launches. The sources of the kernels are those of the compiled core, as one
text for NVRTC. A checkout has them in `native/`; an installed package has a copy beside this module. CuPy caches
compiled kernels under a key made from the text, so that included files must be part of it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from setlab.errors import SpecError
from setlab.experiment.backends import Backend, BlockPace, NextRange, blocks_ahead
from setlab.experiment.interrupts import Stopped
from setlab.experiment.kernel import GpuTrials
from setlab.experiment.spec import Range, Spec
from setlab.experiment.store import Block
from setlab.experiment.tally import Tally

HERE = Path(__file__).parent
PLACES = (HERE / "sources", *(parent / "native" for parent in HERE.parents[4:6]))
INCLUDE = re.compile(r'#include "(.+)"')


def source_of(name: str, defined: Mapping[str, object]) -> str:
    """The text of native/cuda/NAME with its includes and with names defined before it.

    >>> text = source_of("flats.cu", {"SETLAB_DIMENSION": 4})
    >>> text.startswith("#define SETLAB_DIMENSION 4"), "#include" in text
    (True, False)
    """
    definitions = (f"#define {key} {value}" for key, value in defined.items())
    return "\n".join([*definitions, *_lines(find_sources() / "cuda" / name, set())]) + "\n"


def find_sources() -> Path:
    """The folder that has `include/setlab` and `cuda`."""
    for place in PLACES:
        if (place / "cuda").is_dir():
            return place
    raise SpecError("the sources of the GPU kernels are missing: install setlab again, or choose the backend cpu")


def _lines(path: Path, seen: set[Path]) -> Iterator[str]:
    """The lines of a file, with those of the files that it includes; each file comes once.

    An included file lies beside the file that includes it, or among the shared headers.
    """
    if path in seen:
        return
    seen.add(path)
    for line in path.read_text().splitlines():
        if found := INCLUDE.fullmatch(line):
            beside = path.parent / found[1]
            shared = find_sources() / "include" / found[1]
            yield from _lines((beside if beside.exists() else shared).resolve(), seen)
        elif line != "#pragma once":
            yield line


class Device:
    """A GPU by its number. Making one raises one sentence where CuPy or the GPU is missing."""

    def __init__(self, number: int = 0) -> None:
        self.cupy = load_cupy()
        self.number = number
        try:
            found = self.cupy.cuda.runtime.getDeviceCount()
        except self.cupy.cuda.runtime.CUDARuntimeError:
            found = 0
        if number >= found:
            has = f"this machine has {found}" if found else "this machine has none, or no driver for it"
            raise SpecError(f"the backend gpu needs the NVIDIA GPU number {number}: {has}; choose the backend cpu")
        attributes = self.cupy.cuda.Device(number).attributes
        self.processors: int = attributes["MultiProcessorCount"]
        self.threads: int = self.processors * attributes["MaxThreadsPerMultiProcessor"]
        self.shared: int = attributes["MaxSharedMemoryPerBlockOptin"]

    @contextmanager
    def activate(self) -> Iterator[Any]:
        """In here CuPy works on this GPU."""
        with self.cupy.cuda.Device(self.number):
            yield self.cupy

    @property
    def memory(self) -> int:
        """Its memory in bytes."""
        return int(self.cupy.cuda.Device(self.number).mem_info[1])

    def module(self, name: str, **defined: object) -> Any:
        """The kernels of native/cuda/NAME, compiled with these names defined."""
        return compile_module(self.number, name, tuple(defined.items()))

    def constant(self, module: Any, name: str) -> int:
        """A number that the sources of a module define."""
        return int(self.cupy.ndarray((1,), self.cupy.uint32, module.get_global(name)).get()[0])

    def blocks_at_once(self, kernel: Any, threads: int, shared: int) -> int:
        """The number of blocks of a kernel that the whole GPU runs at the same time."""
        kernel.max_dynamic_shared_size_bytes = shared
        driver = self.cupy.cuda.driver
        per_processor = driver.occupancyMaxActiveBlocksPerMultiprocessor(kernel.kernel.ptr, threads, shared)
        return int(per_processor) * self.processors


def load_cupy() -> Any:
    """The library CuPy."""
    try:
        import cupy
    except ImportError:
        raise ImportError("the backend gpu needs CuPy: install setlab[gpu], or choose the backend cpu") from None
    return cupy


@lru_cache
def compile_module(number: int, name: str, defined: tuple[tuple[str, object], ...]) -> Any:
    """A compiled module; CuPy keeps it on disk for the next process."""
    cupy = load_cupy()
    with cupy.cuda.Device(number):
        module = cupy.RawModule(code=source_of(name, dict(defined)), options=("-std=c++17",), backend="nvrtc")
        module.compile()
        return module


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
        with self.device.activate():
            games = trials_on(self.device, spec)
        return self._compute(games, spec, trials)

    def blocks(self, spec: Spec, ranges: NextRange, size: int | None, stopped: Stopped) -> Generator[Block]:
        """The blocks of a run in order. While one is described and stored, the next is played."""
        with self.device.activate():
            games = trials_on(self.device, spec)
        pace = BlockPace(FIRST_BLOCK, largest=LARGEST_BLOCK)
        with ThreadPoolExecutor(2) as engine:
            yield from blocks_ahead(
                lambda trials: engine.submit(self._compute, games, spec, trials),
                Future.result,
                lambda: None if stopped() else ranges(size or pace.trials()),
                pace,
            )

    def _compute(self, games: GpuTrials, spec: Spec, trials: Range) -> Block:
        """One block. Its rare games are described while the next block is being played."""
        with self.device.activate():
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
