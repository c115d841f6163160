"""The compiled core: arrays in, arrays out. `docs/core.md` explains the engines.

`threads=None` means all cores. `isa=""` means what SETLAB_ISA asks for, or else the best of `isas()`.
"""

import numpy as np
from numpy.typing import NDArray

def isa() -> str:
    """The name of the instruction set that the engines use now."""

def isas() -> list[str]:
    """The names of those that this machine can run, the best first."""

def count_lines(
    masks: NDArray[np.uint64], dimension: int, *, threads: int | None = None, isa: str = ""
) -> NDArray[np.int32]:
    """The number of lines in each collection; masks has one row of ceil(3^d / 64) words per collection."""

def find_lines(
    masks: NDArray[np.uint64], dimension: int, *, threads: int | None = None, isa: str = ""
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """Offsets and sorted triples: collection j has triples[offsets[j]:offsets[j + 1]]."""

def draw_bits_table(
    seed: int,
    first: int,
    trials: int,
    draws: int,
    width: int = 32,
    *,
    threads: int | None = None,
    isa: str = "",
) -> NDArray[np.uint32]:
    """Draws 0 ... draws - 1 of each trial."""

def draw_below_table(
    seed: int,
    first: int,
    trials: int,
    bounds: NDArray[np.uint64],
    width: int = 32,
    *,
    threads: int | None = None,
    isa: str = "",
) -> NDArray[np.uint32]:
    """Draw k of each trial, below bounds[k]."""

def accept_draw(x: int, bound: int, width: int = 32) -> int | None:
    """The result of the draw x below a bound, or None when x is rejected."""

def draw_below(seed: int, trial: int, k: int, bound: int, width: int = 32) -> int:
    """One bounded draw by the scalar header that the GPU shares."""
