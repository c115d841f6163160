"""The kernels: everything that can be simulated, one value each."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from setlab.errors import SpecError, unknown_name
from setlab.experiment.kernel import Kernel
from setlab.extensions import added_names, find_added

KERNELS = {
    "endgame": "a whole game: cards left, largest table, turns, tables without a SET",
    "first-set": "at which card the first SET appears",
    "first-plane": "at which card the first plane appears",
    "set-count": "the number of SETs among n cards, for all n",
    "plane-count": "the number of planes among n cards, for all n",
    "solitaire": "a game of Solitaire SET by a strategy: whether the table was cleared, cards left, games declared won",
    "solitaire-clearable": "whether a deal of Solitaire SET can be cleared, the order of the deck being known",
    "solitaire-bound": "how much better than a player of Solitaire SET an informed player does from the same position",
    "antiset": "anti-SET between two strategies: the winner, and the round in which it ends",
}
"""The content of a trial, by kernel."""

MODULES = dict.fromkeys(("first-set", "first-plane", "set-count", "plane-count"), "dealing") | dict.fromkeys(
    ("solitaire-clearable", "solitaire-value", "solitaire-bound"), "solitaire"
)
"""The modules of kernels; every other one has a module of its own name."""

OTHERS = {
    "orbits": "is listed, not simulated: use `setlab exact sets --recompute --backend cpu`",
    "unions": "is listed, not simulated: use `setlab exact planes --recompute --backend cpu`",
    "solitaire-value": "subtracts luck: use `setlab solitaire measure --control 24`",
    "comparison": "compares strategies: use `setlab solitaire compare`, or `setlab.compare` in Python",
}
"""The kernels that `simulate` does not offer, and the command that does."""


def find_kernel(name: str) -> Kernel[Any]:
    """The kernel of this name, of setlab or of a package that adds it.

    >>> find_kernel("endgame").name
    'endgame'
    """
    if not isinstance(name, str) or name not in {**KERNELS, **OTHERS}:
        if isinstance(name, str) and (added := find_added("kernels", name, Kernel)):
            return added
        raise SpecError(unknown_name(name, "a kernel", (*KERNELS, *added_names("kernels"))))
    kernel: Kernel[Any] = import_module(f"setlab.experiment.kernels.{MODULES.get(name, name)}").KERNELS[name]
    return kernel


def find_simulated(name: str) -> Kernel[Any]:
    """The kernel of this name; one that `simulate` does not offer is refused.

    >>> find_simulated("orbits")
    Traceback (most recent call last):
    setlab.errors.SpecError: 'orbits' is listed, not simulated: use `setlab exact sets --recompute --backend cpu`
    """
    if name in OTHERS:
        raise SpecError(f"'{name}' {OTHERS[name]}")
    return find_kernel(name)
