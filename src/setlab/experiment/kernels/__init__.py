"""The kernels: what can be simulated. One file each, registered by one value."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from setlab.errors import SpecError, quoted
from setlab.experiment.kernel import Kernel
from setlab.experiment.parameters import listed

KERNELS = (
    "endgame",
    "first-set",
    "first-plane",
    "set-count",
    "plane-count",
    "solitaire",
    "solitaire-clearable",
    "solitaire-bound",
    "antiset",
)
"""The names; the kernel NAME-OF-KERNEL is the value `KERNEL` of the module name_of_kernel."""


def find_kernel(name: str) -> Kernel[Any]:
    """The kernel of this name.

    >>> find_kernel("endgame").name
    'endgame'
    """
    if name not in KERNELS:
        raise SpecError(f"{quoted(name)} is not a kernel: choose {listed(KERNELS)}")
    kernel: Kernel[Any] = import_module(f"setlab.experiment.kernels.{name.replace('-', '_')}").KERNEL
    return kernel
