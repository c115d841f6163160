"""What the kernels share that deal a deck card after card: `first-set`, `first-plane`, `set-count`, `plane-count`.

Card c = 0, 1, … of the N = 3^d cards is put into one of the N − c free slots: the r-th in ascending order, where
r, counted from 0, is draw c of the trial below N − c, of 16 bits. The cards are then dealt in the order of their
slots. All orders are equally likely, since (r_0, r_1, …) is the Lehmer code of the slots. `setlab.reference.deals`
defines the kernels in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from setlab.experiment.parameters import Kind, Parameters, in_range, parameter
from setlab.limits import between


def dimension_of(kernel: str, limits: range) -> Any:
    """The parameter `dimension` of a kernel."""
    return parameter(
        in_range(
            "dimension", f"dimension {{}} is out of range for {kernel}: choose {between(limits)}", limits[0], limits[-1]
        ),
        "-d",
        "--dimension",
        "--properties",
        metavar="D",
        help=f"Number of properties of a card, {between(limits)}; default 4.",
        kind=Kind.NUMBER,
        default=4,
    )


@dataclass(frozen=True)
class DealParameters(Parameters):
    """The deck that is dealt."""

    dimension: int

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return int(3**self.dimension)


@dataclass(frozen=True)
class Flat:
    """A kind of flat: its name and plural, its dimension and its number of cards."""

    name: str
    plural: str
    dimension: int
    cards: int


LINE = Flat("SET", "SETs", 1, 3)
PLANE = Flat("plane", "planes", 2, 9)
