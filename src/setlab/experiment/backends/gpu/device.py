"""`Device`: an NVIDIA GPU through CuPy: compiled kernels, arrays, launches.

The sources of the kernels are those of the compiled core, as one text for NVRTC. A checkout has them in `native/`; an
installed package has a copy beside this module. CuPy caches compiled kernels under a key made from the text, so that
included files must be part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from setlab.errors import SpecError

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
    """The lines of a file, with those of the files that it includes; each file comes once."""
    if path in seen:
        return
    seen.add(path)
    for line in path.read_text().splitlines():
        found = INCLUDE.fullmatch(line)
        if found:
            yield from _lines(_find_include(path, found[1]), seen)
        elif line != "#pragma once":
            yield line


def _find_include(by: Path, name: str) -> Path:
    """The file of this name beside the one that includes it, or among the shared headers."""
    beside = by.parent / name
    return (beside if beside.exists() else find_sources() / "include" / name).resolve()


OPTIONS = ("-std=c++17",)


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
    def used(self) -> Iterator[Any]:
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
        module = cupy.RawModule(code=source_of(name, _mapping(defined)), options=OPTIONS, backend="nvrtc")
        module.compile()
        return module


def _mapping(defined: tuple[tuple[str, object], ...]) -> Mapping[str, object]:
    return dict(defined)
